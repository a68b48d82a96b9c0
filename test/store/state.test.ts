import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseRecords } from '../../electron/emulator/store/state/export.ts';
import { openState, type StateStore } from '../../electron/emulator/store/state/state.ts';
import { memoryDisk } from '../../electron/emulator/store/state/memory-disk.ts';
import { finished, line, openOn, prompt, run, session, START, type Files } from './sample.ts';
import { refusingOpenFiles } from './windows-disk.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hangar-state-'));
afterAll(() => rmSync(scratch, { recursive: true }));

function open(folder: string): Promise<StateStore> {
  return openState({
    folder,
    now: () => START,
    onFailure: (error) => {
      throw error;
    },
  });
}

describe('one process on a folder', () => {
  test('a second opening is refused naming the process, and allowed after the first is closed', async () => {
    const folder = join(scratch, 'twice');
    const state = await open(folder);
    await expect(open(folder)).rejects.toThrow(
      `The data folder ${folder} is in use by this process (pid ${process.pid}). Stop it, or choose another folder with --data.`,
    );
    await state.close();
    await (await open(folder)).close();
    expect(readdirSync(folder)).toEqual(['state.jsonl']);
  });

  test('a folder that cannot be made is refused in a sentence', async () => {
    writeFileSync(join(scratch, 'file'), '');
    await expect(open(join(scratch, 'file', 'data'))).rejects.toThrow(/^The data folder .* cannot be created: ENOTDIR/);
  });
});

describe('a turn', () => {
  test('is written once, with the last value of each thing, and a later one only with what changed', async () => {
    const files: Files = new Map();
    const state = await openOn(files);
    expect(state.flushed()).toBeNull();
    const first = run(1);
    state.put('run', first);
    state.put('run', { ...first, waiting: true });
    state.appendLogs(first.id, [line(1)]);
    await state.flushed();
    state.put('run', { ...first, waiting: true, failure: 'no' });
    state.put('secret', { id: 's', value: 'x' });
    state.remove('secret', 's');
    await state.flushed();
    state.put('run', { ...first, waiting: true, failure: 'no' });
    await state.flushed();
    const lines = files.get('state.jsonl')!.read(0, Infinity).toString().trimEnd().split('\n');
    const items = lines.map((text) => (JSON.parse(text) as { items?: unknown }).items);
    expect(items).toEqual([
      undefined,
      [
        ['put', 'run', expect.objectContaining({ id: first.id, waiting: true })],
        ['logs', first.id, [[1, START + 1, 'info', 'refund', 'line 1']]],
      ],
      [
        ['remove', 'secret', 's'],
        ['patch', 'run', first.id, { failure: 'no' }, []],
      ],
    ]);
  });
});

describe('retention', () => {
  test('drops the oldest finished runs with logs and prompts, and nothing that is unfinished or waited for', async () => {
    const files: Files = new Map();
    const state = await openOn(files);
    state.put('run', run(1));
    state.put('run', finished(2, { parentID: run(1).id }));
    state.put('session', session(1));
    state.put('run', finished(3, { sessionID: session(1).id }));
    for (let n = 4; n < 10; n++) {
      state.put('run', finished(n));
      state.appendLogs(run(n).id, [line(1)]);
      state.put('prompt', prompt(n, run(n).id, { submittedAt: 1 }));
    }
    await state.compact();
    state.retain(3);
    const kept = (of: StateStore): unknown => ({
      runs: [...of.runs({})].map(({ id }) => id),
      count: of.runCount({ taskID: 'tsk1' }),
      prompts: [4, 6, 7].map((n) => of.get('prompt', prompt(n, '').id)?.id),
      logs: [4, 7].map((n) => of.logCount(run(n).id)),
      session: of.get('session', session(1).id)?.id,
    });
    const expected = {
      runs: [9, 8, 7, 3, 2, 1].map((n) => run(n).id),
      count: 6,
      prompts: [undefined, undefined, prompt(7, '').id],
      logs: [0, 1],
      session: session(1).id,
    };
    expect(kept(state)).toEqual(expected);
    await state.close();
    const again = await openOn(files);
    again.retain(3);
    expect(kept(again)).toEqual(expected);
  });

  test('drops a finished session with the last of its runs, and those that had none beyond the same number', async () => {
    const files: Files = new Map();
    const state = await openOn(files);
    const over = { status: 'Succeeded' } as const;
    for (let n = 1; n <= 3; n++) {
      state.put('session', session(n, n === 2 ? {} : over));
      state.put('run', finished(n, { sessionID: session(n).id }));
    }
    state.put('run', run(4));
    state.put('session', session(4, { ...over, parentID: run(4).id }));
    for (let n = 5; n < 9; n++) state.put('session', session(n, over));
    await state.compact();
    state.retain(2);
    const kept = (of: StateStore): unknown => ({
      runs: [...of.runs({})].map(({ id }) => id),
      sessions: [...of.sessions()].map(({ id }) => id),
    });
    // The second is not over, somebody may ask for the fourth, and of the others two may stay.
    const expected = { runs: [4, 3, 2].map((n) => run(n).id), sessions: [8, 7, 4, 3, 2].map((n) => session(n).id) };
    expect(kept(state)).toEqual(expected);
    await state.close();
    expect(kept(await openOn(files))).toEqual(expected);
  });

  test('keeps the file small, however many runs are dropped', async () => {
    const files: Files = new Map();
    const state = await openOn(files, { rewriteAt: 20_000 });
    for (let n = 0; n < 2000; n++) {
      state.put('run', finished(n, { failure: 'x'.repeat(200) }));
      state.retain(20);
      await state.flushed();
    }
    await state.compact();
    expect([[...files.keys()], state.runCount({})]).toEqual([['state.jsonl'], 20]);
    expect(files.get('state.jsonl')!.size()).toBeLessThan(20_000);
  });
});

