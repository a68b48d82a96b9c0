import { describe, expect, test } from 'vitest';
import { atOnce } from '../../electron/slices/slices.ts';
import { parseRecords } from '../../electron/store/export.ts';
import { contentOf, copyOf, finished, line, openOn, run, type Files } from './sample.ts';

const RUNS = 3000;

describe('an export that is read bit by bit', () => {
  test('is of the moment at which it was asked for', async () => {
    const state = await openOn(new Map());
    state.put('run', finished(1));
    state.put('run', run(2));
    state.appendLogs(run(2).id, [line(1)]);
    const expected = [...state.exportRecords()];
    const records = state.exportRecords();
    state.put('run', finished(2));
    state.put('run', run(3));
    await state.compact();
    expect([...records]).toEqual(expected);
  });

  test('leaves out what is dropped before its turn, and breaks off when the state is emptied', async () => {
    const state = await openOn(new Map());
    for (const n of [1, 2, 3]) state.put('run', finished(n));
    const [dropping, emptied] = [state.exportRecords(), state.exportRecords()];
    state.remove('run', finished(2).id);
    const ids = [...dropping].map((record) => (record as { entity: { id: string } }).entity.id);
    expect(ids).toEqual([finished(1).id, finished(3).id]);
    state.clear([]);
    expect(() => [...emptied]).toThrow('The state was emptied while it was exported; export again.');
  });
});

describe('an import that is loaded in slices', () => {
  async function imported() {
    const from = await openOn(new Map());
    for (let n = 1; n <= RUNS; n++) {
      from.put('run', finished(n));
      from.appendLogs(finished(n).id, [line(1)]);
    }
    return { from, records: atOnce(parseRecords([...from.exportRecords()])) };
  }

  test('leaves the state on disk as it was until all of it is there, and nobody waits for it', async () => {
    const { from, records } = await imported();
    const files: Files = new Map();
    const state = await openOn(files);
    state.put('run', finished(RUNS + 1));
    await state.flushed();
    const loading = state.load(records);
    let turns = 0;
    for (let isOver = false; !isOver; turns++) {
      expect(state.flushed()).toBeNull();
      const killed = await openOn(copyOf(files));
      expect(killed.runCount({})).toBe(1);
      isOver = await Promise.race([
        loading.then(() => true),
        new Promise<false>((resolve) => setImmediate(resolve, false)),
      ]);
    }
    await state.flushed();
    expect(turns).toBeGreaterThan(1);
    expect(contentOf(await openOn(copyOf(files)))).toEqual(contentOf(from));
  });
});
