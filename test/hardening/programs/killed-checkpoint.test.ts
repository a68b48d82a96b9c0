import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../../electron/programs/library.ts';
import { childScript, runScript } from '../../store/child-script.ts';

/** Emulators killed by SIGKILL at every call that a checkpoint makes of the file system. `test/store/mortal-checkpoint.ts` is the process. */

const scratch = mkdtempSync(join(tmpdir(), 'hangar-mortal-'));
let script = '';
beforeAll(async () => {
  script = await childScript('mortal-checkpoint', scratch);
});
afterAll(() => rmSync(scratch, { recursive: true }));

interface Row {
  readonly taskSlug: string;
  readonly status: string;
}

/** Definitions, runs and checkpoint that the next start finds. */
async function found(folder: string) {
  const messages: string[] = [];
  const emulator = await startEmulator({ data: join(folder, 'data'), onMessage: (line) => messages.push(line) });
  try {
    const summary = async () => {
      const answer = await fetch(`${emulator.url}/_emulator/export`);
      const { state } = (await answer.json()) as { state: { kind: string; entity: Row }[] };
      const runs = state.flatMap(({ kind, entity }) => (kind === 'run' ? [entity] : []));
      const prompts = state.filter(({ kind }) => kind === 'prompt').length;
      const tasks = emulator.workspace.current().tasks.map(({ slug }) => slug);
      return { tasks, runs: runs.map(({ taskSlug, status }) => `${taskSlug} ${status}`), prompts };
    };
    const before = await summary();
    const [checkpoint] = emulator.checkpoints.list();
    await emulator.checkpoints.restore('base');
    return { before, checkpoint, restored: await summary(), messages };
  } finally {
    await emulator.stop();
  }
}

const BASE = { tasks: ['first'], runs: ['first Active', 'first Active'], prompts: 2 };
const LATER = { tasks: ['second'], runs: [...BASE.runs, 'second Succeeded'], prompts: 2 };

/** Calls for each call of the file system at which the process was killed, until there are no more. */
async function killedAtEach(
  during: 'save' | 'restore',
  check: (folder: string, isDone: boolean, at: number) => Promise<void>,
): Promise<number> {
  for (let at = 0; ; at++) {
    const folder = join(scratch, `${during}-${at}`);
    mkdirSync(folder);
    const { signal, lines } = await runScript(script, [folder, during, String(at)]);
    await check(folder, lines.includes('done'), at);
    expect(readdirSync(join(folder, 'data', 'checkpoints'))).toEqual(['checkpoint-base.json.gz']);
    rmSync(folder, { recursive: true });
    if (signal !== 'SIGKILL') return Number(lines.at(-1)?.slice('calls '.length));
  }
}

test('a process that is killed at any step of a save leaves the old checkpoint or the new one, whole', async () => {
  const sizes = new Set<number | undefined>();
  const calls = await killedAtEach('save', async (folder, isDone, at) => {
    const { before, checkpoint, restored, messages } = await found(folder);
    expect([at, before, messages]).toEqual([at, LATER, []]);
    expect([at, restored]).toEqual([at, checkpoint?.runs === 3 ? LATER : BASE]);
    if (isDone) expect(checkpoint?.runs).toBe(3);
    sizes.add(checkpoint?.runs);
  });
  // It creates a draft, writes and syncs it, renames it and syncs the folder.
  expect(calls).toBeGreaterThanOrEqual(5);
  expect([...sizes]).toEqual([2, 3]);
});

test('a process that is killed at any step of a restore leaves all of what was before or all of the checkpoint', async () => {
  const seen: string[] = [];
  const calls = await killedAtEach('restore', async (folder, isDone, at) => {
    const { before, restored } = await found(folder);
    const isRestored = before.tasks[0] === 'first';
    expect([at, before]).toEqual([at, isRestored ? BASE : LATER]);
    if (isDone) expect(isRestored).toBe(true);
    expect([at, restored]).toEqual([at, BASE]);
    seen.push(isRestored ? 'new' : 'old');
  });
  // The mark on the disk decides: once it stands, the next start finishes the restore. On a busy machine a process makes
  // other calls meanwhile, so that the first of "new" may come some calls earlier or later.
  expect([seen[0], seen.at(-1)]).toEqual(['old', 'new']);
  expect(calls).toBeGreaterThan(10);
});
