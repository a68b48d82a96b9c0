import { describe, expect, test } from 'vitest';
import { type Formula, namePaths, quotedTexts, renameNames } from '../../shared/expression/name-paths.ts';
import { fc } from '../support/properties.ts';

const expression = (text: string): Formula => ({ text, mode: 'expression' });
const template = (text: string): Formula => ({ text, mode: 'template' });

function pathTexts(formula: Formula): string[] {
  return namePaths(formula).map(({ names }) => names.map(({ name }) => name).join('.'));
}

describe('the names in an expression', () => {
  test.each([
    ['params.amount > limit ? env["slug"] : other', ['params.amount', 'limit', 'env.slug', 'other']],
    ['users.map(({ name, [key]: v = fallback }) => name + v + x)', ['users.map', 'key', 'fallback', 'x']],
    ['Math.max(1) + undefined + { a: 1, b }.a', ['b']],
    ['(() => { const a = b; return a; })()', ['b']],
    ['(params?.order).lines[0].price', ['params.order.lines.price']],
    ['params[which].x + params["a b"]', ['params', 'which', 'params.a b']],
    ['(() => { const { a, b: { c = d } } = params; return a + c; })()', ['params.a', 'params.b.c', 'params', 'd']],
    ['`${params.name} said "params.other"`', ['params.name']],
    ['params => params.amount', []],
    ['1 +', []],
  ])('%s', (text, names) => expect(pathTexts(expression(text)).sort()).toEqual([...names].sort()));

  test('are found in each template of a text, even beside an invalid one', () => {
    expect(pathTexts(template('{{ params.x }} {{ 1 + }} {{check.output}} params.y'))).toEqual([
      'params.x',
      'check.output',
    ]);
  });

  test('do not include quoted names, which are found separately', () => {
    expect(quotedTexts(template('greet {{ run.taskSlug === "greet" || env["slug"] }}'))).toEqual(['greet', 'slug']);
  });
});

describe('renaming params.old to new', () => {
  const rows: [text: string, renamed: string][] = [
    ['params.old', 'params.new'],
    ['params?.old?.length', 'params?.new?.length'],
    ['params[\'old\'] + params["old"]', 'params[\'new\'] + params["new"]'],
    ['(params).old.old', '(params).new.old'],
    ['  params\n  . old /* params.old */ + "params.old"', '  params\n  . new /* params.old */ + "params.old"'],
    ['params.older + other.params.old + old', 'params.older + other.params.old + old'],
    ['list.map((params) => params.old)', 'list.map((params) => params.old)'],
    ['list.filter((each) => each > params.old)', 'list.filter((each) => each > params.new)'],
    [
      '((x) => { const { old, ...rest } = params; return old; })()',
      '((x) => { const { new: old, ...rest } = params; return old; })()',
    ],
    [
      '(() => { const { old: mine } = params; return mine; })()',
      '(() => { const { new: mine } = params; return mine; })()',
    ],
    [
      '(() => { const { "old": mine } = params; return mine; })()',
      '(() => { const { "new": mine } = params; return mine; })()',
    ],
    ['{ old: params.old }.old', '{ old: params.new }.old'],
    ['`${params.old} old`', '`${params.new} old`'],
    ['params[name]', 'params[name]'],
    ['params.old +', 'params.old +'],
    ['', ''],
  ];
  test.each(rows)('%s', (text, renamed) => {
    expect(renameNames(expression(text), ['params', 'old'], 'new').text).toBe(renamed);
  });

  test.each([
    [
      'Hi {{params.old}}, {{ params.old + "}}" }} params.old',
      'Hi {{params.new}}, {{ params.new + "}}" }} params.old',
      2,
    ],
    ['{{ params.old', '{{ params.old', 0],
    ['{{ params.old }} {{ params.old. }}', '{{ params.new }} {{ params.old. }}', 1],
  ])('in the templates of %s', (text, renamed, count) => {
    expect(renameNames(template(text), ['params', 'old'], 'new')).toEqual({ text: renamed, count });
  });
});

describe('renaming the result sent to approval', () => {
  test.each([
    ['sent?.output.sent', 'approval?.output.sent'],
    ['({ sent, also: sent })', '({ sent: approval, also: approval })'],
    ['list.map((approval) => approval.id === sent.id)', 'list.map((approval) => approval.id === sent.id)'],
    [
      'list.map((each) => { const sent = each; return sent; })',
      'list.map((each) => { const sent = each; return sent; })',
    ],
    ['params.sent', 'params.sent'],
  ])('%s', (text, renamed) => expect(renameNames(expression(text), ['sent'], 'approval').text).toBe(renamed));
});

test('renaming and renaming back gives the original text', () => {
  const piece = fc.constantFrom(
    'params',
    '.old',
    '?.old',
    "['old']",
    '(',
    ')',
    ' + ',
    '"old"',
    '{{',
    '}}',
    'old',
    '/*',
    '*/',
    '`${',
    '}`',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.constantFrom<Formula['mode']>('expression', 'template'),
      (pieces, mode) => {
        const text = pieces.join('');
        const there = renameNames({ text, mode }, ['params', 'old'], 'fresh');
        const back = renameNames({ text: there.text, mode }, ['params', 'fresh'], 'old');
        expect(back).toEqual({ text, count: there.count });
      },
    ),
  );
});