test('closing leaves a short file for the next start, and all that was kept', async () => {
  const files: Files = new Map();
  const state = await openOn(files, { rewriteAt: 1000 });
  const size = (): number => files.get('state.jsonl')!.size();
  const last = (count: number) => finished(1, { failure: `${count}`.repeat(600) });
  for (const count of [1, 2, 3, 4]) {
    state.put('run', last(count));
    await state.flushed();
  }
  expect(size()).toBeGreaterThan(1500);
  await state.close();
  expect(size()).toBeLessThan(1500);
  expect((await openOn(files)).get('run', run(1).id)).toEqual(last(4));
});

describe('a rewrite of the file', () => {
  test.each(['process', 'power'] as const)('works where no open file can be replaced (%s)', async (durability) => {
    const files: Files = new Map();
    const failures: string[] = [];
    const disk = refusingOpenFiles(memoryDisk(files));
    const state = await openOn(disk, { durability, onFailure: ({ message }) => failures.push(message) });
    for (const n of [1, 2]) {
      state.put('run', run(n));
      await state.flushed();
      await state.compact();
    }
    state.put('run', finished(1));
    await state.flushed();
    await state.close();
    const again = await openOn(files);
    expect({ failures, runs: [1, 2].map((n) => again.get('run', run(n).id)) }).toEqual({
      failures: [],
      runs: [finished(1), run(2)],
    });
  });
});

describe('export and import', () => {
  test('an export replaces another state as a whole, and survives a restart', async () => {
    const from = await openOn(new Map());
    from.put('run', run(1));
    from.appendLogs(run(1).id, [line(1)]);
    from.put('prompt', prompt(1, run(1).id));
    from.put('run', finished(2));
    from.put('session', session(1));
    from.put('idempotency', { id: 'k', at: START, status: 200, body: '{}', bodyHash: '', trafficID: '' });
    await from.compact();
    const files: Files = new Map();
    const to = await openOn(files);
    to.put('run', finished(3));
    to.put('secret', { id: 'apiKey', value: 'tkn_own' });
    await to.load(await parseRecords([...from.exportRecords()]));
    await to.close();
    const again = await openOn(files);
    expect([
      again.get('secret', 'apiKey')?.value,
      [...again.exportRecords()].filter((record) => !isSecret(record)),
    ]).toEqual(['tkn_own', [...from.exportRecords()]]);
  });
});

function isSecret(record: unknown): boolean {
  return (record as { kind: string }).kind === 'secret';
}

test('a state in memory keeps everything, and has nothing to wait for', async () => {
  const state = await openState({ folder: null, now: () => START, onFailure: () => undefined });
  state.put('run', finished(1));
  expect(state.flushed()).toBeNull();
  await state.compact();
  expect(state.get('run', finished(1).id)).toEqual(finished(1));
  await state.close();
});
