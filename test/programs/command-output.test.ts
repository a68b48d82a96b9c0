import { describe, expect, test } from 'vitest';
import { createOutput } from '../../electron/programs/output/output.ts';

/** Output of a command into texts. */
function captured(isJson: boolean, { isTTY = false, variables = {} } = {}) {
  const texts = { stdout: '', stderr: '' };
  const writer = (name: keyof typeof texts) => ({ isTTY, write: (text: string) => (texts[name] += text) });
  const out = createOutput({ stdout: writer('stdout'), stderr: writer('stderr') }, isJson, variables);
  return { out, texts };
}

const TABLE = { head: ['run', 'status'], rows: [['a', { text: 'Failed', colour: 'red' as const }]], none: 'None.' };

describe('colours', () => {
  test.each<[isTTY: boolean, variables: Record<string, string>, isColoured: boolean]>([
    [true, {}, true],
    [true, { NO_COLOR: '' }, true],
    [true, { NO_COLOR: '1' }, false],
    [true, { AI_AGENT: 'one' }, false],
    [true, { CLAUDECODE: '1' }, false],
    [true, { TERM: 'dumb' }, false],
    [false, {}, false],
  ])('on a terminal: %j, with %j: %j', (isTTY, variables, isColoured) => {
    const { out, texts } = captured(false, { isTTY, variables });
    out.table({}, TABLE);
    expect(texts.stdout.includes('\u001B[31mFailed\u001B[39m')).toBe(isColoured);
    expect(texts.stdout.includes('\u001B')).toBe(isColoured);
  });

  test('are never part of JSON', () => {
    const { out, texts } = captured(true, { isTTY: true });
    out.table({ a: 'x' }, TABLE);
    expect(texts.stdout).toBe('{\n  "a": "x"\n}\n');
  });
});

test('a table is aligned; long cells are cut, except in the last column; without rows it is a sentence', () => {
  const { out, texts } = captured(false);
  const long = 'x'.repeat(80);
  out.table(
    {},
    {
      head: ['a', 'b', 'c'],
      rows: [
        [long, 'y', long],
        ['1', 'two\nlines', ''],
      ],
      none: 'None.',
      foot: 'The end.',
    },
  );
  out.table({}, { head: ['a'], rows: [], none: 'None.' });
  expect(texts.stdout.split('\n')).toEqual([
    `a${' '.repeat(61)}b          c`,
    `${'x'.repeat(59)}…  y          ${long}`,
    `1${' '.repeat(61)}two lines`,
    'The end.',
    'None.',
    '',
  ]);
});

test('a list is one JSON value, also an empty one', () => {
  for (const items of [[], [{ a: 1 }], ['x', '\u009B2J']]) {
    const { out, texts } = captured(true);
    const list = out.list();
    for (const item of items) list.add(item, ['never shown']);
    list.end();
    expect(JSON.parse(texts.stdout)).toEqual(items);
    expect(texts.stdout).not.toMatch(/\u009B|never shown/);
  }
});

test('notes go to standard error, without control characters', () => {
  const { out, texts } = captured(true);
  out.note('a\u001B[31mb');
  expect(texts).toEqual({ stdout: '', stderr: 'a\\u001b[31mb\n' });
});
