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
