import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../shared/expression/expression-error.ts';
import { Budget } from '../../shared/expression/budget.ts';
import { checkTemplates, render } from '../../shared/expression/template.ts';
import { fc, runs } from '../support/properties.ts';

const clock = { now: Date.now, monotonic: () => 0 };
const scope = {
  params: { amount: 150, name: 'Ada', list: [1, 2], none: null, date: '2026-01-02' },
  env: { slug: 'prod' },
};

describe('a template', () => {
  it.each([
    { name: 'alone gives its value with its type', template: '{{ params.amount }}', expected: 150 },
    { name: 'alone may give null', template: '{{ params.none }}', expected: null },
    { name: 'alone may give undefined', template: '{{params.missing}}', expected: undefined },
    { name: 'alone may give a list', template: '{{ params.list }}', expected: [1, 2] },
    { name: 'beside a blank is inserted into the text', template: ' {{ params.amount }}', expected: ' 150' },
    {
      name: 'in a text is inserted unchanged when it is a text',
      template: 'Hi {{ params.name }}!',
      expected: 'Hi Ada!',
    },
    {
      name: 'in a text is nothing when it is null or undefined',
      template: '<{{ params.none }}{{ params.missing }}>',
      expected: '<>',
    },
    { name: 'in a text is JSON when it is an object', template: 'is {{ { a: [true] } }}', expected: 'is {"a":[true]}' },
    {
      name: 'in a text is an ISO text when it is a date',
      template: 'at {{ new Date(0) }}',
      expected: 'at 1970-01-01T00:00:00.000Z',
    },
    { name: 'beside a template is inserted into the text', template: '{{ 1 }}{{ 2 }}', expected: '12' },
    { name: 'may hold }} in a text', template: '{{ "}}" + `}}` }}', expected: '}}}}' },
    { name: 'may hold }} in a regular expression', template: '{{ /}}/.test("}}") }}', expected: true },
    { name: 'may hold }} in a comment', template: '{{ 1 /* }} */ }}', expected: 1 },
    { name: 'may hold objects in objects', template: '{{ {a: {b: 1}}}}', expected: { a: { b: 1 } } },
    { name: 'may hold a template of its own', template: '{{ `${`${params.name}`}` }}', expected: 'Ada' },
    { name: 'may run over lines', template: '{{\n params\n .amount\n}}', expected: 150 },
    { name: 'may be in parentheses', template: '{{ (params.amount) }}', expected: 150 },
    { name: 'may give {{, which is left alone', template: 'a {{ "{{ x }}" }}', expected: 'a {{ x }}' },
    { name: 'needs two braces', template: '{ params } }} ${x}', expected: '{ params } }} ${x}' },
    {
      name: 'may be anywhere in a value',
      template: { a: ['{{ 1 }}', { b: 'x{{ 2 }}' }, null, 3, true] },
      expected: { a: [1, { b: 'x2' }, null, 3, true] },
    },
    { name: 'is not rendered in names', template: { '{{ a }}': 1 }, expected: { '{{ a }}': 1 } },
  ])('$name', ({ template, expected }) => {
    expect(render(template, scope, Budget.forStep(clock))).toEqual(expected);
    expect(checkTemplates(template)).toEqual([]);
  });

  it.each([
    ['{{ params.amount > }}', 'Expression ends too early: “params.amount >”'],
    ['{{ }}', '“”: it is empty'],
    ['Hi {{ params.name', '“{{ params.name”: it has no closing }}'],
    ['{{ 1 2 }}', '“1 2”: “2” is not expected at character 3'],
    ['{{ "a }}', '“"a”: a text has no closing quote'],
    [
      '{{ params.name = 1 }} {{ 2 }}',
      '“params.name = 1”: values cannot be assigned; an expression only computes a value (to compare, write ===)',
    ],
  ])('%s is reported as invalid without running it', (template, message) => {
    expect(() => render(template, scope, Budget.forStep(clock))).toThrow(message);
    const found = checkTemplates({ steps: [{ text: 'fine {{ 1 }}' }, { text: template }] });
    expect(found.map(({ path, error }) => ({ path, message: error.message }))).toEqual([
      { path: ['steps', 1, 'text'], message },
    ]);
  });

  it('that fails names the expression in its error', () => {
    expect(() => render(['{{ 1 }}', 'a {{ prams.x }}'], scope, Budget.forStep(clock))).toThrow(
      '“prams.x”: there is no “prams”; did you mean “params”?',
    );
  });

  it('does not copy values without templates', () => {
    const value = { a: ['x', { b: 1 }] };
    expect(render(value, scope, Budget.forStep(clock))).toBe(value);
  });

  it('keeps a field named __proto__ a field', () => {
    const value: unknown = JSON.parse('{ "__proto__": "{{ 1 }}" }');
    expect(JSON.stringify(render(value, scope, Budget.forStep(clock)))).toBe('{"__proto__":1}');
  });
});

describe('random values', () => {
  const piece = fc.constantFrom(
    '{{',
    '}}',
    '{',
    '}',
    ' params',
    '.amount',
    '"',
    '`',
    '1',
    '/',
    "'",
    '//',
    '/*',
    '(',
    '\n',
    'x',
    '${',
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
  );

  it('rendering gives a value or an ExpressionError, and checking finds invalid syntax', () => {
    fc.assert(
      fc.property(text, (value) => {
        const wrong = checkTemplates(value);
        try {
          render(value, scope, Budget.forStep(clock));
          expect(wrong).toEqual([]);
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
        }
      }),
      runs(300),
    );
  });

  it('JSON without templates is unchanged', () => {
    const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('{{'));
    fc.assert(
      fc.property(json, (value) => {
        expect(render(value, scope, Budget.forStep(clock))).toBe(value);
      }),
    );
  });
});
