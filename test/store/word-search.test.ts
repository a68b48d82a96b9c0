import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StateStore } from '../../electron/emulator/store/state/state.ts';
import type { RunRecord } from '../../electron/emulator/engine/records.ts';
import { finished, line, openOn, prompt, run } from './sample.ts';

/** Opens a state with finished runs that have been moved to archives. */
async function archived(runs: readonly RunRecord[]): Promise<StateStore> {
  const state = await openOn(new Map());
  for (const record of runs) state.put('run', record);
  await state.compact();
  return state;
}

/** IDs of the runs that may have a word, oldest first. */
function candidates(state: StateStore, word: string): string[] {
  const mayHave = state.wordTest(word);
  const found = [...state.runIndex({})].filter((entry) => mayHave(entry)).map(({ id }) => id);
  return found.reverse();
}

describe('the test of a word', () => {
  test('tells runs of an archive apart without reading them, over many blocks', async () => {
    const runs = Array.from({ length: 5000 }, (_, n) => finished(n, { output: `order AB${n};` }));
    const state = await archived(runs);
    for (const n of [0, 1, 2500, 4998, 4999]) expect(candidates(state, `ab${n};`)).toEqual([run(n).id]);
    expect(candidates(state, 'ab77')).toEqual(
      [77, ...Array.from({ length: 10 }, (_, n) => 770 + n)].map((n) => run(n).id),
    );
    expect(candidates(state, 'nothing has this')).toEqual([]);
  });

  test('knows nothing of runs in memory, and looks at logs and prompts of archived ones', async () => {
    const state = await openOn(new Map());
    for (const n of [1, 2, 3]) state.put('run', finished(n));
    state.appendLogs(run(1).id, [line(1, 'Looking it up')]);
    state.put('prompt', prompt(1, run(2).id, { description: 'Pay twice?', submittedAt: 1 }));
    expect(candidates(state, 'looking')).toEqual([1, 2, 3].map((n) => run(n).id));
    await state.compact();
    expect(candidates(state, 'looking it')).toEqual([run(1).id]);
    expect(candidates(state, 'twice?')).toEqual([run(2).id]);
  });

  test('misses no character whatever its upper case is', async () => {
    const capitals = Array.from({ length: 0x20000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => character.toLowerCase() !== character);
    expect(capitals.length).toBeGreaterThan(1000);
    const state = await archived(capitals.map((output, n) => finished(n, { output })));
    const entries = [...state.runIndex({})].reverse();
    const missed = capitals.filter((capital, n) => {
      const [entry] = entries.slice(n);
      return entry === undefined || Array.from(capital.toLowerCase()).some((letter) => !state.wordTest(letter)(entry));
    });
    expect(missed).toEqual([]);
  });

  test('misses no word of a text, whatever JSON makes of it', async () => {
    const special = fc.constantFrom(
      '"',
      '\\',
      '\n',
      '\u2028',
      '\ud800',
      'İ',
      'K',
      'ẞ',
      'Σ',
      '退',
      '😀',
      '.',
      '(',
      '*',
      '/',
    );
    const text = fc
      .array(fc.oneof(special, fc.string({ unit: 'grapheme', maxLength: 4 })))
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.nat(), fc.integer({ min: 1, max: 20 }), async (output, from, length) => {
        const lower = output.toLowerCase();
        const start = from % (lower.length + 1);
        const word = lower.slice(start, start + length);
        const state = await archived([finished(1, { output }), finished(2)]);
        expect(candidates(state, word)).toContain(run(1).id);
      }),
      { numRuns: 300 },
    );
  });
});
