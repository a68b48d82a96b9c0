import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { memoryDisk, MemoryFile } from '../../electron/emulator/store/state/memory-disk.ts';
import { STORE_VERSION } from '../../electron/emulator/store/state/migrations.ts';
import { seal } from '../../electron/emulator/store/state/sealed-line.ts';
import type { StateStore } from '../../electron/emulator/store/state/state.ts';
import { failing } from './failing-disk.ts';
import { contentOf, copyOf, finished, line, openOn, prompt, run, session, START, type Files } from './sample.ts';

/**
 * Whatever happens to the files, a start gives the last state that was acknowledged, or says what it has lost: never
 * silence, and never less than what is readable.
 */

/** A state with something of everything: an archive, a snapshot, and a journal after it. */
async function fill(state: StateStore, onFlush: () => void = () => undefined): Promise<void> {
  const flush = async (): Promise<void> => {
    await state.flushed();
    onFlush();
  };
  state.put('secret', { id: 'apiKey', value: 'tkn_é' });
  state.put('run', run(1));
  state.appendLogs(run(1).id, [line(1), line(2)]);
  await flush();
  state.put('run', finished(1));
  state.put('run', run(2, { waiting: true }));
  state.put('prompt', prompt(1, run(2).id));
  state.put('session', session(1));
  await flush();
  for (let n = 3; n < 8; n++) {
    state.put('run', finished(n, { sessionID: session(2).id }));
    state.appendLogs(run(n).id, [line(1, `of ${n}`)]);
    state.put('prompt', prompt(n, run(n).id, { submittedAt: 5, submittedBy: 'usr1' }));
  }
  await flush();
  await state.compact();
  onFlush();
  state.put('run', run(2, { waiting: false, progress: { step: 3 } }));
  state.put('prompt', prompt(1, run(2).id, { cancelledAt: 9, cancelledBy: 'usr2' }));
  await flush();
  state.remove('run', run(4).id);
  state.put('run', finished(9));
  await flush();
  state.appendLogs(run(2).id, [line(1, 'after')]);
  state.put('run', finished(2));
  await flush();
}

