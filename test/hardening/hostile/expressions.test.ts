import { describe, expect, test } from 'vitest';
import { Budget } from '../../../shared/expression/budget.ts';
import { ExpressionError } from '../../../shared/expression/expression-error.ts';
import { GLOBALS } from '../../../shared/expression/globals.ts';
import { listMethods } from '../../../shared/expression/list-methods.ts';
import { collectionMethods, dateMethods, numberMethods, patternMethods } from '../../../shared/expression/methods.ts';
import { textMethods } from '../../../shared/expression/text-methods.ts';
import { Callable } from '../../../shared/expression/values.ts';

/** A clock that does not advance: only the number of operations ends an evaluation, the same on every machine. */
const STILL = { now: () => Date.UTC(2026, 10, 20), monotonic: () => 0 };

/** Methods of each kind of value, and such values: small ones, and the largest ones of a request. */
const METHODS = {
  text: [textMethods, ['"a,b"', 'long']],
  list: [listMethods, ['[3, 1, 2]', 'wide', 'texts', 'deep']],
  number: [numberMethods, ['5.5', 'NaN', '1e308']],
  date: [dateMethods, ['new Date(0)', 'new Date(NaN)']],
  pattern: [patternMethods, ['/(a+)+$/', '/a|b/g']],
  Map: [collectionMethods, ['new Map([[1, 2]])', 'new Map([[long, other]])']],
  Set: [collectionMethods, ['new Set(wide)', 'new Set(texts)']],
} as const;

const SCOPE = {
  long: 'a'.repeat(200_000),
  other: `${'a'.repeat(199_999)}b`,
  digits: '9'.repeat(200_000),
  wide: Array.from({ length: 10_000 }, (_, i) => i),
  texts: Array.from({ length: 10_000 }, () => 'a'.repeat(20)),
  deep: nested(90),
};

function nested(levels: number): unknown[] {
  return levels === 0 ? [] : [nested(levels - 1)];
}

const ARGUMENTS = [
  ...['', 'undefined', 'null', '""', '-1', '1e9', 'NaN', 'Infinity', '[]', '({})', '({ length: 1e9 })', '"__proto__"'],
  ...['long', 'other', 'digits', 'wide', 'texts', 'deep', '/(a+)+$/g', 'new Date(NaN)', 'Math', 'Array'],
  ...[
    'x => x',
    '(a, b) => [a, b]',
    '() => long',
    '() => { throw 1 }',
    '...wide',
    '...texts',
    'long, long',
    '1e9, long',
  ],
  ...['"a", long', '0, 1e9', '-1e9, 1e9', 'x => x, []', '/a/g, long', '/a/g, () => long', '"en", { style: long }'],
];

const calls = Object.values(METHODS).flatMap(([methods, selves]) =>
  [...methods.keys()].flatMap((name) => selves.map((self) => [`(${self}).${name}`] as const)),
);
const functions = [...GLOBALS].flatMap(([name, value]) => (value instanceof Callable ? [[name, value] as const] : []));
const globals = functions.flatMap(([name, { members }]) => [
  [name] as const,
  [`new ${name}`] as const,
  ...[...members].flatMap(([key, member]) => (member instanceof Callable ? [[`${name}.${key}`] as const] : [])),
]);

/** The outcome of an evaluation. Throws anything except an ExpressionError. */
function outcome(expression: string): 'value' | 'error' {
  try {
    const value = Budget.forForm(STILL).evaluate(expression, SCOPE);
    // A value is JSON or undefined, and no larger than an expression may make.
    const text = value === undefined ? '' : JSON.stringify(value);
    if (text.length > 60_000_000) throw new Error(`${expression} makes ${text.length} characters`);
    return 'value';
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    if (error.message.length > 2000) throw new Error(`${expression}: a message of ${error.message.length} characters`);
    return 'error';
  }
}

describe('hostile arguments give a value or a short error, after a bounded number of operations', () => {
  test.each([...calls, ...globals])('%s', (called) => {
    const outcomes = ARGUMENTS.map((args) => outcome(`${called}(${args})`));
    expect(outcomes).toHaveLength(ARGUMENTS.length);
  });

  const OPERATORS = ['+', '-', '*', '**', '/', '%', '<', '==', '===', '&', '>>>', '&&', '??', 'in', 'instanceof'];
  const OPERANDS = [
    ...['long', 'other', 'digits', 'wide', 'texts', 'deep', 'new Date(NaN)', 'Math', 'x => x', '/a/', 'null'],
  ];
  test.each(OPERATORS)('%s', (operator) => {
    for (const left of OPERANDS) for (const right of OPERANDS) outcome(`(${left}) ${operator} (${right})`);
  });
});

describe('work on long texts counts, however often it is done', () => {
  const many = (what: string) => `wide.map(() => ${what})`;
  test.each([
    ...['+digits', '-digits', 'digits * 1', 'digits & 1', 'Number(digits)', 'isNaN(digits)', 'Math.abs(digits)'],
    ...['long === twin', 'long == twin', 'long < twin', 'long >= twin', 'Object.is(long, twin)', 'texts.at(digits)'],
    ...['new Set([long]).has(twin)', 'new Map([[long, 1]]).get(twin)', '[long].includes(twin)', '[long].indexOf(twin)'],
    ...['[long, twin].sort()', 'Date.parse(digits)', 'parseInt(digits)', 'long.at(digits)', 'new Date(digits)'],
  ])('%s', (what) => {
    const [long, twin] = [0, 1].map(() => Buffer.alloc(2_000_000, 'a').toString());
    const scope = { ...SCOPE, long, twin, digits: '9'.repeat(2_000_000) };
    expect(() => Budget.forForm(STILL).evaluate(many(what), scope)).toThrow(/operations|too much memory/);
  });
});
