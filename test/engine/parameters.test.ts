import { describe, expect, it, test } from 'vitest';
import { Parameters, type AuthoredParameter } from '../../shared/model/parameter.ts';
import { parameterView, promptParameterView } from '../../shared/model/answers.ts';
import { checkValues, type CheckedValues } from '../../shared/model/parameter-values.ts';
import type { JsonObject } from '../../shared/values/json.ts';
import { PARAMETER_TYPE_NAMES, PARAMETER_TYPES } from '../../shared/registry/parameter-types.ts';
import type { PromptParameter } from '../../shared/script-context.d.ts';
import { fc, runs } from '../support/properties.ts';

const context = {
  scope: { env: { slug: 'prod', name: 'Production', isDefault: true } },
  clock: { now: Date.now, monotonic: () => 0 },
  hasConfig: (name: string) => name === 'REGION',
  hasUpload: (id: string) => id === 'upl1',
};
const check = (parameters: AuthoredParameter[], values: JsonObject): CheckedValues =>
  checkValues(Parameters.parse(parameters), values, context);

type Row = [type: AuthoredParameter, given: unknown, expected: unknown];

/** The accepted value by type and input; a text that starts with "!" is the reported problem. */
const TYPES: Row[] = [
  [{ slug: 'v' }, 'text', 'text'],
  [{ slug: 'v' }, '', ''],
  [{ slug: 'v' }, 5, '!must be a string'],
  [{ slug: 'v', type: 'boolean' }, false, false],
  [{ slug: 'v', type: 'boolean' }, 'true', true],
  [{ slug: 'v', type: 'boolean' }, 'yes', '!must be true or false'],
  [{ slug: 'v', type: 'integer' }, 0, 0],
  [{ slug: 'v', type: 'integer' }, '-5', -5],
  [{ slug: 'v', type: 'integer' }, '5.0', '!must be a whole number'],
  [{ slug: 'v', type: 'integer' }, 5.5, '!must be a whole number'],
  [{ slug: 'v', type: 'integer' }, '05', '!must be a whole number'],
  [{ slug: 'v', type: 'integer' }, ' 5', '!must be a whole number'],
  [{ slug: 'v', type: 'integer' }, 9007199254740993, '!must be between -9007199254740991 and 9007199254740991'],
  [{ slug: 'v', type: 'float' }, 2.5, 2.5],
  [{ slug: 'v', type: 'float' }, '1e3', 1000],
  [{ slug: 'v', type: 'float' }, '0x10', '!must be a number'],
  [{ slug: 'v', type: 'float' }, '1e999', '!is too large a number'],
  [{ slug: 'v', type: 'float' }, true, '!must be a number'],
  [{ slug: 'v', type: 'date' }, '2026-11-20', '2026-11-20'],
  [{ slug: 'v', type: 'date' }, '2026-11-20T23:00:00-05:00', '2026-11-20'],
  [{ slug: 'v', type: 'date' }, '2026-02-30', '!must be a date, YYYY-MM-DD'],
  [{ slug: 'v', type: 'datetime' }, '2026-11-20T18:00:00+02:00', '2026-11-20T16:00:00Z'],
  [{ slug: 'v', type: 'datetime' }, '2026-11-20T18:00:00.250Z', '2026-11-20T18:00:00.250Z'],
  [
    { slug: 'v', type: 'datetime' },
    '2026-11-20',
    '!must be a date and time with its offset (RFC 3339), such as 2026-11-20T16:00:00Z',
  ],
  [{ slug: 'v', type: 'upload' }, 'upl1', 'upl1'],
  [
    { slug: 'v', type: 'upload' },
    'upl2',
    '!no uploaded file has the ID "upl2"; store it through /_emulator/uploads first',
  ],
  [{ slug: 'v', type: 'configvar' }, 'REGION', 'REGION'],
  [{ slug: 'v', type: 'configvar' }, 'toString', '!the environment has no config entry "toString"'],
  [{ slug: 'v', type: 'json' }, [1, { a: null }], [1, { a: null }]],
  [{ slug: 'v', type: 'object' }, { any: 1 }, { any: 1 }],
  [{ slug: 'v', type: 'object' }, [], '!must be an object'],
  [{ slug: 'v', type: 'integer', multi: true }, [1, '2'], [1, 2]],
  [{ slug: 'v', type: 'integer', multi: true }, 1, '!must be a list'],
  [{ slug: 'v', constraints: { options: ['a', { label: 'Bee', value: 'b' }] } }, 'b', 'b'],
  [{ slug: 'v', constraints: { options: ['a', { label: 'Bee', value: 'b' }] } }, 'c', '!must be one of: a, b'],
  [
    { slug: 'v', type: 'integer', constraints: { options: [1, { label: 'Two', value: 2 }] } },
    3,
    '!must be one of: 1, 2',
  ],
  [{ slug: 'v', constraints: { regex: '[A-Z]{2}\\d+' } }, 'AB12', 'AB12'],
  [{ slug: 'v', constraints: { regex: '[A-Z]{2}\\d+' } }, 'xAB12', '!must match [A-Z]{2}\\d+'],
  [{ slug: 'v', constraints: { regex: 'a|b' } }, 'ab', '!must match a|b'],
  [{ slug: 'v', type: 'integer', constraints: { validate: 'params.v > 3 ? "too many" : null' } }, 4, '!too many'],
  [{ slug: 'v', type: 'integer', constraints: { validate: 'params.v > 3 ? "too many" : null' } }, '3', 3],
];

