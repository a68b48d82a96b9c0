import { describe, expect, test } from 'vitest';
import type { RunDetail, RunStep } from '../../shared/contract/emulator/rows.ts';
import type { Json } from '../../shared/values/json.ts';
import {
  alignLines,
  changedPart,
  comparedLines,
  type ComparedRow,
} from '../../renderer/features/runs/compare/compared-lines.ts';
import { compareJson } from '../../renderer/features/runs/compare/compare-json.ts';
import { timingPairs } from '../../renderer/features/runs/compare/run-timings.ts';
import { shownRows, timingRows } from '../../renderer/features/runs/compare/shown-rows.ts';
import { fc } from '../support/properties.ts';
import { at, runRow, runStep } from './support/rows.ts';

const SIGNS = { same: '=', changed: '≠', left: '−', right: '+' } as const;

/** A row in one line: its sign, and its texts. */
function shown({ state, left, right }: ComparedRow): string {
  const texts = { same: left, changed: `${left} | ${right}`, left, right };
  return `${SIGNS[state]} ${texts[state]}`;
}

/** Length of the longest list of texts that both lists have in order. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  let row = right.map(() => 0);
  for (const text of left) {
    const next: number[] = [];
    right.forEach((other, index) => {
      const diagonal = index === 0 ? 0 : (row[index - 1] ?? 0);
      next.push(text === other ? diagonal + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('lines side by side', () => {
  test.each<[string, string, string[]]>([
    ['', '', []],
    ['a b', 'a b', ['= a', '= b']],
    ['a b c', 'a x c', ['= a', '≠ b | x', '= c']],
    ['a c', 'a b c', ['= a', '+ b', '= c']],
    ['a b c', 'a c', ['= a', '− b', '= c']],
    ['a b', '', ['− a', '− b']],
    ['a b c d', 'x b y z d', ['≠ a | x', '= b', '≠ c | y', '+ z', '= d']],
    ['a a a', 'a a', ['= a', '= a', '− a']],
  ])('%j beside %j', (left, right, rows) => {
    const words = (text: string) => text.split(' ').filter((word) => word !== '');
    expect(comparedLines(words(left), words(right)).map(shown)).toEqual(rows);
  });

  test('lines that differ only in the IDs of runs are equal, and each side keeps its own', () => {
    const [left, right] = ['made run20261123z0000aaaa', 'made run20261123z0000bbbb'];
    expect(comparedLines([left], [right])).toEqual([{ state: 'same', left, right }]);
  });

  test('any two lists are shown whole and in order, with as many equal pairs as possible', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
    fc.assert(
      fc.property(texts, texts, (left, right) => {
        const rows = alignLines(left, right);
        expect(rows.flatMap((row) => row.left ?? [])).toEqual([...left.keys()]);
        expect(rows.flatMap((row) => row.right ?? [])).toEqual([...right.keys()]);
        const equal = rows.filter(({ isSame }) => isSame);
        expect(equal.every((row) => left[row.left ?? -1] === right[row.right ?? -1])).toBe(true);
        expect(equal).toHaveLength(longestCommon(left, right));
      }),
    );
  });

  test('lists that differ in more lines than the limit are paired in order', () => {
    const list = (name: string) => ['first', ...Array.from({ length: 20_000 }, (_, n) => `${name} ${n}`), 'last'];
    const rows = alignLines(list('a'), list('b'));
    expect(rows).toHaveLength(20_002);
    expect(rows.filter(({ isSame }) => isSame)).toEqual([
      { left: 0, right: 0, isSame: true },
      { left: 20_001, right: 20_001, isSame: true },
    ]);
  });

  test.each([
    ['abc', 'axc', { head: 'a', left: 'b', right: 'x', tail: 'c' }],
    ['aa', 'aaa', { head: 'aa', left: '', right: 'a', tail: '' }],
    ['a', 'b', { head: '', left: 'a', right: 'b', tail: '' }],
    ['1😀2', '1😁2', { head: '1', left: '😀', right: '😁', tail: '2' }],
    ['1\u{1F600}', '1\u{1FA00}', { head: '1', left: '\u{1F600}', right: '\u{1FA00}', tail: '' }],
  ])('the part in which %j and %j differ', (left, right, part) => {
    expect(changedPart(left, right)).toEqual(part);
  });
});

describe('JSON side by side', () => {
  test.each<[Json, Json, string[]]>([
    [1, 1, ['= 1']],
    [1, '1', ['≠ 1 | "1"']],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, ['= {', '=   "a": 1', '=   "b": 2', '= }']],
    [{ a: 1, b: 2 }, { b: 3 }, ['= {', '−   "a": 1', '≠   "b": 2 |   "b": 3', '= }']],
    [{ a: { x: 1 } }, { a: { y: 1 } }, ['= {', '=   "a": {', '−     "x": 1', '+     "y": 1', '=   }', '= }']],
    [
      [1, 2, 3],
      [2, 3, 4],
      ['= [', '−   1', '=   2', '=   3', '+   4', '= ]'],
    ],
    [[{ n: 1 }], [{ n: 2 }], ['= [', '=   {', '≠     "n": 1 |     "n": 2', '=   }', '= ]']],
    [{}, { a: [1] }, ['≠ {} | {', '+   "a": [', '+     1', '+   ]', '+ }']],
    [[], {}, ['≠ [] | {}']],
    [{ a: null }, { a: false }, ['= {', '≠   "a": null |   "a": false', '= }']],
    [{ a: 1 }, JSON.parse('{"a":1,"__proto__":2}') as Json, ['= {', '=   "a": 1', '+   "__proto__": 2', '= }']],
  ])('%j beside %j', (left, right, rows) => {
    expect(compareJson(left, right).map(shown)).toEqual(rows);
  });

  test('a value beside itself has no difference, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        expect(compareJson(json, json).filter(({ state }) => state !== 'same')).toEqual([]);
      }),
    );
  });
});

/** A run of some steps that was queued for a second and waited from second 2 to 3. */
function run(steps: readonly RunStep[], end: number | null): RunDetail {
  const wait = { runID: 'run1', name: '', phase: 'waiting', from: at(2), to: at(3) };
  const row = runRow({ endedAt: end === null ? null : at(end) });
  return { row, steps, timeline: [wait, wait], prompts: [], children: [] } as unknown as RunDetail;
}