describe('a file that a crash or an accident changed', () => {
  let files: Files;
  let whole: unknown;
  /** The acknowledged state, by the size of the last journal at that time. */
  const acknowledged = new Map<number, unknown>();

  beforeAll(async () => {
    files = new Map();
    const state = await openOn(files);
    await fill(state, () => acknowledged.set(files.get('journal-2.jsonl')?.size() ?? 0, contentOf(state)));
    whole = contentOf(state);
  });

  test('holds what it is to hold', () => {
    expect([...files.keys()].sort()).toEqual([
      'archive-1.index.json',
      'archive-1.jsonl',
      'journal-2.jsonl',
      'snapshot-1.jsonl',
    ]);
  });

  test('a journal cut off at any byte gives the last batch that is whole, and is continued', async () => {
    const bytes = files.get('journal-2.jsonl')!.read(0, Infinity);
    const ends = [...acknowledged.keys()].filter((end) => end > 0);
    for (let size = 0; size <= bytes.length; size++) {
      const cut = copyOf(files);
      cut.set('journal-2.jsonl', new MemoryFile(bytes.subarray(0, size)));
      const state = await openOn(cut);
      // A line is whole without its newline.
      const last = Math.max(...ends.filter((end) => end <= size + 1), Math.min(...ends));
      const whole = Math.max(0, ...[HEADER, ...ends].filter((end) => end <= size + 1));
      const torn = Math.max(0, size - whole);
      const said =
        torn === 0 ? [] : [`journal-2.jsonl: ${torn} bytes at its end were dropped, the unfinished last write.`];
      expectSame([size, contentOf(state), state.messages], [size, acknowledged.get(last), said]);
      state.put('run', run(50));
      await state.close();
      const again = await openOn(cut);
      expect([again.messages, again.get('run', run(50).id)]).toEqual([[], run(50)]);
    }
  });

  test.each(['journal-2.jsonl', 'snapshot-1.jsonl', 'archive-1.jsonl', 'archive-1.index.json'])(
    'a bit that flips in any byte of %s changes nothing, or what it changed is named and the file kept',
    async (name) => {
      const size = files.get(name)!.size();
      // After the same messages and content, the next start has the same to read.
      const startedTwice = new Set<string>();
      for (const at of distinctBytes(files.get(name)!.read(0, size).toString('latin1'))) {
        const flipped = copyOf(files);
        const bytes = files.get(name)!.read(0, size);
        // Another bit in every byte: all kinds of damage, from the header's first byte to the last newline.
        bytes[at] = bytes[at]! ^ (1 << (at % 8));
        flipped.set(name, new MemoryFile(bytes));
        const said: string[] = [];
        const onFailure = (error: Error): number => said.push(error.message);
        const state = await openOn(flipped, { onFailure });
        said.push(...state.messages);
        const content = contentOf(state);
        if (said.length === 0) expectSame([at, content], [at, whole]);
        else expect(said.join('\n')).toContain(name);
        // At most one batch, one entry or one run is lost; with an index nothing is.
        const most = name === 'archive-1.index.json' ? 0 : name === 'journal-2.jsonl' ? 2 : 1;
        expect([at, lostRuns(whole, content) <= most]).toEqual([at, true]);
        const isKept = [...flipped].some(([kept, file]) => kept.startsWith(name) && file.read(0, size).equals(bytes));
        expect([at, said.length === 0 || isKept]).toEqual([at, true]);
        await state.close();
        const damage = `${said.join().replace(/\d+/g, '')} ${JSON.stringify(content)}`;
        if (startedTwice.size === startedTwice.add(damage).size) continue;
        const again = await openOn(flipped, { onFailure: () => undefined });
        expectSame([at, contentOf(again)], [at, content]);
      }
    },
  );

  test('a run whose line in an archive is damaged is named soon after the start, and answers with why', async () => {
    const damaged = copyOf(files);
    const bytes = files.get('archive-1.jsonl')!.read(0, Infinity);
    const at = bytes.indexOf('"of 5"') + 2;
    bytes[at] = 0x58;
    damaged.set('archive-1.jsonl', new MemoryFile(bytes));
    const counts: unknown[] = [];
    for (let start = 0; start < 3; start++) {
      const said: string[] = [];
      const state = await openOn(damaged, { checkAfter: 0, onFailure: ({ message }) => said.push(message) });
      await expect.poll(() => said).not.toEqual([]);
      const [, why] = /^(archive-1\.jsonl is damaged at byte \d+): (.*)$/.exec(said.join('\n')) ?? [];
      expect(said).toEqual([`${why}: run ${run(5).id} cannot be read. Everything else is intact.`]);
      const refused = `Run ${run(5).id} cannot be read: ${why}.`;
      expect(() => state.get('run', run(5).id)).toThrow(refused);
      expect(() => state.get('prompt', prompt(5, '').id)).toThrow(refused);
      counts.push([lostRuns(whole, contentOf(state)), state.runCount({}), [...state.runIndex({})].length]);
      // A compaction keeps the damaged file for repair, although the rest of it is removed.
      for (const n of [1, 3, 6, 7]) state.remove('run', run(n).id);
      await state.compact();
      await state.close();
    }
    expect(counts).toEqual([
      [1, 6, 6],
      [5, 2, 2],
      [5, 2, 2],
    ]);
  });

  test.each([
    ['archive-1.index.json', [], 0],
    ['archive-1.jsonl', ['archive-1.jsonl is missing: its 6 runs are lost.'], 5],
    ['journal-2.jsonl', ['journal-2.jsonl is missing: what it held is lost.'], 1],
    ['snapshot-1.jsonl', ['The snapshot is missing; what the archives and journals hold was loaded.'], 1],
  ])('a start without %s says so, and loads the rest', async (name, messages, lost) => {
    const less = copyOf(files);
    less.delete(name);
    const state = await openOn(less);
    expect({
      messages: state.messages.filter((message) => !message.includes('left out')),
      lost: lostRuns(whole, contentOf(state)),
    }).toEqual({ messages, lost });
    const content = contentOf(state);
    await state.close();
    expect(contentOf(await openOn(less))).toEqual(content);
  });

  test.each(['journal-2.jsonl', 'snapshot-1.jsonl', 'archive-1.jsonl'])(
    '%s of a newer version is refused, and nothing is touched',
    async (name) => {
      const newer = copyOf(files);
      const kind = name.split('-')[0];
      newer.set(
        name,
        new MemoryFile(Buffer.concat([seal({ file: kind, version: STORE_VERSION + 1 }), Buffer.from('torn')])),
      );
      const before = new Map([...newer].map(([key, file]) => [key, file.read(0, Infinity).toString()]));
      await expect(openOn(newer)).rejects.toThrow(
        `memory/${name} was written by a newer Hangar (version ${STORE_VERSION + 1} of the format; this one knows ${STORE_VERSION}).`,
      );
      expect(new Map([...newer].map(([key, file]) => [key, file.read(0, Infinity).toString()]))).toEqual(before);
    },
  );
});

