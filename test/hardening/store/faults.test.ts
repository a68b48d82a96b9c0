import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { memoryDisk, MemoryFile } from '../../../electron/emulator/store/state/memory-disk.ts';
import { STATE_DRAFT, STATE_HEADER, STATE_VERSION } from '../../../electron/emulator/store/state/state-file.ts';
import { seal, sealItems } from '../../../electron/emulator/store/state/sealed-line.ts';
import type { StateStore } from '../../../electron/emulator/store/state/state.ts';
import { failing } from '../../store/failing-disk.ts';
import {
  contentOf,
  copyOf,
  finished,
  line,
  openOn,
  prompt,
  run,
  session,
  START,
  type Files,
} from '../../store/sample.ts';

/**
 * Whatever happens to the files, a start gives the last state that was acknowledged, or says what it has lost: never
 * silence, and never less than what is readable.
 */

/** A state with something of everything, before and after a rewrite of its file. */
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

const NAME = 'state.jsonl';

describe('a file that a crash or an accident changed', () => {
  let files: Files;
  let bytes: Buffer;
  let whole: unknown;
  /** The acknowledged state, by the size of the file at that time. */
  const acknowledged = new Map<number, unknown>();

  beforeAll(async () => {
    files = new Map();
    const state = await openOn(files);
    await fill(state, () => acknowledged.set(files.get(NAME)!.size(), contentOf(state)));
    whole = contentOf(state);
    bytes = files.get(NAME)!.read(0, Infinity);
  });

  test('cut off at any byte after a rewrite gives the last batch that is whole, and is continued', async () => {
    expect([...files.keys()]).toEqual([NAME]);
    const ends = [...acknowledged.keys()].filter((end) => bytes[end - 1] === 0x0a).slice(-4);
    for (let size = ends[0]!; size <= bytes.length; size++) {
      const cut: Files = new Map([[NAME, new MemoryFile(bytes.subarray(0, size))]]);
      const state = await openOn(cut);
      // A line is whole without its newline.
      const last = Math.max(...ends.filter((end) => end <= size + 1));
      const torn = Math.max(0, size - last);
      const said = torn === 0 ? [] : [`${NAME}: ${torn} bytes at its end were dropped, the unfinished last write.`];
      expectSame([size, contentOf(state), state.messages], [size, acknowledged.get(last), said]);
      state.put('run', run(50));
      await state.close();
      const again = await openOn(cut);
      expect([again.messages, again.get('run', run(50).id)]).toEqual([[], run(50)]);
    }
  });

  test('with a flipped bit in any byte has changed nothing, or what it changed is named and the file kept', async () => {
    // After the same messages and content, the next start has the same to read.
    const startedTwice = new Set<string>();
    let named = 0;
    for (const at of distinctBytes(bytes.toString('latin1'))) {
      const flipped = Buffer.from(bytes);
      // Another bit in every byte: all kinds of damage, from the header's first byte to the last newline.
      flipped[at] = flipped[at]! ^ (1 << (at % 8));
      const changed: Files = new Map([[NAME, new MemoryFile(flipped)]]);
      const state = await openOn(changed);
      const content = contentOf(state);
      if (state.messages.length === 0) expectSame([at, content], [at, whole]);
      else named += 1;
      for (const message of state.messages) expect(message).toContain(NAME);
      // At most one line is lost: one batch, or a part of the rewritten state.
      const isKept = [...changed].some(
        ([name, file]) => name.startsWith(NAME) && file.read(0, Infinity).equals(flipped),
      );
      expect([at, state.messages.length === 0 || isKept || at >= bytes.length - 1]).toEqual([at, true]);
      await state.close();
      const damage = `${state.messages.join().replace(/\d+/g, '')} ${JSON.stringify(content)}`;
      if (startedTwice.size === startedTwice.add(damage).size) continue;
      const again = await openOn(changed);
      expectSame([at, again.messages, contentOf(again)], [at, [], content]);
    }
    expect(named).toBeGreaterThan(100);
  });

  /** A file with a line for each of so many finished runs. */
  async function linesOf(count: number): Promise<Buffer> {
    const own: Files = new Map();
    const state = await openOn(own);
    for (let n = 1; n <= count; n++) {
      state.put('run', finished(n));
      await state.flushed();
    }
    return own.get(NAME)!.read(0, Infinity);
  }

  test('with a damaged newline loses nothing, and says that it was damaged', async () => {
    const damaged = await linesOf(3);
    damaged[damaged.indexOf('\n', damaged.indexOf(run(2).id))] = 0x0b;
    const again = await openOn(new Map([[NAME, new MemoryFile(damaged)]]));
    expect([...again.runs({})].map(({ id }) => id)).toEqual([3, 2, 1].map((n) => run(n).id));
    expect(again.messages).toEqual([expect.stringContaining(`${NAME} was damaged: 1 bytes could not be read`)]);
  });

  test('with a damaged line in the middle keeps what is before and after it', async () => {
    const damaged = await linesOf(20);
    damaged[damaged.indexOf(run(10).id)] = 0x58;
    const again = await openOn(new Map([[NAME, new MemoryFile(damaged)]]));
    expect([...again.runs({})].map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, i) => 20 - i)
        .filter((n) => n !== 10)
        .map((n) => run(n).id),
    );
    expect(again.messages).toEqual([expect.stringMatching(/^state\.jsonl was damaged: \d+ bytes could not be read/)]);
  });

  test.each([
    ['a newer version', { ...STATE_HEADER, version: STATE_VERSION + 1 }, 'was written by a newer Hangar'],
    ['another version', { ...STATE_HEADER, version: STATE_VERSION - 1 }, 'was written by another Hangar'],
    ['a version that is no number', { ...STATE_HEADER, version: `${STATE_VERSION}` }, 'was written by another Hangar'],
    ['a version that is null', { ...STATE_HEADER, version: null }, 'was written by another Hangar'],
  ])('of %s is refused by that name, and nothing is touched', async (_, header, message) => {
    const other: Files = new Map([[NAME, new MemoryFile(Buffer.concat([seal(header), Buffer.from('torn')]))]]);
    const before = other.get(NAME)!.read(0, Infinity);
    await expect(openOn(other)).rejects.toThrow(
      `memory/${NAME} ${message} (version ${JSON.stringify(header.version)} of the format;`,
    );
    expect([...other].map(([name, file]) => [name, file.read(0, Infinity)])).toEqual([[NAME, before]]);
  });

  test('that a crash left half rewritten counts for nothing, whether there is a file in its place or not', async () => {
    const own: Files = new Map();
    const state = await openOn(own);
    state.put('run', run(1));
    await state.close();
    const whole = own.get(NAME)!.read(0, Infinity);
    const draft = Buffer.concat([seal(STATE_HEADER), sealItems([JSON.stringify(['put', 'run', run(2)])])]);
    for (const [bytes, runs] of [
      [whole, [run(1).id]],
      [undefined, []],
    ] as const) {
      const left: Files = new Map([[STATE_DRAFT, new MemoryFile(draft)]]);
      if (bytes !== undefined) left.set(NAME, new MemoryFile(bytes));
      const again = await openOn(left);
      expect([...again.runs({})].map(({ id }) => id)).toEqual(runs);
      expect([again.messages, [...left.keys()]]).toEqual([[], [NAME]]);
      await again.close();
    }
  });

  test('of a Hangar before the first release is refused with how to start anew', async () => {
    const old: Files = new Map([['journal-1.jsonl', new MemoryFile(seal({ file: 'journal', version: 2, number: 1 }))]]);
    await expect(openOn(old)).rejects.toThrow(
      'memory/journal-1.jsonl was written by a Hangar from before its first release, whose files this one does not read. Nothing was changed; start anew',
    );
    expect([...old.keys()]).toEqual(['journal-1.jsonl']);
  });
});

