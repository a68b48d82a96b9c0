import { describe, expect, test } from 'vitest';
import { parseRecords } from '../../../electron/emulator/store/state/export.ts';
import { memoryDisk } from '../../../electron/emulator/store/state/memory-disk.ts';
import { failing } from '../../store/failing-disk.ts';
import { contentOf, copyOf, finished, line, openOn, run, START, type Files } from '../../store/sample.ts';
import type { StateStore } from '../../../electron/emulator/store/state/state.ts';
import { Task } from '../../../shared/model/task.ts';

const RUNS = 3000;

describe('an export that is read bit by bit', () => {
  test('is of the moment at which its first record was read', async () => {
    const state = await openOn(new Map());
    state.put('run', finished(1));
    state.put('run', run(2));
    state.appendLogs(run(2).id, [line(1)]);
    const expected = [...state.exportRecords()];
    const records = state.exportRecords();
    const first = records.next().value;
    state.put('run', finished(2));
    state.put('run', run(3));
    state.clear([]);
    expect([first, ...records]).toEqual(expected);
  });
});

describe('a list of runs that is read bit by bit', () => {
  const idOf = (n: number): string => run(n).id;

  /** Runs that were created in another order than that of their times. */
  async function scattered(fields: (n: number) => object = () => ({})): Promise<StateStore> {
    const state = await openOn(new Map());
    for (const first of [0, 1, 2])
      for (let n = first; n < 30; n += 3) state.put('run', finished(n, { taskID: `tsk${n % 2}`, ...fields(n) }));
    return state;
  }

  test.each<[change: string, (state: StateStore) => unknown, gone: readonly number[]]>([
    ['changes', (state) => [3, 4, 5].map((n) => state.put('run', finished(n, { failure: 'x' }))), []],
    ['is removed', (state) => [3, 4, 5].map((n) => state.remove('run', idOf(n))), [3, 4, 5]],
    ['that is the oldest is removed', (state) => [0, 1].map((n) => state.remove('run', idOf(n))), [0, 1]],
    ['is added', (state) => [40, 41].map((n) => state.put('run', finished(n))), []],
    ['is added out of order', (state) => state.put('run', finished(2, { id: 'run0000025' })), []],
  ])('has every run once when one %s meanwhile', async (_, change, gone) => {
    for (const taken of [1, 7, 15, 24]) {
      const state = await scattered();
      const ids: string[] = [];
      for (const { id } of state.runs({})) {
        ids.push(id);
        if (ids.length === taken) change(state);
      }
      const expected = Array.from({ length: 30 }, (_, i) => 29 - i).filter((n) => !gone.includes(n));
      expect([taken, ids]).toEqual([taken, expected.map(idOf)]);
    }
  });

  test('orders runs of one moment by ID, and by task', async () => {
    const state = await scattered(() => ({ createdAt: START }));
    const all = Array.from({ length: 30 }, (_, i) => 29 - i);
    expect([...state.runs({})].map(({ id }) => id)).toEqual(all.map(idOf));
    const odd = all.filter((n) => n % 2 === 1).map(idOf);
    expect([...state.runs({ taskID: 'tsk1' })].map(({ id }) => id)).toEqual(odd);
    expect([state.runCount({}), state.runCount({ taskID: 'tsk1' }), state.runCount({ taskID: 'tsk2' })]).toEqual([
      30, 15, 0,
    ]);
    // The oldest are dropped by the same order.
    state.retain(4);
    expect([...state.runs({})].map(({ id }) => id)).toEqual([29, 28, 27, 26].map(idOf));
  });
});

