import { describe, expect, test } from 'vitest';
import { readDocument } from '../../electron/emulator/store/workspace/workspace-text.ts';
import { parseArchive } from '../../shared/contract/emulator/archive.ts';
import { testEmulator } from '../support/emulator.ts';

describe('a field that is given twice in JSON text', () => {
  const webhooks = '"webhooks":{"a":{"secret":"one"},"a":{"requireServiceToken":true}}';
  const error = (path: string) => ({ error: `${path}: is given twice.`, code: 'invalid_request' });
  const long = `"description":"${'x'.repeat(200_000)}"`;

  const rows: { in: string; path: string; method?: string; body: string; twice?: string }[] = [
    { in: 'a new task', path: 'tasks', body: `{"slug":"new",${webhooks}}` },
    { in: 'a task with a long text', path: 'tasks', body: `{"slug":"new",${long},${webhooks}}` },
    {
      in: 'a task that has it in two spellings',
      path: 'tasks',
      body: '{"slug":"new","webhooks":{"a":{},"\\u0061":{}}}',
    },
    ...[15, 16, 17, 40].flatMap((count) =>
      [1, count].map((again) => ({
        in: `a task with ${count} webhooks, of which number ${again} comes twice`,
        path: 'tasks',
        body: `{"slug":"new","webhooks":{${Array.from({ length: count }, (_, i) => `"w${i + 1}":{}`).join(',')},"w${again}":{}}}`,
        twice: `webhooks.w${again}`,
      })),
    ),
    { in: 'a task that is replaced', path: 'tasks/tskT', method: 'PUT', body: `{"slug":"t",${webhooks}}` },
    {
      in: 'several changes',
      path: 'changes',
      body: `{"changes":[{"collection":"tasks","id":"tskT","value":{"slug":"t",${webhooks}}}]}`,
      twice: 'changes[0].value.webhooks.a',
    },
    {
      in: 'an import',
      path: 'import',
      body: `{"version":1,"workspace":{"version":1,"tasks":[{"slug":"t",${webhooks}}]}}`,
      twice: 'workspace.tasks[0].webhooks.a',
    },
  ];
  test.each(rows)('is refused by name in $in, and nothing changes', async (row) => {
    const hangar = await testEmulator({ tasks: [{ id: 'tskT', slug: 't' }] });
    const { path, method = 'POST', body, twice = 'webhooks.a' } = row;
    const answer = await hangar.send(`/_emulator/${path}`, { method, body });
    expect([answer.status, answer.json]).toEqual([400, error(twice)]);
    expect(hangar.ports.workspace.current().tasks).toMatchObject([{ slug: 't', webhooks: [] }]);
  });

  test('is refused by name in the workspace file', () => {
    const text = `{"version":1,"tasks":[{"slug":"t",${webhooks}}]}`;
    expect(() => readDocument(text, 'hangar.json')).toThrow(
      /^hangar\.json:1:\d+: tasks\[0\]\.webhooks\.a: is given twice\.$/,
    );
  });

  test('is refused by name in an export that the window reads', () => {
    const text = `{"version":1,"workspace":{"version":1,"tasks":[{"slug":"t",${webhooks}}]}}`;
    expect(() => parseArchive(text)).toThrow('workspace.tasks[0].webhooks.a is given twice');
  });
});