describe('timings side by side', () => {
  const steps = [
    runStep({ text: 'a', from: at(1), to: at(2) }),
    runStep({ do: 'wait', text: '1', from: at(2), to: at(3) }),
  ];
  const none = { lines: [] };

  test('phases come first, then steps as authored; a far longer one is different', () => {
    const [left, right] = [run(steps, 4), run([...steps.slice(1), runStep({ do: 'output' })], 8)];
    const rows = timingRows(timingPairs({ detail: left, ...none }, { detail: right, ...none }));
    expect(rows.map((row) => shown(row).replaceAll(/ {2,}/g, '  '))).toEqual([
      '≠ Total  4 s | Total  8 s (+4 s)',
      '= Queued  1 s',
      '≠ Executing  2 s | Executing  6 s (+4 s)',
      '= Waiting for prompts  1 s',
      '− 1. a  1 s',
      '= 2. Wait 1 s  1 s',
      '+ 2. Output  –',
    ]);
  });

  test('a run that has not ended has no total yet', () => {
    const pairs = timingPairs({ detail: run([], 4), ...none }, { detail: run([], null), ...none });
    const name = 'Total'.padEnd('Waiting for prompts'.length);
    expect(timingRows(pairs).slice(0, 1).map(shown)).toEqual([`≠ ${name}  4 s | ${name}  –`]);
  });
});

describe('rows of the page', () => {
  const same = (count: number): ComparedRow[] =>
    Array.from({ length: count }, (_, n) => ({ state: 'same', left: String(n), right: String(n) }));
  const other: ComparedRow = { state: 'changed', left: 'a', right: 'b' };
  const part = (rows: ComparedRow[]) => [{ name: 'Log', empty: 'Nothing', rows }];
  const kinds = (rows: ComparedRow[], unfolded: string[] = []) =>
    shownRows(part(rows), new Set(unfolded)).map((row) =>
      row.kind === 'row' ? SIGNS[row.row.state] : row.kind === 'fold' ? row.count : row.kind,
    );

  test.each<[string, ComparedRow[], (string | number)[]]>([
    ['an empty part', [], ['heading', 'empty']],
    ['a few equal rows', same(3), ['heading', '=', '=', '=']],
    ['many equal rows', same(9), ['heading', 9]],
    [
      'equal rows around a difference',
      [...same(9), other, ...same(9)],
      ['heading', 6, '=', '=', '=', '≠', '=', '=', '=', 6],
    ],
    [
      'equal rows between differences',
      [other, ...same(11), other],
      ['heading', '≠', '=', '=', '=', 5, '=', '=', '=', '≠'],
    ],
    ['too few to fold', [other, ...same(9), other], ['heading', '≠', ...'========='.split(''), '≠']],
  ])('%s', (_, rows, expected) => {
    expect(kinds(rows)).toEqual(expected);
  });

  test('an unfolded part shows all of its rows', () => {
    expect(kinds([...same(9), other], ['Log'])).toEqual(['heading', ...'========='.split(''), '≠']);
  });
});
