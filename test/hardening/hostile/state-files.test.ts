import { crc32 } from 'node:zlib';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RunRecord } from '../../../electron/emulator/engine/context/records.ts';
import { runRecord } from '../../../electron/emulator/engine/runs/run-record.ts';
import { isCommonRun } from '../../../electron/emulator/store/state/common-run.ts';
import { memoryDisk, MemoryFile } from '../../../electron/emulator/store/state/memory-disk.ts';
import type { Item } from '../../../electron/emulator/store/state/items.ts';
import { STATE_HEADER } from '../../../electron/emulator/store/state/state-file.ts';
import { STORED_RECORDS } from '../../../electron/emulator/store/state/record-schemas.ts';
import type { StateStore } from '../../../electron/emulator/store/state/state.ts';
import { StoreError } from '../../../electron/emulator/store/store-error.ts';
import { type Json, withValueAt } from '../../../shared/values/json.ts';
import { contentOf, finished, openOn, run, seal, START, type Files } from '../../store/sample.ts';
import { testEmulator } from '../../support/emulator.ts';
import { settled } from '../../support/fake-clock.ts';
import {
  problemsOfReading,
  problemsOfReadingThese,
  idOf,
  mutationsOf,
  wholeExport,
  type Exported,
  type Mutation,
} from './entities.ts';
import { HOSTILE_VALUES, placesIn } from './values.ts';

let records: readonly Exported[] = [];
beforeAll(async () => {
  records = await wholeExport();
});

/** A file with one batch of items, sealed as Hangar seals it. */
function stateOf(items: Json): Files {
  return new Map([['state.jsonl', new MemoryFile(Buffer.concat([seal(STATE_HEADER), seal({ items })]))]]);
}

function puts(all: readonly Exported[]): Json[] {
  return all.map(({ kind, entity }) => ['put', kind, entity as Json]);
}