/** Expects two values to be equal. Asks `expect`, which takes ten times as long, only for those that seem to differ. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

const HEADER = seal(STATE_HEADER).length;

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
        'The state could not be saved: memory/state.jsonl: ENOSPC: no space left on device, write. Changes are kept in memory and saved as soon as possible.';
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
    const disk = failing(memoryDisk(files), (call) => (isBroken && call === 'sync state.jsonl' ? 'before' : null));
    const state = await openOn(disk, { durability: 'power', onFailure: () => undefined });
    state.put('run', run(1));
    await expect(state.flushed()).rejects.toThrow('EIO: i/o error, fdatasync');
    // The files after the system has lost its cache.
    files.get(NAME)!.truncate(HEADER);
    isBroken = false;
    await state.flushed();
    expect((await openOn(copyOf(files))).get('run', run(1).id)).toEqual(run(1));
  });

  test('to rewrite the file leaves it as it was, and says so once; a later rewrite succeeds', async () => {
    const calls = await callsOfRewrite();
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

/** Every call that a rewrite makes of the disk, in order. */
async function callsOfRewrite(): Promise<string[]> {
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

test('a crash at any step of a rewrite loses nothing, and what it leaves over is cleared away', async () => {
  const steps = (await callsOfRewrite()).length;
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
    expect([...crash.keys()]).toEqual([NAME]);
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

describe('a turn whose changes are too long for a line', () => {
  test('is saved together by a rewrite', async () => {
    const files: Files = new Map();
    const state = await openOn(files);
    await state.compact();
    const runs = Array.from({ length: 15 }, (_, n) => finished(n + 1, { output: { text: 'x'.repeat(9_000_000) } }));
    for (const each of runs) state.put('run', each);
    await state.flushed();
    const bytes = files.get(NAME)!.read(0, Infinity);
    await state.close();
    const end = bytes.indexOf('\n', bytes.indexOf('\n') + 1);
    expect([end < 10_000_000, bytes.length > 135_000_000]).toEqual([true, true]);
    const again = await openOn(files);
    expect(again.messages).toEqual([]);
    expect(runs.every((each) => isDeepStrictEqual(again.get('run', each.id), each))).toBe(true);
    await again.close();
  });
});