/** Expects two values to be equal. Asks `expect`, which takes ten times as long, only for those that seem to differ. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

const HEADER = seal({ file: 'journal', version: STORE_VERSION, number: 2 }).length;

/** The places of all bytes of a file, but for lines that differ from one before, and from the last, in their digits and checksums only. */
function distinctBytes(text: string): number[] {
  const lines = text.match(/.*\n|.+$/g) ?? [];
  const seen = new Set<string>();
  let start = 0;
  return lines.flatMap((line, i) => {
    const at = start;
    start += line.length;
    const form = line.replace(/"crc":"\w+"/, '').replace(/\d/g, '');
    const isKnown = seen.size === seen.add(form).size && i < lines.length - 1;
    return isKnown ? [] : Array.from(line, (_, byte) => at + byte);
  });
}

function lostRuns(whole: unknown, rest: unknown): number {
  const ids = (content: unknown): Set<string> =>
    new Set((content as { index: { id: string }[] }).index.map(({ id }) => id));
  return [...ids(whole)].filter((id) => !ids(rest).has(id)).length;
}

describe('a disk that refuses', () => {
  test.each(['before', 'half'] as const)(
    'to write (%s) makes what waits for it fail until it relents; then nothing is lost, and nothing is twice',
    async (when) => {
      const files: Files = new Map();
      let isFull = false;
      const failures: string[] = [];
      const disk = failing(memoryDisk(files), (call) => (isFull && call.startsWith('write') ? when : null));
      const state = await openOn(disk, { onFailure: ({ message }) => failures.push(message) });
      state.put('run', run(1));
      await state.flushed();
      isFull = true;
      const refused: string[] = [];
      for (const n of [2, 3]) {
        state.put('run', run(n));
        state.appendLogs(run(n).id, [line(1)]);
        await state.flushed()?.catch((error: unknown) => refused.push(String(error)));
      }
      await state.flushed()?.catch((error: unknown) => refused.push(String(error)));
      const crashed = await openOn(copyOf(files));
      expect(crashed.get('run', run(1).id)).toEqual(run(1));
      isFull = false;
      await state.flushed();
      const message =
        'The state could not be saved: memory/journal-1.jsonl: ENOSPC: no space left on device, write. Changes are kept in memory and saved as soon as possible.';
      expect({ refused, failures, flushed: state.flushed() }).toEqual({
        refused: Array.from({ length: 3 }, () => `ApiError: ${message}`),
        failures: [message],
        flushed: null,
      });
      const again = await openOn(copyOf(files));
      expect([again.messages, contentOf(again)]).toEqual([[], contentOf(state)]);
    },
  );

  test('to sync makes what waits for power safety fail, and writes it again', async () => {
    const files: Files = new Map();
    let isBroken = true;
    const disk = failing(memoryDisk(files), (call) => (isBroken && call === 'sync journal-1.jsonl' ? 'before' : null));
    const state = await openOn(disk, { durability: 'power', onFailure: () => undefined });
    state.put('run', run(1));
    await expect(state.flushed()).rejects.toThrow('EIO: i/o error, fdatasync');
    // The files after the system has lost its cache.
    files.get('journal-1.jsonl')!.truncate(HEADER);
    isBroken = false;
    await state.flushed();
    expect((await openOn(copyOf(files))).get('run', run(1).id)).toEqual(run(1));
  });

  test('to compact leaves everything where it was, and says so once; a later compaction succeeds', async () => {
    const calls = await callsOfCompaction();
    const reports: unknown[] = [];
    for (let at = 0; at < calls.length; at++) {
      const files: Files = new Map();
      let count = -1;
      const failures: string[] = [];
      const disk = failing(memoryDisk(files), () => (count >= 0 && count++ === at ? 'half' : null));
      const state = await openOn(disk, { onFailure: ({ message }) => failures.push(message) });
      await fill(state);
      const before = contentOf(state);
      count = 0;
      await state.compact();
      count = -1;
      const crashed = await openOn(copyOf(files));
      reports.push([calls[at], failures.length, crashed.messages]);
      expect(contentOf(state)).toEqual(before);
      expect(contentOf(crashed)).toEqual(before);
      await state.compact();
      state.put('run', finished(60));
      const after = contentOf(state);
      await state.close();
      expect(contentOf(await openOn(files))).toEqual(after);
    }
    expect(reports).toEqual(calls.map((call) => [call, 1, []]));
  });
});