test('a run that passes the quick check passes the schema, and is the same after it', () => {
  const runs = mutationsOf(records).filter(({ record }) => record.kind === 'run');
  const passed = runs.flatMap(({ name, record: { entity } }) => {
    const run = runRecord(entity as unknown as RunRecord);
    return isCommonRun(run) ? [{ name, run }] : [];
  });
  const wrong = passed.filter(({ run }) => {
    const { success, data } = STORED_RECORDS.run.safeParse(run);
    return !success || !isDeepStrictEqual(runRecord(data), run);
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(passed.length).toBeGreaterThan(20);
  expect(runs.length - passed.length).toBeGreaterThan(100);
});

/** Groups of mutations of different entities, each for one start: an entry is checked whatever the other entries are. */
function together(mutations: readonly Mutation[], most = 4): Mutation[][] {
  const queues = new Map<number, Mutation[]>();
  for (const mutation of mutations) queues.set(mutation.index, [...(queues.get(mutation.index) ?? []), mutation]);
  const groups: Mutation[][] = [];
  for (;;) {
    const longest = [...queues.values()].sort((one, other) => other.length - one.length).slice(0, most);
    const group = longest.flatMap((queue) => queue.shift() ?? []);
    if (group.length === 0) return groups;
    groups.push(group);
  }
}

describe('a state file that somebody else wrote', () => {
  test('with what Hangar itself writes is loaded without a word', async () => {
    const files = stateOf(puts(records));
    const state = await openOn(files);
    expect([state.messages, [...state.exportRecords()].length]).toEqual([[], records.length]);
    await state.close();
  });

  test('with any field of any entity replaced, missing or added starts, and is set aside when the entity is none', async () => {
    const surprises: string[] = [];
    let refused = 0;
    // Most refusals leave the same state, without that record: the same IDs are read of it once.
    const statesRead = new Set<string>();
    // Half of what imports are tried with: each is a start.
    for (const group of together(mutationsOf(records).filter((_, i) => i % 2 === 0))) {
      const name = group.map((mutation) => mutation.name).join(', ');
      const files = stateOf(puts(group.reduce((all, { index, record }) => all.with(index, record), records)));
      try {
        const emulator = await testEmulator({}, {}, memoryDisk(files));
        for (let i = 0; i < 3; i++) await settled();
        const aside = [...files.keys()].filter((file) => file.includes('.damaged-'));
        const said = emulator.state.messages.flatMap(
          (text) => /(\d+) entr\w+ skipped as invalid/.exec(text)?.[1] ?? [],
        );
        if (aside.length !== said.length)
          surprises.push(`${name}: ${aside.length} files set aside, ${said.length} told`);
        refused += said.reduce((sum, count) => sum + Number(count), 0);
        const left = JSON.stringify([...emulator.state.exportRecords()]);
        const ids = group.map(({ record }) => idOf(record)).filter((id) => !statesRead.has(`${id} ${left}`));
        const read = statesRead.has(left) ? problemsOfReadingThese : problemsOfReading;
        const problems = ids.length === 0 ? [] : await read(emulator, ids);
        for (const seen of [left, ...ids.map((id) => `${id} ${left}`)]) statesRead.add(seen);
        surprises.push(...problems.map((problem) => `${name}: ${problem.slice(0, 300)}`));
        surprises.push(...emulator.errors.map((error) => `${name}: ${String(error)}`));
        await emulator.engine.stop();
      } catch (error) {
        surprises.push(`${name}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
      }
    }
    expect(surprises).toEqual([]);
    expect(refused).toBeGreaterThan(200);
  });

  test('with a bad entry keeps the rest, is set aside once, and is in order at the next start', async () => {
    const upload = { id: '../../../etc/passwd', name: 'a', type: 'b', size: 1, createdAt: 1 };
    const files = stateOf([
      ['put', 'run', run(1)],
      ['put', 'upload', upload],
      ['put', 'run', finished(2)],
    ] as Json);
    const whole = files.get('state.jsonl')!;
    const first = await openOn(files);
    expect(first.messages).toEqual([
      expect.stringMatching(
        /^state\.jsonl: 1 entry skipped as invalid \(upload id: must be the ID of an upload.*kept as state\.jsonl\.damaged-\w+\.$/,
      ),
    ]);
    expect(contentOf(first)).toMatchObject({ count: 2, records: [{ kind: 'run' }, { kind: 'run' }] });
    await first.close();
    const [aside] = [...files.keys()].filter((name) => name.includes('.damaged-'));
    expect(files.get(aside ?? '')?.read(0, 10_000)).toEqual(whole.read(0, 10_000));
    const second = await openOn(files);
    expect([second.messages, second.runCount({})]).toEqual([[], 2]);
    await second.close();
  });

  const hostile: readonly [name: string, items: Json][] = [
    ['items that are no list', 'x'],
    ['items that are no items', [null, 1, 'x', [], {}, [null], ['__proto__', 1], ['constructor', {}]]],
    [
      'a kind that there is not',
      [
        ['put', '__proto__', { id: 'a' }],
        ['put', 'toString', { id: 'a' }],
      ],
    ],
    ['a change of what may not change', [['patch', 'run', run(1).id, { id: 'run2', status: 'x' }, []]]],
    ['a change that takes a field away', [['patch', 'run', run(1).id, {}, ['status', 'id', '__proto__']]]],
    ['a change by an inherited name', [['patch', 'run', run(1).id, { constructor: 1, toString: 2 }, []]]],
    [
      'log lines that are none',
      [
        ['logs', run(1).id, [[1, 2], ['x'], null]],
        ['logs', '../x', []],
      ],
    ],
    ['log lines with a moment that no calendar has', [['logs', run(1).id, [[1, 8e15, 'info', '', '']]]]],
    [
      'a removal of nothing',
      [
        ['remove', 'run', 5],
        ['remove', 'x', 'y'],
        ['clear', 'run'],
        ['clear', ['x']],
      ],
    ],
  ];
  test.each(hostile)('with %s leaves them out', async (_, items) => {
    const good = [['put', 'run', run(1)]] as unknown as Json[];
    const files = stateOf(Array.isArray(items) ? [...good, ...items] : items);
    const state = await openOn(files);
    expect(state.messages).toEqual([expect.stringContaining('skipped as invalid')]);
    expect(state.runCount({})).toBe(Array.isArray(items) ? 1 : 0);
    await state.close();
  });

  /** An item of each sort: the compiler asks for one of a new sort. */
  const ITEMS: { readonly [Sort in Item[0]]: Extract<Item, readonly [Sort, ...unknown[]]> } = {
    put: ['put', 'run', finished(2)],
    patch: ['patch', 'run', run(1).id, { status: 'Queued', activeAt: null }, ['output']],
    remove: ['remove', 'run', run(1).id],
    logs: ['logs', run(1).id, [[1, START, 'info', 'refund', 'line']]],
    clear: ['clear', ['run']],
  };
  test.each(Object.entries(ITEMS))(
    'with an item "%s" that is hostile in one place is read without harm',
    async (_, item) => {
      const good = [['put', 'run', run(1)]] as unknown as Json[];
      const valid = JSON.parse(JSON.stringify(item)) as Json;
      // The content of entities is tested above.
      for (const path of placesIn(valid, [], true).filter(({ length }) => length < 3))
        for (const value of [...HOSTILE_VALUES, undefined]) {
          const state = await openOn(stateOf([...good, withValueAt(valid, path, value)]));
          for (const { id } of state.runs({})) expect(state.get('run', id)).toMatchObject({ id });
          for (const message of state.messages) expect(message).toMatch(/skipped as invalid|left out/);
          await state.close();
        }
    },
  );

  test('with any header is read, or refused for its version', async () => {
    const items = seal({ items: [['put', 'run', run(1)]] });
    const refused: unknown[] = [];
    for (const value of [...HOSTILE_VALUES, 2, 4, 99]) {
      for (const header of [value, { ...STATE_HEADER, version: value }, { ...STATE_HEADER, file: value }]) {
        if (typeof header !== 'object' || header === null) continue;
        const files: Files = new Map([['state.jsonl', new MemoryFile(Buffer.concat([seal(header), items]))]]);
        const before = files.get('state.jsonl')!.read(0, 10_000);
        const opened = await openOn(files).catch((error: unknown) => error);
        if (opened instanceof StoreError) {
          expect([...files].map(([name, file]) => [name, file.read(0, 10_000)])).toEqual([['state.jsonl', before]]);
          refused.push(value);
          continue;
        }
        const state = opened as StateStore;
        expect(state.runCount({})).toBe(1);
        for (const message of state.messages) expect(message).toContain('state.jsonl');
        await state.close();
      }
    }
    expect(refused).toEqual(expect.arrayContaining([2, 4, 99]));
  });

  test('with a valid checksum around invalid JSON is reported as damaged', async () => {
    const files = stateOf([['put', 'run', run(1)]] as unknown as Json);
    const torn = sealedText('"items":[[[');
    const bytes = files.get('state.jsonl')!;
    files.set('state.jsonl', new MemoryFile(Buffer.concat([bytes.read(0, bytes.size()), torn])));
    const state = await openOn(files);
    expect([state.messages.join(), state.runCount({})]).toEqual([expect.stringContaining('was damaged'), 1]);
    await state.close();
  });
});

/** A line whose checksum is right, around a text that is no JSON. */
function sealedText(text: string): Buffer {
  return Buffer.from(`{"crc":"${crc32(text).toString(16).padStart(8, '0')}",${text}\n`);
}