describe('decision param-types, param-coercion, param-rules: a value', () => {
  it.each(TYPES)('%j given %j gives %j', (parameter, given, expected) => {
    const { values, problems } = check([parameter], { v: given } as JsonObject);
    const problem = typeof expected === 'string' && expected.startsWith('!') ? expected.slice(1) : undefined;
    expect(problem === undefined ? values.v : problems.v).toEqual(problem ?? expected);
  });

  it('is flagged only when a string was converted to a number or a boolean', () => {
    const parameters: AuthoredParameter[] = [
      { slug: 'a', type: 'integer' },
      { slug: 'b', type: 'boolean' },
      { slug: 'c', type: 'float', multi: true },
      { slug: 'd' },
    ];
    expect(check(parameters, { a: '1', b: true, c: [1, '2'], d: '3' }).coerced).toEqual(['a', 'c[1]']);
  });
});

describe('decision param-rules: a form', () => {
  it('reports every broken rule at once, by path', () => {
    const parameters: AuthoredParameter[] = [
      { slug: 'a' },
      { slug: 'b', type: 'integer', multi: true },
      {
        slug: 'c',
        type: 'object',
        params: [
          { slug: 'd', type: 'float' },
          { slug: 'e', constraints: { regex: 'x' } },
        ],
      },
    ];
    expect(check(parameters, { b: [1, 'two'], c: { e: 'y' } }).problems).toEqual({
      a: 'is required',
      'b[1]': 'must be a whole number',
      'c.d': 'is required',
      'c.e': 'must match x',
    });
  });

  it('fills in defaults for absent and null values, not for "" and 0', () => {
    const parameters: AuthoredParameter[] = [
      { slug: 'a', default: 'x' },
      { slug: 'b', type: 'integer', default: 1 },
      { slug: 'c', default: 'z' },
    ];
    expect(check(parameters, { a: null, b: 0, c: '' })).toMatchObject({
      values: { a: 'x', b: 0, c: '' },
      problems: {},
    });
  });

  it('does not require hidden values', () => {
    const parameters: AuthoredParameter[] = [
      { slug: 'kind' },
      { slug: 'why', hidden: 'params.kind != "other" || env.slug == "test"' },
    ];
    expect([check(parameters, { kind: 'a' }).problems, check(parameters, { kind: 'other' }).problems]).toEqual([
      {},
      { why: 'is required' },
    ]);
  });

  it('decision unknown-params: drops and reports undeclared values, also in objects', () => {
    const parameters: AuthoredParameter[] = [
      { slug: 'a', type: 'object', params: [{ slug: 'b' }] },
      { slug: 'c', type: 'object', params: [{ slug: 'b' }], constraints: { allowUnknownKeys: true } },
    ];
    const { values, unknown } = check(parameters, { a: { b: '1', x: 1 }, c: { b: '2', y: 2 }, z: 3 });
    expect({ values, unknown }).toEqual({ values: { a: { b: '1' }, c: { b: '2', y: 2 } }, unknown: ['z', 'a.x'] });
  });

  it('reports an invalid rule', () => {
    expect(check([{ slug: 'a', constraints: { validate: 'params.a.' } }], { a: '1' }).problems.a).toContain(
      'params.a.',
    );
  });

  it('checks a regular expression with exponential backtracking at once', () => {
    const problem = check([{ slug: 'a', constraints: { regex: '(a+)+' } }], { a: `${'a'.repeat(5000)}!` }).problems.a;
    expect(problem).toBe('must match (a+)+');
  });

  it('never throws', () => {
    const parameters = PARAMETER_TYPE_NAMES.flatMap((type): AuthoredParameter[] => [
      { slug: `one_${type}`, type, constraints: { optional: true, options: type === 'string' ? ['a'] : [] } },
      { slug: `many_${type}`, type, multi: true, constraints: { optional: true } },
    ]);
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('5', 'true', '2026-11-20', '2026-11-20T00:00:00Z', 'REGION', '__proto__'),
    );
    const record = fc.record(Object.fromEntries(parameters.map(({ slug }) => [slug, value])), { requiredKeys: [] });
    fc.assert(
      fc.property(record, (given) => {
        const { values, problems } = check(parameters, JSON.parse(JSON.stringify(given)) as JsonObject);
        for (const slug of Object.keys(values))
          expect(parameters.some((parameter) => parameter.slug === slug)).toBe(true);
        for (const problem of Object.values(problems)) expect(problem).not.toBe('');
      }),
      runs(50),
    );
  });
});

describe('a parameter in a response', () => {
  const [parameter] = Parameters.parse([
    { slug: 'a', constraints: { options: ['x', { label: 'Why', value: 'y' }] }, params: [{ slug: 'b' }] },
  ]);
  const nested = {
    slug: 'b',
    name: 'b',
    desc: '',
    type: 'string',
    component: '',
    default: null,
    hidden: '',
    multi: false,
    values: {},
  };
  const none = { optional: false, options: {}, regex: '', validate: '' };

  it('has every documented field, labelled options, and nested `params` in runs', () => {
    expect(parameterView(parameter!)).toEqual({
      ...nested,
      slug: 'a',
      name: 'a',
      constraints: {
        ...none,
        options: [
          { label: 'x', value: 'x' },
          { label: 'Why', value: 'y' },
        ],
      },
      params: [{ ...nested, constraints: none, params: [] }],
    });
  });

  it('has nested `parameters` and `allowUnknownKeys` in prompts', () => {
    expect(promptParameterView(parameter!)).toMatchObject({
      constraints: { allowUnknownKeys: false },
      parameters: [{ slug: 'b', parameters: [] }],
    });
  });
});

test('a script may ask for every type of parameter', () => {
  // A type that shared/script-context.d.ts does not declare does not compile here.
  const declared: readonly NonNullable<PromptParameter['type']>[] = PARAMETER_TYPE_NAMES;
  expect(declared).toHaveLength(Object.keys(PARAMETER_TYPES).length);
});