describe('an import that is loaded in slices', () => {
  async function imported() {
    const from = await openOn(new Map());
    for (let n = 1; n <= RUNS; n++) {
      from.put('run', finished(n));
      from.appendLogs(finished(n).id, [line(1)]);
    }
    return { from, records: await parseRecords([...from.exportRecords()]) };
  }

  /** Lets the event loop turn once; true when the work is over by then. */
  const isOverInTurn = (work: Promise<unknown>): Promise<boolean> =>
    Promise.race([work.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);

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
      isOver = await isOverInTurn(loading);
    }
    await state.flushed();
    expect(turns).toBeGreaterThan(1);
    expect(contentOf(await openOn(copyOf(files)))).toEqual(contentOf(from));
  });

  test('takes the place of a rewrite that runs, so that no crash finds a part of it', async () => {
    const { from, records } = await imported();
    const files: Files = new Map();
    const state = await openOn(files);
    for (let n = 1; n <= RUNS; n++) state.put('run', finished(RUNS + n));
    await state.flushed();
    const rewriting = state.compact();
    const size = (name: string): number => files.get(name)?.size() ?? 0;
    while (size('state.jsonl.new') < size('state.jsonl') / 2) await new Promise((resolve) => setImmediate(resolve));
    const loading = state.load(records);
    const found = new Set<boolean>();
    for (let isOver = false; !isOver;) {
      const killed = await openOn(copyOf(files));
      found.add(killed.get('run', finished(RUNS + 1).id) === undefined);
      expect([killed.messages, killed.runCount({})]).toEqual([[], RUNS]);
      isOver = await isOverInTurn(loading);
    }
    await rewriting;
    await state.flushed();
    expect(contentOf(await openOn(copyOf(files)))).toEqual(contentOf(from));
    expect(found).toContain(false);
  });

  test('is written in many short lines, and the next start removes what a crash left of them', async () => {
    const { from, records } = await imported();
    const files: Files = new Map();
    const state = await openOn(files);
    const loading = state.load(records);
    let half: Files = new Map();
    for (let i = 0; i < 500 && ![...half.keys()].some((name) => name.endsWith('.new')); i++) {
      await new Promise((resolve) => setImmediate(resolve));
      half = copyOf(files);
    }
    await loading;
    await state.flushed();
    const file = files.get('state.jsonl');
    const lines = file?.read(0, file.size()).toString().split('\n') ?? [];
    expect(lines.length).toBeGreaterThan(5);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(300_000);
    expect([...half.keys()]).toContain('state.jsonl.new');
    const killed = await openOn(half);
    expect([killed.messages, killed.runCount({}), [...half.keys()]]).toEqual([[], 0, ['state.jsonl']]);
    expect(from.runCount({})).toBe(RUNS);
  });

  test.each([
    ['process', 'write state.jsonl.new'],
    ['process', 'write state.jsonl.new', 3],
    ['power', 'write state.jsonl.new', 3],
    ['process', 'open state.jsonl.new'],
    ['process', 'rename state.jsonl'],
    ['power', 'sync state.jsonl.new'],
    ['power', 'rename state.jsonl'],
  ] as const)('that the disk refuses for a while (%s, %s) is promised once it is saved', async (...refusal) => {
    const [durability, refused, passed = 0] = refusal;
    const { from, records } = await imported();
    const files: Files = new Map();
    let isFull = false;
    let calls = 0;
    const disk = failing(memoryDisk(files), (call) =>
      isFull && call === refused && (calls += 1) > passed ? 'half' : null,
    );
    const state = await openOn(disk, { durability, onFailure: () => undefined });
    state.put('secret', { id: 'apiKey', value: 'tkn_kept' });
    await state.flushed();
    isFull = true;
    await state.load(records);
    await Promise.resolve(state.flushed()).catch(() => undefined);
    expect([0, RUNS]).toContain((await openOn(copyOf(files))).runCount({}));
    isFull = false;
    state.put('run', finished(RUNS + 5));
    await state.flushed();
    const again = await openOn(copyOf(files));
    expect([again.messages, again.runCount({})]).toEqual([[], RUNS + 1]);
    expect(again.get('run', finished(7).id)).toEqual(from.get('run', finished(7).id));
  });
});

describe('runs of which there are many', () => {
  test('are dropped a part at a time', async () => {
    const state = await openOn(new Map());
    for (let n = 1; n <= 1500; n++) state.put('run', finished(n));
    expect([state.retain(100), state.runCount({})]).toEqual([true, 500]);
    expect([state.retain(100), state.runCount({})]).toEqual([false, 100]);
  });

  test('are dropped with what they display', async () => {
    const files: Files = new Map();
    const state = await openOn(files);
    for (const n of [1, 2]) {
      state.put('run', finished(n));
      const display = { kind: 'markdown', content: String(n) } as const;
      state.put('display', { id: `dsp${n}`, runID: finished(n).id, createdAt: START + n, size: 40, display });
    }
    await state.compact();
    state.retain(1);
    await state.flushed();
    for (const { all } of [state, await openOn(copyOf(files))].map((each) => ({ all: [...each.all('display')] })))
      expect(all.map(({ id }) => id)).toEqual(['dsp2']);
  });

  test('keep their blueprints', async () => {
    const definition = Task.parse({ id: 'tsk1', slug: 'refund', name: 'Refund' });
    const files: Files = new Map();
    let state = await openOn(files);
    const known = (): string[] => ['used', 'old', 'free'].filter((id) => state.get('blueprint', id) !== undefined);
    for (const id of ['used', 'old', 'free']) state.put('blueprint', { id, kind: 'task', definition });
    state.put('run', run(1, { blueprintID: 'used' }));
    state.put('run', finished(2, { blueprintID: 'old' }));
    await state.compact();
    const compacted = known();
    await state.close();
    state = await openOn(files);
    await state.compact();
    const reopened = known();
    state.remove('run', finished(2).id);
    await state.compact();
    expect([compacted, reopened, known()]).toEqual([['used', 'old'], ['used', 'old'], ['used']]);
  });
});
