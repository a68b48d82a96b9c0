import { describe, expect, test } from 'vitest';
import { readYaml } from '../../shared/definitions/read-yaml.ts';

describe('a file of YAML or JSON', () => {
  test('gives its value, and the places of its fields', () => {
    const read = readYaml('slug: a\r\nnode:\r\n  entrypoint: a.ts\r\nlist: [1, 2]\r\n');
    if ('message' in read) throw new Error(read.message);
    expect(read.value).toEqual({ slug: 'a', node: { entrypoint: 'a.ts' }, list: [1, 2] });
    expect(read.placeOf(['node', 'entrypoint'])).toEqual({ line: 3, column: 3 });
    expect(read.placeOf(['list', 1])).toEqual({ line: 4, column: 11 });
    expect(readYaml('{"slug": "a", "n": [true, null, 1.5]}')).toMatchObject({
      value: { slug: 'a', n: [true, null, 1.5] },
    });
  });

  const REFUSED: [string, string, string, number][] = [
    ['a custom tag', 'slug: !!js/function "1"', 'tag', 1],
    ['a repeated key', 'slug: a\nslug: b', 'twice', 2],
    ['two documents', 'a: 1\n---\nb: 2', 'YAML', 2],
    ['a syntax error', 'a: [1', 'YAML', 1],
    ['nothing', '', 'empty', 1],
    ['a key that is no text', '? [a]\n: b', 'key', 1],
    [
      'many values behind an alias',
      `a: &a [${'x,'.repeat(100)}x]\nb: &b [${'*a,'.repeat(100)}*a]\nc: [${'*b,'.repeat(100)}*b]`,
      '',
      1,
    ],
    ['deep nesting', `a: ${'['.repeat(5000)}${']'.repeat(5000)}`, '', 1],
  ];
  test.each(REFUSED)('with %s is refused, with its place', (_, text, part, line) => {
    const read = readYaml(text);
    expect(read).toMatchObject({ line, message: expect.stringContaining(part) as string });
  });

  test('does not merge keys, and takes no other forms of true and dates', () => {
    expect(readYaml('a: yes\nb: 2020-01-01\nc: "<<"')).toMatchObject({ value: { a: 'yes', b: '2020-01-01', c: '<<' } });
  });
});
