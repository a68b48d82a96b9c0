import { openWindow } from './support/window.tsx';
import { expect, test } from 'vitest';

test.each([
  ['/tasks/new', 'Name'],
  ['/environments/new', 'Name'],
  ['/webhooks/new', 'Slug'],
  ['/settings', 'Requests kept'],
])('at %s the notice of unsaved changes comes below what one types in, which it would move', async (path, label) => {
  const { page, user } = await openWindow({ workspace: { tasks: [{ slug: 'task' }] }, path });
  const field = await page.findByRole('textbox', { name: label });
  await user.type(field, '1');
  const notice = await page.findByText(/^● Unsaved changes/);
  expect(field.compareDocumentPosition(notice) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Discard' }));
});

test('a field tells of everything unknown that its formulas name', async () => {
  const steps = [{ do: 'log' as const, text: '{{ params.colour }} {{ nobody.knows }}' }];
  const { page, user, hangar } = await openWindow({
    workspace: { tasks: [{ slug: 'task', behavior: { kind: 'steps', steps } }] },
  });
  const [task] = (await hangar.api.definitions.tasks.list()).items;
  history.pushState(null, '', `/tasks/${task?.id ?? ''}/behavior`);
  await user.click(await page.findByRole('button', { name: /^Log/ }));
  const notes = await page.findAllByRole('note');
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    '⚠ There is no parameter “colour”. Nothing before this is called “nobody”.',
  ]);
});
