import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  openWorkspace,
  type WorkspaceFile,
  type WorkspaceOptions,
} from '../../electron/emulator/store/workspace/workspace-file.ts';
import {
  WORKSPACE_MIGRATIONS,
  type Authored,
  type WorkspaceMigration,
} from '../../electron/emulator/store/workspace/workspace-migrations.ts';
import { isJsonObject, type Json } from '../../shared/values/json.ts';
import { WORKSPACE_VERSION } from '../../shared/model/workspace.ts';

/**
 * There is one version of the workspace file so far. Files of two earlier ones, which never were, show that what an author
 * wrote is read whatever its age, and is only rewritten when the author changes something.
 */
const MIGRATIONS: readonly WorkspaceMigration[] = [
  {
    to: 0,
    why: 'Limits were called timeouts.',
    change: eachTask(({ limit, ...task }) => ({ ...task, ...(limit === undefined ? {} : { timeout: limit }) })),
  },
  {
    to: 1,
    why: 'Timeouts were minutes.',
    change: eachTask((task) =>
      typeof task['timeout'] === 'number' ? { ...task, timeout: task['timeout'] * 60 } : task,
    ),
  },
];

function eachTask(change: (task: Authored) => Authored): WorkspaceMigration['change'] {
  return (authored) => {
    const { tasks } = authored;
    return Array.isArray(tasks)
      ? { ...authored, tasks: tasks.map((task: Json) => (isJsonObject(task) ? change(task) : task)) }
      : authored;
  };
}

const OLD = `{
    "version": -1,
    "tasks": [
        { "slug": "b",   "name": "Second" },

        { "slug": "a",
            "limit": 2
        }
    ],
    "users": [ { "email": "ada@example.com" } ]
}
`;
/** The file in today's version. */
const READ = OLD.replace('-1', '1').replace('"limit": 2', '"timeout": 120');

let folder = '';
let file = '';
const opened: WorkspaceFile[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hangar-workspace-'));
  file = join(folder, 'workspace.json');
});
afterEach(async () => {
  for (const workspace of opened.splice(0)) await workspace.close();
  rmSync(folder, { recursive: true });
});

async function open(options: Partial<WorkspaceOptions> = {}): Promise<WorkspaceFile> {
  const workspace = await openWorkspace({ file, initial: { version: 1 }, migrations: MIGRATIONS, ...options });
  opened.push(workspace);
  return workspace;
}

function filesIn(): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const rename = (workspace: WorkspaceFile, name: string): Promise<void> =>
  workspace.change((now) => ({
    ...now,
    tasks: now.tasks.map((task) => (task.slug === 'a' ? { ...task, name } : task)),
  }));

const CHANGED = READ.replace('"slug": "a",', '"slug": "a",\n            "name": "First",');

test('the migrations are numbered without a gap, up to the version that is written', () => {
  expect(WORKSPACE_MIGRATIONS.map(({ to }) => to)).toEqual(WORKSPACE_MIGRATIONS.map((_, i) => i + 2));
  expect(WORKSPACE_VERSION).toBe(1 + WORKSPACE_MIGRATIONS.length);
});

test('a file of an older version is read, said to be one, and left as it is until something is changed', async () => {
  writeFileSync(file, OLD);
  const workspace = await open();
  expect([workspace.current().tasks.map(({ slug }) => slug), workspace.status().warnings, filesIn()]).toEqual([
    ['b', 'a'],
    [
      `${file} is of version -1 and is read as version 1. The next change made in Hangar migrates it and keeps the old file beside it.`,
    ],
    { 'workspace.json': OLD },
  ]);
  await rename(workspace, 'First');
  expect([workspace.status().warnings, filesIn()]).toEqual([
    [],
    { 'workspace.json': CHANGED, 'workspace.json.version--1': OLD },
  ]);
});

test('a file that is kept already is not replaced, and one that was kept before an interruption is enough', async () => {
  for (const [kept, names] of [
    [OLD, ['workspace.json', 'workspace.json.version--1']],
    ['{"version": -1}', ['workspace.json', 'workspace.json.version--1', 'workspace.json.version--1-2']],
  ] as const) {
    writeFileSync(file, OLD);
    writeFileSync(`${file}.version--1`, kept);
    const workspace = await open();
    await rename(workspace, 'First');
    await workspace.close();
    expect([Object.keys(filesIn()), filesIn()['workspace.json.version--1']]).toEqual([names, kept]);
  }
});

test('an older file that is put in place while Hangar runs is taken up too', async () => {
  writeFileSync(file, '{"version": 1}');
  const workspace = await open();
  writeFileSync(file, OLD);
  await workspace.reload();
  expect([workspace.authored(), filesIn()]).toEqual([JSON.parse(READ), { 'workspace.json': OLD }]);
});

test('a file that is only read stays as it is', async () => {
  writeFileSync(file, OLD);
  const workspace = await open({ readOnly: true });
  await rename(workspace, 'First');
  expect([workspace.current().tasks[1]?.name, filesIn()]).toEqual(['First', { 'workspace.json': OLD }]);
});

test.each([
  ['is older than any that can be read', '{"version": -2}', 'must be 1; no Hangar has written version -2'],
  ['is wrong', '{"version": -1, "tasks": [{"slug": "A b"}]}', 'tasks[0].slug: '],
])('an older file that %s is refused with the place, and left as it is', async (_, text, message) => {
  writeFileSync(file, text);
  await expect(open()).rejects.toThrow(message);
  expect(filesIn()).toEqual({ 'workspace.json': text });
});
