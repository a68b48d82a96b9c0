import { describe, expect, it } from 'vitest';
import { Budget } from '../../shared/expression/budget.ts';
import { check, type ExpressionClock, type Scope } from '../../shared/expression/evaluate.ts';
import { ExpressionError } from '../../shared/expression/expression-error.ts';
import { fc, runs } from '../support/properties.ts';

const NOON = Date.UTC(2026, 0, 2, 12);
/** A stopped clock: expressions are refused only for their size. */
const still = { now: () => NOON, monotonic: () => 0 };

const scope = deepFrozen({
  params: {
    amount: 150,
    name: 'Ada',
    list: [3, 1, 2],
    nested: [[1], [2, [3]]],
    none: null,
    caller: 'Bo',
    toString: 'own',
  },
  users: [
    { name: 'Ada', age: 36, tags: ['a', 'b'] },
    { name: 'Bo', age: 20 },
  ],
  env: { slug: 'prod', isDefault: true },
  approval: null,
  when: '2026-03-04T05:06:07.000Z',
});

function evaluate(text: string, scope: Scope, clock: ExpressionClock = still): unknown {
  return Budget.forForm(clock).evaluate(text, scope);
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}

function failure(expression: string, clock: ExpressionClock = still): ExpressionError {
  try {
    evaluate(expression, scope, clock);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${expression} did not fail`);
}

describe('an expression gives the same value as JavaScript', () => {
  it.each([
    ['params.amount > 100', true],
    ['params.amount * 2 + 1 - 4 / 2 % 3 ** 2', 299],
    ['-params.amount + +"5" + ~1', -147],
    ['(1 + 2) * 3', 9],
    ['"a" + 1 + null + [1, [2]] + {}', 'a1null1,2[object Object]'],
    ['1 == "1" && 1 !== "1" && null == undefined && [1] == 1', true],
    ['"b" > "a" && 2 <= 2 && "10" > 9', true],
    ['5 & 3 | 8 ^ 1 << 2 >> 1 >>> 0', 11],
    ['approval?.values.reason ?? "small amount"', 'small amount'],
    ['params.missing ?? params["none"] ?? 0', 0],
    ['params.missing', undefined],
    ['params.caller + params.toString', 'Boown'],
    ['approval?.a.b.c(1).d', undefined],
    ['params.list?.[0] + params.name?.length', 6],
    ['params.nothing?.(1)', undefined],
    ['params.name.toUpperCase?.()', 'ADA'],
    ['params.amount > 100 ? "big" : "small"', 'big'],
    ['`Hello ${params.name}, ${1 + 1} ${null}`', 'Hello Ada, 2 null'],
    ['[...params.list, ...[4], ..."ab"]', [3, 1, 2, 4, 'a', 'b']],
    ['{ ...env, slug: "x", ["a" + 1]: 1, "b c": 2, ...null }', { slug: 'x', isDefault: true, a1: 1, 'b c': 2 }],
    ['((amount) => ({ amount }))(params.amount)', { amount: 150 }],
    ['"amount" in params && !("x" in params) && 0 in [1]', true],
    ['typeof params.amount + typeof nope + typeof Math.max + typeof (x => x)', 'numberundefinedfunctionfunction'],
    ['void 0', undefined],
    ['new Date(0) instanceof Date && [] instanceof Array && !({} instanceof Array)', true],
    ['users.map((user) => user.name).join(", ")', 'Ada, Bo'],
    ['users.map(({ name, tags: [first = "none"] = [] }, i) => `${i}${name}${first}`)', ['0Adaa', '1Bonone']],
    ['users.map(({ name, ...rest }) => rest)', [{ age: 36, tags: ['a', 'b'] }, { age: 20 }]],
    ['(([a, , b = 5, ...c]) => [a, b, c])([1, 2, undefined, 4, 5])', [1, 5, [4, 5]]],
    ['((a, b = a * 2, ...c) => [a, b, c])(1, undefined, 3, 4)', [1, 2, [3, 4]]],
    ['users.filter((u) => u.age > 30).length', 1],
    ['users.find((u) => u.age > 99)?.name ?? "nobody"', 'nobody'],
    ['users.reduce((sum, u) => sum + u.age, 0)', 56],
    ['params.list.reduce((a, b) => Math.max(a, b))', 3],
    ['users.some((u) => u.tags) && !users.every((u) => u.tags)', true],
    ['params.list.sort()', [1, 2, 3]],
    ['[10, 9, 1, undefined].sort()', [1, 10, 9, undefined]],
    ['params.list.sort((a, b) => b - a)', [3, 2, 1]],
    ['params.list.toSorted((a, b) => a - b).reverse()', [3, 2, 1]],
    ['"a.b.c".split(".").pop() + "a.b".split(".").shift()', 'ca'],
    ['params.nested.flat(Infinity)', [1, 2, 3]],
    ['params.list.flatMap((x) => [x, x])', [3, 3, 1, 1, 2, 2]],
    ['params.list.includes(2) && params.list.indexOf(9) === -1 && params.list.at(-1) === 2', true],
    ['params.list.slice(1).concat(9, [8]).with(0, 7).toSpliced(1, 1)', [7, 9, 8]],
    [
      '[..."abc"].entries()',
      [
        [0, 'a'],
        [1, 'b'],
        [2, 'c'],
      ],
    ],
    ['Array.from({ length: 3 }, (_, i) => i * i)', [0, 1, 4]],
    ['[...Array(3).keys()].fill(7, 1)', [0, 7, 7]],
    ['Array.isArray(params.list) && Array.of(1, 2).length', 2],
    ['Object.keys(env).concat(Object.values(env))', ['slug', 'isDefault', 'prod', true]],
    ['Object.fromEntries(Object.entries(env).map(([k, v]) => [v, k]))', { prod: 'slug', true: 'isDefault' }],
    ['Object.assign({}, env, { slug: 1 })', { slug: 1, isDefault: true }],
    ['Object.groupBy(users, (u) => u.age > 30 ? "old" : "young").old.length', 1],
    [
      'JSON.stringify({ a: [1, "x"], d: new Date(0) }) + JSON.stringify(undefined)',
      '{"a":[1,"x"],"d":"1970-01-01T00:00:00.000Z"}undefined',
    ],
    ['JSON.parse("[1]")[0]', 1],
    ['["1", "2"].map(Number).concat(["a", ""].filter(Boolean).map(String))', [1, 2, 'a']],
    ['["10", "11"].map((x) => parseInt(x, 2))', [2, 3]],
    ['Math.max(...params.list) + Math.min(1, 2) + Math.round(1.5) + Math.PI', 3 + 1 + 2 + Math.PI],
    ['Number("1.50").toFixed(2) + (255).toString(16)', '1.50ff'],
    ['[isNaN("x"), isFinite("1"), Number.isInteger(1.5), NaN, Infinity]', [true, true, false, NaN, Infinity]],
    ['encodeURIComponent("a b&") + decodeURIComponent("%20")', 'a%20b%26 '],
    ['"Ada Bo".split(" ").map((w) => w[0]).join("")', 'AB'],
    ['" x ".trim().padStart(3, "-").repeat(2)', '--x--x'],
    ['"a-b-c".replace("-", "+").replaceAll("-", (m) => m + m)', 'a+b--c'],
    ['"2026-01".replace(/(\\d+)-(\\d+)/, "$2/$1")', '01/2026'],
    ['"a1b22".match(/\\d+/g)', ['1', '22']],
    ['"x=1".match(/(?<k>\\w)=(?<v>\\w)/).groups.v', '1'],
    ['"a1".match(/z/)?.[0] ?? "no"', 'no'],
    ['[..."a1b2".matchAll(/([a-z])(\\d)/g)].map(([, l, d]) => d + l)', ['1a', '2b']],
    ['/^[A-Z]+$/i.test(params.name) && "a, b".split(/,\\s*/).length', 2],
    ['"a1b2".replace(/\\d/g, (d) => d * 2)', 'a2b4'],
    ['new Date(when).getTime() - new Date("2026-03-04").getTime()', 18_367_000],
    ['new Date(2026, 0, 5) > new Date(2026, 0, 4)', true],
    ['Date.now() + " " + new Date().toISOString()', `${NOON} 2026-01-02T12:00:00.000Z`],
    ['new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['[...new Set([1, 1, 2])]', [1, 2]],
    [
      '{ set: new Set([1]), map: new Map([["a", new Date(0)]]), re: /a/g }',
      { set: [1], map: { a: '1970-01-01T00:00:00.000Z' }, re: '/a/g' },
    ],
    ['new Map([["a", 1]]).get("a") + new Set("aab").size', 3],
    ['((n) => { const a = n + 1; if (a > 5) { const b = a * 2; return b; } else return a; })(9)', 20],
    ['((n) => { let { a, b: [c] } = n; return a + c; })({ a: 1, b: [2] })', 3],
    ['(x => y => z => x + y + z)(1)(2)(3)', 6],
    ['(f => f(f, 5))((f, n) => n <= 1 ? 1 : n * f(f, n - 1))', 120],
    ['({ f: (x) => x + 1 }).f(1)', 2],
    [' /* why */ 1 // because', 1],
  ])('%s', (expression, expected) => {
    expect(evaluate(expression, scope)).toEqual(expected);
    expect(check(expression)).toBeNull();
  });

  it('a name in scope wins over a built-in', () => {
    expect(evaluate('Date.a', { Date: { a: 1 } })).toBe(1);
  });
});

describe('the error of an invalid expression quotes it', () => {
  it.each([
    ['params.amount >', 'Expression ends too early: “params.amount >”'],
    ['', '“”: it is empty'],
    ['1 2', '“1 2”: “2” is not expected at character 3'],
    ['a)(b', '“a)(b”: “)(” is not expected at character 2'],
    ['"abc', '“"abc”: a text has no closing quote'],
    ['parms.amount', '“parms.amount”: there is no “parms”; did you mean “params”?'],
    ['zzzzz', '“zzzzz”: there is no “zzzzz”'],
    ['params.a.b', '“params.a.b”: cannot read “b” of undefined'],
    ['approval.values', '“approval.values”: cannot read “values” of null'],
    ['params.name.foo()', '“params.name.foo()”: a text has no method “foo”'],
    ['params.name.trim', '“params.name.trim”: “trim” is a method of a text: call it'],
    ['params.amount()', '“params.amount()”: an object has a field “amount”, but it is the number 150'],
    ['params.list.push(1)', '“params.list.push(1)”: “push” would change the list; write [...list, item]'],
    ['params.list.map(1)', '“params.list.map(1)”: a function is expected here, not the number 1'],
    [
      'params.amount = 1',
      '“params.amount = 1”: values cannot be assigned; an expression only computes a value (to compare, write ===)',
    ],
    ['[].map(function () {})', '“[].map(function () {})”: write an arrow function: (x) => …'],
    ['this.x', '“this.x”: “this” cannot be used in expressions'],
    ['import("fs")', '“import("fs")”: “import” cannot be used in expressions'],
    ['async () => 1', '“async () => 1”: “async” cannot be used in expressions'],
    [
      '(() => { while (true) {} })()',
      '“(() => { while (true) {} })()”: loops cannot be used in expressions; write map, filter or reduce',
    ],
    ['x => x', '“x => x”: its result is a function, not a value'],
    ['Math.max', '“Math.max”: its result is a function, not a value'],
    ['new Date("x").toISOString()', '“new Date("x").toISOString()”: Invalid time value'],
    ['JSON.parse("{")', expect.stringContaining('“JSON.parse("{")”: ')],
    ['1n', '“1n”: write the number without “n”'],
    ['new Function("1")', '“new Function("1")”: there is no “Function”'],
    ['/(/', expect.stringContaining('nvalid regular expression')],
  ])('%s', (expression, message) => {
    const error = failure(expression);
    expect(error.message).toEqual(message);
    expect(error.expression).toBe(expression);
  });

  it('the error has the position', () => {
    expect(failure('1 + parms').position).toBe(4);
    expect(failure('params.a.b').position).toBe(9);
    expect(check('1 + * 2')?.position).toBe(4);
  });
});

describe('an expression cannot reach anything outside', () => {
  it.each([
    'process',
    'require("fs")',
    'globalThis',
    'window',
    'self',
    'global',
    'eval("1")',
    'Function("return 1")()',
    'setTimeout(() => 1)',
    'Reflect',
    'Proxy',
    'Symbol',
    'WebAssembly',
    'fetch("x")',
    'arguments',
    'Promise',
    'Buffer',
    '[].constructor',
    '[].map.constructor',
    '"".constructor.constructor("return process")()',
    '(() => 1).constructor("return 1")()',
    '({}).__proto__',
    '({})["__proto__"]',
    '({})["__pro" + "to__"]',
    '({}).constructor',
    '[]["constr" + "uctor"]',
    '[][["constructor"]]',
    '({ __proto__: { a: 1 } })',
    '({ ["__proto__"]: 1 })',
    '(({ constructor }) => constructor)({})',
    '(({ ["constructor"]: c }) => c)([])',
    '(() => 1).caller',
    '(() => 1).arguments',
    '({}).__defineGetter__("a", () => 1)',
    '({}).__lookupGetter__("a")',
    'Math.constructor',
    'Object.prototype',
    'Object.getPrototypeOf([])',
    'Object.defineProperty({}, "a", {})',
    'Object.setPrototypeOf({}, [])',
    'Object.getOwnPropertyDescriptors(params)',
    'Math.max.call(null, 1)',
    '(x => x).bind(null)',
    '(x => x).apply(null, [])',
    '[].map.call([], x => x)',
    '"".at.constructor',
    'new (params.list.constructor)(1)',
    'Array.prototype.push',
    'String.raw`a`',
    'Object.fromEntries([["__proto__", 1]])',
    'Object.assign({}, JSON.parse(`{"__proto__":1}`))',
    'new Map().constructor',
    '/a/.constructor',
    'new Date().constructor',
    'params.list.__proto__.x',
    'Object.entries.constructor',
    '({ get a() { return 1 } }).a',
    'import.meta',
    'new.target',
    'String.prototype',
    'new Map([[1, 2]]).set(3, 4)',
    'new Set().add(1)',
    'new Date(0).setTime(1)',
    'params.list.unshift(1)',
    'params.list.splice(0)',
    'delete params.name',
    'params.amount++',
    '((a) => { a = 1; return a; })(1)',
    'super.x',
    'class {}',
    '(function* () {})()',
    '1, 2',
    '"a".replace.constructor',
    'JSON.stringify.constructor',
    '[].at(0).constructor',
    'new Array.constructor("x")',
  ])('%s', (expression) => {
    expect(failure(expression)).toBeInstanceOf(ExpressionError);
  });

  it('objects of the expression are never called by the engine', () => {
    expect(evaluate('"" + { toString: () => 1, valueOf: () => 2 } + JSON.stringify({ toJSON: 1 })', {})).toBe(
      '[object Object]{"toJSON":1}',
    );
    expect(evaluate('[1].map((x) => x, { then: 1 })', {})).toEqual([1]);
  });

  it('functions in the scope are not callable, nor results', () => {
    const leak = { leak: () => 1, deep: { leak: () => 2 } };
    for (const text of ['leak()', 'leak', 'deep.leak()', 'deep.leak', '[leak]', 'leak.constructor', '[1].map(leak)']) {
      expect(() => evaluate(text, leak)).toThrow(ExpressionError);
    }
  });

  it('inherited fields do not exist', () => {
    expect(evaluate('params.hasOwnProperty', scope)).toBeUndefined();
    expect(evaluate('params.hasOwnProperty("name") && Object.hasOwn(params, "name")', scope)).toBe(true);
    expect(() => evaluate('toString', {})).toThrow('there is no “toString”');
  });
});

describe('an expression is limited in time and memory', () => {
  const forever = [
    'Array.from({ length: 1e9 })',
    'new Array(4294967295).fill(0)',
    'Array.from({ length: 1e5 }, (_, i) => i).map((a) => Array.from({ length: 1e5 }, (_, b) => a * b))',
    '"a".repeat(1e9)',
    '"ab".repeat(4e6).split("").join("x".repeat(100))',
    '"a".repeat(1e6).replaceAll("a", "b".repeat(1000))',
    '"a".repeat(1e6).replace(/a/g, "$`")',
    'Array.from({ length: 40 }).reduce((text) => text + text, "abc")',
    'Array.from({ length: 40 }).reduce((list) => [list, list], [1])',
    'JSON.stringify(Array.from({ length: 40 }).reduce((list) => [list, list], [1]))',
    'Array.from({ length: 40 }).reduce((list) => [list, list], [1]).flat(Infinity)',
    'Array.from({ length: 40 }).reduce((list) => list.concat(list), [1])',
    '(f => f(f))((f) => f(f))',
    '((f) => f(f, 0))((f, n) => n > 1e9 ? n : [1].map(() => f(f, n + 1)))',
    'Array.from({ length: 9e5 }, (_, i) => (i * 7919) % 900001).sort().map((x) => [x]).sort()',
    '"a".repeat(9e6).includes("b" + "a".repeat(4e6))',
    'Array.from({ length: 1e5 }, () => "a".repeat(1e4).lastIndexOf("ba".repeat(100)))',
    '(1).toLocaleString("en", { style: Array.from({ length: 40 }).reduce((list) => [list, list], [1]), x: Array.from({ length: 1e6 }).map((x) => x.y) })',
    'JSON.parse("[".repeat(4e6))',
    'Array.from({ length: 1e6 }).map(() => new Date(0).toLocaleString("en"))',
    '/^(?=a)(a+)+$/.test("a".repeat(50) + "!")',
    'new Array(1e6).map((x, i) => Object.fromEntries([["a" + i, i]])).reduce((a, b) => Object.assign(a, b), {})',
  ];

  it.each(forever)('%s', (expression) => {
    expect(failure(expression)).toBeInstanceOf(ExpressionError);
  });

  it.each(['(a+)+$', '(a|a)*b', '(\\w+\\s?)+$', '^(a?){30}a{30}$'])('/%s/ answers at once', (pattern) => {
    expect(evaluate(`/${pattern}/.test("a".repeat(20000) + "!")`, scope)).toBe(false);
  });

  it.each([
    ['parentheses', '('.repeat(8_000) + '1' + ')'.repeat(8_000)],
    ['lists', '['.repeat(8_000) + ']'.repeat(8_000)],
    ['negations', '!'.repeat(15_000) + '1'],
    ['sums', '1' + '+1'.repeat(9_000)],
    ['members', `a${'.a'.repeat(9_000)}`],
    ['size', ' '.repeat(30_000) + '1'],
  ])('deeply nested %s gives a value or an ExpressionError', (_, text) => {
    try {
      evaluate(text, scope);
    } catch (error) {
      expect(error).toBeInstanceOf(ExpressionError);
    }
  });

  it('ends after 100 ms', () => {
    let time = 0;
    const slow = { ...still, monotonic: () => (time += 30) };
    expect(failure('Array.from({ length: 1e4 }, (_, i) => i)', slow).reason).toBe('it took longer than 100 ms');
  });

  it('ends after the same number of operations on every machine', () => {
    expect(failure('Array.from({ length: 9e5 }, (_, i) => i)').reason).toBe('it needs more than 500000 operations');
  });
});

