import '../../renderer/support/dom.ts';
import { waitFor } from '@testing-library/dom';
import { expect, onTestFinished, test } from 'vitest';
import { RunDuration } from '../../../renderer/core/run/RunRowView.tsx';
import { render } from '../../renderer/support/render.ts';
import { openWindow } from '../../renderer/support/window.tsx';

/** Every character that changes the direction of the text around it, each before a letter. */
const VALUE = Array.from(
  '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
  (character) => `${character}A`,
).join('');
/** The same without them. */
const LETTERS = 'A'.repeat(12);

const task = (slug: string, ...steps: readonly object[]) => {
  return { slug, parameters: [{ slug: 'order' }], behavior: { kind: 'steps', steps } } as never;
};
const workspace = {
  tasks: [
    task('refund'),
    task('broken', { do: 'fail', message: 'no {{ params.order }}' }),
    task('ask', { do: 'prompt', description: 'Pay {{ params.order }}?' }),
  ],
  runbooks: [
    {
      slug: 'close',
      blocks: [{ slug: 'pay', name: VALUE, kind: 'task' as const, task: 'broken', paramValues: { order: VALUE } }],
    },
  ],
};

test.each([
  ['/runs', [`order ${LETTERS}`, `no ${LETTERS}`, 'broken', `order ${LETTERS}`]],
  [
    '/traffic',
    [`There is no task "${LETTERS}"`, 'runbooks/execute', `ask ${LETTERS}`, `broken ${LETTERS}`, `refund ${LETTERS}`],
  ],
  ['/prompts', [`Pay ${LETTERS}?`]],
  ['/sessions', [`1 of 1, ${LETTERS}: no ${LETTERS}`]],
])('a value in the rows of %s cannot turn the text around it', async (path, expected) => {
  const { page, execute, emulator } = await openWindow({ workspace, path });
  for (const slug of ['refund', 'broken', 'ask']) await execute(slug, { order: VALUE });
  const { url, apiKey } = emulator();
  const send = (what: string, slug: string) =>
    fetch(`${url}/v0/${what}/execute`, {
      method: 'POST',
      headers: { 'X-Service-API-Key': apiKey },
      body: JSON.stringify({ slug }),
    });
  await send('runbooks', 'close');
  await send('tasks', VALUE);
  const texts = () => page.getAllByRole('option').map(({ textContent }) => textContent);
  await waitFor(() => {
    expect(texts()).toHaveLength(expected.length);
    for (const part of expected) expect(texts().join('\n')).toContain(part);
  });
  expect(texts().filter((text) => /\p{Bidi_Control}/u.test(text))).toEqual([]);
});

test('neither the name nor the e-mail address of a user can turn the text after it', async () => {
  const users = [
    { name: VALUE, email: 'ada@example.com', role: 'admin' as const },
    { email: `${VALUE}@example.com`, role: 'admin' as const },
  ];
  const { page } = await openWindow({ workspace: { users }, path: '/team/roles' });
  await page.findByText(`You (local user), ${LETTERS} (ada@example.com), ${LETTERS}@example.com`);
});

test('the name of a task cannot turn the text after it in its page', async () => {
  const { page, user, execute } = await openWindow({
    workspace: {
      tasks: [{ id: 'named', slug: 'named', name: VALUE, behavior: { kind: 'steps', steps: [{ do: 'prompt' }] } }],
    },
    path: '/tasks/named',
  });
  await page.findByRole('heading', { level: 1, name: LETTERS });
  await execute('named');
  await user.click(page.getByRole('button', { name: 'More actions' }));
  await user.click(await page.findByRole('button', { name: 'Delete', hidden: true }));
  await page.findByText(/^Deleted task named/);
});

test('a value of the run beside the form of its prompt cannot turn either', async () => {
  const { page, user, execute } = await openWindow({ workspace, path: '/prompts' });
  await execute('ask', { order: VALUE });
  await user.click(await page.findByRole('option'));
  expect((await page.findByLabelText('Values of the run')).textContent).toBe(`order${LETTERS}`);
});

type Times = { activeAt: string | null; endedAt: string | null; held?: boolean };

test.each<[string, Times, string, string]>([
  ['of less than a millisecond', { activeAt: '204400', endedAt: '205000' }, '0.6 ms', 'After 4.4 ms in the queue'],
  ['that was cancelled in the queue', { activeAt: null, endedAt: '204000' }, '4 ms', 'In the queue'],
  ['that is in the queue', { activeAt: null, endedAt: null }, 'queued', 'In the queue'],
  ['that is held', { activeAt: '204400', endedAt: null, held: true }, 'held', 'After 4.4 ms in the queue'],
  ['that is held in the queue', { activeAt: null, endedAt: null, held: true }, 'held', 'In the queue'],
])('the length of a run %s', (_, { activeAt, endedAt, held = false }: Times, text, tooltip) => {
  const at = (micros: string | null) => (micros === null ? null : `2026-11-20 16:02:11.${micros}+00`);
  const times = { createdAt: '2026-11-20 16:02:11.200000+00', activeAt: at(activeAt), endedAt: at(endedAt), held };
  onTestFinished(render(<RunDuration run={times} />).unmount);
  expect(document.body.textContent).toBe(text);
  expect(document.querySelector('[title]')?.getAttribute('title')).toBe(tooltip);
});
