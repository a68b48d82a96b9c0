import { expect, test } from 'vitest';
import type { Json } from '../../shared/values/json.ts';
import { RunOutput } from '../../electron/emulator/behaviors/run-output.ts';

const LARGE = JSON.stringify('x'.repeat(6e6));

/** The output after steps such as `a.b = 1`, which sets, and `a.b += 1`, which appends; `flush` passes it on. */
function outputAfter(steps: readonly string[]): Json | string | undefined {
  let handed: Json | undefined;
  const output = new RunOutput((value) => (handed = value));
  try {
    for (const step of [...steps, 'flush']) {
      const [, path = '', sign, value = ''] = /^(\S*) ?(\+?=) (.*)$/s.exec(step) ?? [];
      if (step === 'flush') output.flush();
      else output[sign === '=' ? 'set' : 'append'](path, value);
    }
    return handed;
  } catch (error) {
    return String(error);
  } finally {
    output.drop();
  }
}

test.each<[string, string[], Json | string | undefined]>([
  ['nothing is set', [], undefined],
  ['the whole is set', [' = {"a":1}'], { a: 1 }],
  ['the whole is replaced', ['a = 1', ' = [2]'], [2]],
  ['a path is set', ['a.b.c = 1'], { a: { b: { c: 1 } } }],
  ['paths are set beside each other', ['a.b = 1', 'a.c = null'], { a: { b: 1, c: null } }],
  ['a path leads through a value that is no object', ['a = 1', 'a.b = 2'], { a: { b: 2 } }],
  ['a path leads into a list', ['a = [{"x":1},2]', 'a.0.y = 3', 'a.2 = 4'], { a: [{ x: 1, y: 3 }, 2, 4] }],
  ['a path names no place of a list', ['a = [1]', 'a.b = 2'], 'Error: cannot set "b" of a list of 1 in the output'],
  ['a path leaves a gap in a list', ['a = [1]', 'a.2 = 2'], 'Error: cannot set "2" of a list of 1 in the output'],
  ['a value is appended where nothing is', ['a.b += 1', 'a.b += {"c":2}'], { a: { b: [1, { c: 2 }] } }],
  ['values are appended to the whole', [' += 1', ' += [2]'], [1, [2]]],
  [
    'a value is appended to what is no list',
    ['a = {}', 'a += 1'],
    'Error: cannot append to the output at "a": it is not a list',
  ],
  ['a key is __proto__', ['__proto__.x = 1'], JSON.parse('{"__proto__":{"x":1}}') as Json],
  ['more comes after it was passed on', ['a += 1', 'flush', 'a += 2'], { a: [1, 2] }],
  [
    'it grows too large',
    [`a += ${LARGE}`, `a += ${LARGE}`],
    'Error: the output is too large: 12.0 MB of JSON; at most 10 MB are allowed',
  ],
  ['large values replace each other', [`a = ${LARGE}`, `a = ${LARGE}`, 'a = 1'], { a: 1 }],
])('the output when %s', (_, steps, expected) => {
  expect(outputAfter(steps)).toEqual(expected);
});

test('an output that was passed on never changes', () => {
  const handed: Json[] = [];
  const output = new RunOutput((value) => handed.push(value));
  for (const value of ['1', '2', '3']) {
    output.append('a.list', value);
    output.set('a.last', value);
    output.flush();
  }
  expect(handed).toEqual([
    { a: { list: [1], last: 1 } },
    { a: { list: [1, 2], last: 2 } },
    { a: { list: [1, 2, 3], last: 3 } },
  ]);
});