describe('random text', () => {
  const pieces = fc.constantFrom(
    'params',
    '.list',
    '.name',
    '[0]',
    '?.',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ' + ',
    ' ?? ',
    '=> ',
    'x',
    '...',
    ',',
    '1',
    '"a"',
    '`${',
    '/a+/g',
    '.map(',
    '.sort()',
    '.reduce(',
    ' in ',
    'typeof ',
    'new ',
    'Set',
    'Date',
    '.constructor',
    'Object.assign',
    '.replace(',
    '=',
    ':',
    '?',
    'const ',
    'return ',
    ';',
    '\n',
  );
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  );

  it('gives a value or an ExpressionError, and changes nothing', () => {
    const before = JSON.stringify(scope);
    fc.assert(
      fc.property(text, (expression) => {
        try {
          evaluate(expression, scope);
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
        }
        return JSON.stringify(scope) === before;
      }),
      runs(400),
    );
  });

  it('JSON evaluates to itself', () => {
    const json = fc
      .jsonValue({ stringUnit: 'binary' })
      .filter((value) => !/"(__proto__|constructor|prototype)":/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(json, (value) => {
        expect(evaluate(JSON.stringify(value), {})).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('list methods that change lists in JavaScript do not change the scope', () => {
    const open = { list: [3, 1, 2], record: { a: 1 } };
    const calls = [
      'sort()',
      'reverse()',
      'fill(0)',
      'pop()',
      'shift()',
      'push(1)',
      'unshift(1)',
      'splice(0, 1)',
      'copyWithin(0, 1)',
    ].map((call) => `list.${call}`);
    for (const call of [
      ...calls,
      'Object.assign(record, { a: 2 })',
      'Object.assign(list, [9])',
      'Object.freeze(record)',
    ]) {
      try {
        evaluate(call, open);
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError);
      }
    }
    expect([open, Object.isFrozen(open.record)]).toEqual([{ list: [3, 1, 2], record: { a: 1 } }, false]);
  });
});
