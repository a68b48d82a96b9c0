import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { importDefinitions } from '../../electron/emulator/compose/read-definitions.ts';
import { startEmulator, type RunningEmulator, type StartOptions } from '../../electron/programs/library.ts';
import { folderWith } from '../support/behaviors.ts';
import { liveClient } from '../support/live-client.ts';

let emulator: RunningEmulator | undefined;
afterEach(async () => {
  await emulator?.stop();
  emulator = undefined;
});

function temporary(files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const REPOSITORY = {
  'tasks/hello.task.yaml': 'slug: hello\nrestrictCallers: [view]\nnode: { entrypoint: hello.js }\n',
  'tasks/hello.js': 'module.exports = () => ({ region: process.env.REGION });',
  'tasks/orders.task.yaml': 'slug: orders\nsql: { resource: db, entrypoint: orders.sql }\n',
  'tasks/orders.sql': 'select 1',
  'tasks/broken.task.yaml': 'slug: broken\nnam: 1\nshell: { entrypoint: hello.js }\n',
  'tasks/refund.acme.js': `import acme from 'acme';\nthrow new Error('executed');`,
  'acme.dev.yaml': 'configVars: { REGION: eu }\nresources: [{ slug: db, kind: sqlite, file: a.db }]\n',
};

/** A Hangar that gets files. */
async function receiving(options: StartOptions) {
  emulator = await startEmulator(options);
  const client = liveClient(emulator.url, emulator.apiKey);
  const sendFiles = (texts: Readonly<Record<string, string>>, more: { preview?: boolean; folder?: string } = {}) => {
    const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
    return client.api.emulator.definitionFiles.import({ body: { files, ...more } });
  };
  return { ...client, sendFiles };
}

describe('files that a client sends', () => {
  test('are told first, then copied: tasks, resources and config variables, and nothing is executed', async () => {
    const folder = temporary({ ...REPOSITORY, 'hangar.json': '{"version": 1, "tasks": [{ "slug": "own" }]}' });
    const { api, sendFiles, run } = await receiving({ workspace: join(folder, 'hangar.json') });
    const told = await sendFiles(REPOSITORY, { preview: true });
    expect(told).toMatchObject({ added: ['hello', 'orders'], present: [], missing: [], sdk: 'acme', folder });
    expect(told.items.map(({ slug }) => slug)).toEqual(['broken', 'hello', 'orders', '']);
    expect(told.items[1]?.notEmulated.join()).toContain('restrictCallers');
    expect(told.leftOut).toEqual([
      'tasks/broken.task.yaml:2:1: nam is not a known field',
      'tasks/refund.acme.js:1:1: is code, which an import does not execute; serve its folder instead',
    ]);
    expect(emulator?.workspace.current().tasks.map(({ slug }) => slug)).toEqual(['own']);
    expect((await sendFiles(REPOSITORY)).added).toEqual(['hello', 'orders']);
    expect(await run('hello')).toMatchObject({ status: 'Succeeded', output: {} });
    const { tasks, resources, environments, settings } = emulator?.workspace.current() ?? {};
    expect(settings?.sdk).toBe('acme');
    expect(tasks?.map(({ slug }) => slug)).toEqual(['own', 'hello', 'orders']);
    expect(tasks?.[1]?.behavior).toMatchObject({ kind: 'script', file: 'tasks/hello.js', cwd: 'tasks' });
    expect(resources?.map(({ slug }) => slug)).toEqual(['db']);
    expect(environments?.map(({ config }) => config)).toEqual([{ REGION: 'eu' }]);
    expect(await sendFiles(REPOSITORY)).toMatchObject({ added: [], present: ['hello', 'orders'] });
    await api.emulator.undo.apply({ body: {} });
    expect(emulator?.workspace.current()).toMatchObject({ tasks: [{ slug: 'own' }], resources: [], environments: [] });
    expect(emulator?.workspace.current().settings.sdk).toBeUndefined();
  });

  test('have their code where the client says; what is not there is named', async () => {
    const folder = temporary(REPOSITORY);
    const { sendFiles, run } = await receiving({ workspace: { version: 1 } });
    const { 'tasks/hello.task.yaml': hello } = REPOSITORY;
    const files = { 'tasks/hello.task.yaml': hello, 'tasks/hello.js': '' };
    const { missing } = await sendFiles(files, { preview: true, folder: '/nowhere' });
    expect(missing.map((path) => path.replace(/^.*nowhere/, ''))).toEqual(['/tasks/hello.js', '/tasks']);
    // The definition alone is enough when its code is there.
    const alone = await sendFiles({ 'tasks/hello.task.yaml': hello }, { folder });
    expect(alone).toMatchObject({ added: ['hello'], missing: [], leftOut: [] });
    expect(await run('hello')).toMatchObject({ status: 'Succeeded' });
  });

  test('beside folders that are served: a slug of theirs stays', async () => {
    const folder = temporary({ 'a.task.yaml': 'slug: a\nshell: { entrypoint: a.sh }\n', 'a.sh': 'echo a' });
    const { sendFiles } = await receiving({ definitions: [folder] });
    const answer = await sendFiles({ 'b.task.yaml': 'slug: a\nrest: { resource: x, method: GET }\n' });
    expect(answer).toMatchObject({ added: [], present: ['a'] });
  });
});

test('the place of a definition file is its absolute path', async () => {
  const folder = temporary(REPOSITORY);
  await receiving({ definitions: [folder] });
  const place = (file: string) =>
    fetch(`${emulator?.url}/_emulator/definitions/place?file=${encodeURIComponent(file)}`);
  expect(await (await place('tasks/hello.task.yaml')).json()).toEqual({ path: join(folder, 'tasks/hello.task.yaml') });
  expect((await place('../etc/passwd')).status).toBe(404);
});

test('the code of a task is what its script, or a file beside it or the workspace file, has; nothing else is read', async () => {
  const folder = temporary({
    'scripts/refund.ts': 'export default () => 1;\n',
    'scripts/lib/ledger.js': 'export const a = 1;\n',
    'scripts/key.pem': 'secret',
    'elsewhere/other.ts': 'secret',
    'own/near.ts': 'near',
  });
  const file = join(folder, 'own/hangar.json');
  const behavior = { kind: 'script', file: '../scripts/refund.ts' };
  writeFileSync(file, JSON.stringify({ version: 1, tasks: [{ slug: 'refund', behavior }] }));
  symlinkSync(join(folder, 'elsewhere/other.ts'), join(folder, 'scripts/link.ts'));
  symlinkSync(join(folder, 'scripts/key.pem'), join(folder, 'scripts/key.ts'));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'scripts/out'));
  await receiving({ workspace: file });
  const code = async (name: string) => {
    const query = new URLSearchParams({ task: 'refund', file: name });
    const answer = await fetch(`${emulator?.url}/_emulator/definitions/code?${query}`);
    return answer.ok ? ((await answer.json()) as { path: string; text: string }) : answer.status;
  };
  const refund = join(folder, 'scripts/refund.ts');
  expect(await code(refund)).toEqual({ path: refund, text: 'export default () => 1;\n' });
  expect(await code('../scripts/lib/ledger.js')).toMatchObject({ text: 'export const a = 1;\n' });
  expect(await code('near.ts')).toMatchObject({ path: join(folder, 'own/near.ts'), text: 'near' });
  for (const name of ['../scripts/link.ts', '../scripts/key.ts', '../scripts/out/other.ts'])
    expect(await code(name)).toBe(404);
  for (const name of ['../scripts/key.pem', '../elsewhere/other.ts', join(folder, 'elsewhere/other.ts'), '', 'a\0.ts'])
    expect(await code(name)).toBe(404);
});

test('paths of a copy are relative to the written file, wherever it lies', async () => {
  const folder = temporary(REPOSITORY);
  mkdirSync(join(folder, 'config'));
  const into = join(folder, 'config/hangar.json');
  expect((await importDefinitions(join(folder, 'tasks'), into)).added).toEqual(['hello', 'orders']);
  const { tasks } = JSON.parse(readFileSync(into, 'utf8')) as { tasks: { behavior: object }[] };
  expect(tasks[0]?.behavior).toMatchObject({ file: '../tasks/hello.js', cwd: '../tasks' });
  writeFileSync(join(folder, 'tasks/orders.sql'), 'select 2');
  expect((await importDefinitions(join(folder, 'tasks'), into)).present).toEqual(['hello', 'orders']);
});
