import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openState, type StateStore } from '../../../electron/emulator/store/state/state.ts';
import { childScript, runScript } from '../../store/child-script.ts';
import { contentOf, prompt, run, session, START } from '../../store/sample.ts';

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

test('a process that is killed at any step of a rewrite loses nothing that it said was durable', async () => {
  const calls: number[] = [];
  for (let at = 0; calls.length === 0; at++) {
    const folder = join(scratch, `rewrite-${at}`);
    mkdirSync(folder);
    const { signal, lines } = await runScript(script, [folder, 'rewrite', String(at)]);
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
    expect(readdirSync(folder)).toEqual(['state.jsonl']);
  }
  // A rewrite opens a draft, writes to it and renames it; what came meanwhile is written too.
  expect(calls[0]).toBeGreaterThan(5);
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
    for (const { id } of state.runs({})) expect(state.logCount(id)).toBe(runs === 4 ? 0 : 1);
    const content = contentOf(state);
    await state.close();
    const again = await open(folder);
    expect([at, again.messages, contentOf(again)]).toEqual([at, [], content]);
    await again.close();
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  }
  // It creates a draft, writes it in parts and renames it; only then it counts.
  expect(found.length).toBeGreaterThan(5);
  expect([found[0], found.at(-1)]).toEqual([4, 1000]);
});