/** Every call that a compaction makes of the disk, in order. */
async function callsOfCompaction(): Promise<string[]> {
  const calls: string[] = [];
  let isOn = false;
  const disk = failing(memoryDisk(), (call) => {
    if (isOn) calls.push(call);
    return null;
  });
  const state = await openOn(disk);
  await fill(state);
  isOn = true;
  await state.compact();
  return calls;
}

test('a crash at any step of a compaction loses nothing, and what it leaves over is cleared away', async () => {
  const steps = (await callsOfCompaction()).length;
  for (let at = 0; at < steps; at++) {
    const files: Files = new Map();
    let count = -1;
    let crash: Files = new Map();
    const disk = failing(memoryDisk(files), () => {
      if (count >= 0 && count++ === at) crash = copyOf(files);
      return null;
    });
    const state = await openOn(disk);
    await fill(state);
    const before = contentOf(state);
    count = 0;
    await state.compact();
    const crashed = await openOn(crash);
    expect([crashed.messages, contentOf(crashed)]).toEqual([[], before]);
    await crashed.compact();
    await crashed.close();
    expect(contentOf(await openOn(crash))).toEqual(before);
    expect([...crash.keys()].filter((name) => /snapshot|\.new/.test(name))).toHaveLength(1);
  }
});

test('the oldest responses are forgotten while they have expired, also after a restart', async () => {
  const files: Files = new Map();
  const state = await openOn(files);
  const put = (id: string, at: number): void =>
    state.put('idempotency', { id, at, status: 200, body: '{}', bodyHash: '', trafficID: '' });
  const known = (of: typeof state): string[] => ['a', 'b', 'c'].filter((id) => of.get('idempotency', id) !== undefined);
  put('a', START);
  put('b', START + 1);
  put('c', START + 2);
  const all = known(state);
  state.forgetResponses((at) => at <= START + 1);
  await state.compact();
  await state.close();
  expect([all, known(await openOn(files))]).toEqual([['a', 'b', 'c'], ['c']]);
});

test('responses are found as they were stored, however many compactions wrote them again', async () => {
  const files: Files = new Map();
  const state = await openOn(files);
  const body = (i: number): string => JSON.stringify({ name: `Größe ${i} 🎈`, text: '"\\'.repeat(i % 5) });
  const put = (i: number, at: number): void =>
    state.put('idempotency', { id: `k${i}`, at, status: 200, body: body(at + i), bodyHash: '', trafficID: '' });
  const found = (of: typeof state): (string | undefined)[] =>
    Array.from({ length: 180 }, (_, i) => of.get('idempotency', `k${i}`)?.body);
  for (let i = 0; i < 130; i++) put(i, START + i);
  await state.compact();
  state.forgetResponses((at) => at < START + 60);
  for (let i = 130; i < 180; i++) put(i, START + i);
  // One of the middle and one that is gone are stored again.
  for (const i of [10, 100]) put(i, START + 500);
  const expected = Array.from({ length: 180 }, (_, i) =>
    i === 10 || i === 100 ? body(START + 500 + i) : i < 60 ? undefined : body(START + 2 * i),
  );
  for (let compactions = 0; compactions < 3; compactions++) {
    expect(found(state)).toEqual(expected);
    await state.compact();
    expect(found(await openOn(copyOf(files)))).toEqual(expected);
  }
  await state.close();
  expect(found(await openOn(files))).toEqual(expected);
});
