import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STORE_VERSION } from '../../electron/emulator/store/state/migrations.ts';
import { openState, type StateStore } from '../../electron/emulator/store/state/state.ts';
import { childScript, runScript } from '../store/child-script.ts';
import { contentOf, prompt, run, session, START } from '../store/sample.ts';
import { writeVersion1 } from '../store/version-1.ts';

/** Real processes on a real disk, killed by SIGKILL at every call that they make of it. */

const scratch = mkdtempSync(join(tmpdir(), 'hangar-mortal-'));
let script = '';
beforeAll(async () => {
  script = await childScript('mortal', scratch);
});
afterAll(() => rmSync(scratch, { recursive: true }));

function open(folder: string): Promise<StateStore> {
  const onFailure = (error: Error): void => {
    throw error;
  };
  return openState({ folder, now: () => START, onFailure });
}

/** The acknowledged entries that are missing. */
function missingIn(state: StateStore, said: readonly number[]): unknown[] {
  return said.filter((n) => {
    const isWhole =
      state.get('run', run(n).id)?.status === (n % 4 === 0 && n < 13 ? 'Active' : 'Succeeded') &&
      state.logCount(run(n).id) === 2 &&
      (n > 12 || (state.promptsOf(run(n).id).length === 1 && state.get('session', session(n).id) !== undefined));
    return !isWhole;
  });
}

test('a process that is killed at any step of a compaction loses nothing that it said was durable', async () => {
  const calls: number[] = [];
  for (let at = 0; calls.length === 0; at++) {
    const folder = join(scratch, `compaction-${at}`);
    mkdirSync(folder);
    const { signal, lines } = await runScript(script, [folder, 'compaction', String(at)]);
    const said = lines.map(Number).filter((n) => !Number.isNaN(n));
    if (signal !== 'SIGKILL') calls.push(Number(lines.at(-1)?.slice('calls '.length)));
    const state = await open(folder);
    const content = contentOf(state);
    expect([
      at,
      missingIn(state, said),
      state.messages.filter((text) => !text.includes('unfinished last write')),
    ]).toEqual([at, [], []]);
    expect(state.pendingPrompts().map(({ id }) => id)).toEqual([4, 8, 12].map((n) => prompt(n, '').id));
    await state.compact();
    await state.close();
    // The next start finds it in order, and nothing is left over.
    const again = await open(folder);
    expect([at, again.messages, contentOf(again)]).toEqual([at, [], content]);
    await again.close();
    expect(readdirSync(folder).filter((name) => /^snapshot|new$/.test(name))).toHaveLength(1);
  }
  // A compaction writes an archive, an index and a snapshot, and clears away: it cannot be in fewer calls.
  expect(calls[0]).toBeGreaterThan(15);
});

test('a process that is killed at any step of an import leaves all of what was before or all of the import', async () => {
  const found: number[] = [];
  for (let at = 0, isOver = false; !isOver; at++) {
    const folder = join(scratch, `import-${at}`);
    mkdirSync(folder);
    const { signal, lines } = await runScript(script, [folder, 'import', String(at)]);
    isOver = signal !== 'SIGKILL';
    const state = await open(folder);
    const runs = state.runCount({});
    found.push(runs);
    expect([at, runs]).toEqual([at, lines.includes('imported') || runs === 1000 ? 1000 : 4]);
    for (const { id } of state.runIndex({})) expect(state.logCount(id)).toBe(runs === 4 ? 0 : 1);
    const content = contentOf(state);
    await state.close();
    const again = await open(folder);
    expect([at, again.messages, contentOf(again)]).toEqual([at, [], content]);
    await again.close();
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  }
  // It creates a draft, writes it in parts, syncs and renames it; only then it counts.
  expect(found.length).toBeGreaterThan(8);
  expect([found[0], found.at(-1)]).toEqual([4, 1000]);
});

test('a process that is killed at any step of an upgrade can be started again, and finds everything', async () => {
  const first = join(scratch, 'first');
  const files = writeVersion1(first);
  const reference = join(scratch, 'reference');
  cpSync(first, reference, { recursive: true });
  const whole = await open(reference);
  const content = contentOf(whole);
  await whole.close();
  for (let at = 0, isOver = false; !isOver; at++) {
    const folder = join(scratch, `upgrade-${at}`);
    cpSync(first, folder, { recursive: true });
    isOver = (await runScript(script, [folder, 'upgrade', String(at)])).signal !== 'SIGKILL';
    const state = await open(folder);
    expect([at, contentOf(state)]).toEqual([at, content]);
    await state.close();
    const kept = files.map(([name, bytes]) => [name, readFileSync(join(folder, `${name}.version-1`)).equals(bytes)]);
    expect([at, kept]).toEqual([at, files.map(([name]) => [name, true])]);
    const header = readFileSync(join(folder, newestSnapshot(folder)), 'utf8').split('\n')[0] ?? '';
    expect(JSON.parse(header)).toMatchObject({ file: 'snapshot', version: STORE_VERSION });
  }
});

function newestSnapshot(folder: string): string {
  return readdirSync(folder).findLast((name) => /^snapshot-\d+\.jsonl$/.test(name)) ?? '';
}
