import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expand, match, matchAll, replace, search, split, test } from '../../shared/expression/regex-operations.ts';
import { readPattern } from '../../shared/expression/regex-syntax.ts';
import { Pattern, matchesWhole } from '../../shared/expression/regex.ts';

const tick = (): void => undefined;
/** Long enough that patterns with repetitions never run on the native engine. */
const LONG = 'x'.repeat(5_000);

describe('a parameter’s regular expression', () => {
  it.each([
    { pattern: '[A-Z]{2}\\d+', text: 'AB12', expected: true },
    { pattern: '[A-Z]{2}\\d+', text: 'xAB12', expected: false },
    { pattern: 'a|ab', text: 'ab', expected: true },
    { pattern: 'a|b', text: 'ab', expected: false },
    { pattern: '^a$', text: 'a', expected: true },
    { pattern: 'a$', text: 'a\n', expected: false },
    { pattern: '(?=.*[A-Z])(?=.*\\d).{8,}', text: 'Password1', expected: true },
    { pattern: '(?=.*[A-Z])(?=.*\\d).{8,}', text: 'password1', expected: false },
    { pattern: '(\\w)\\1', text: 'aa', expected: true },
    { pattern: '(\\w)\\1', text: 'ab', expected: false },
    { pattern: '(?:(?!--).)*', text: 'a-b', expected: true },
    { pattern: '', text: '', expected: true },
  ])('$pattern on “$text” is $expected', ({ pattern, text, expected }) => {
    expect(matchesWhole(pattern, text)).toBe(expected);
  });

  it.each(['(a+)+', '(a|a)*', '(a|aa)+', '(?:a*)*', '(.*a){12}', '(\\w+\\s?)*'])('%s cannot hang', (pattern) => {
    expect(matchesWhole(pattern, `${'a'.repeat(50_000)}!`)).toBe(false);
  });

  it.each(['(?=x)(a+)+', '(a+)+\\1', '(?!x)(a|a)*', '(?<=(a+)+)b|(a|b|ab)*c'])(
    'refuses %s on a text where it could hang, and says so',
    (pattern) => {
      expect(() => matchesWhole(pattern, `${'a'.repeat(60)}!`)).toThrow('could take too long on this text');
    },
  );

  it('is refused when it is invalid, even when parentheses around it would make it valid', () => {
    expect(() => matchesWhole('a)(b', 'ab')).toThrow('Invalid regular expression');
    expect(() => matchesWhole('(', '')).toThrow('Invalid regular expression');
  });
});

describe('a regular expression', () => {
  it.each([
    [/\s+/, 'a\u00a0\ufeff\u2028b'],
    [/\S+$/, 'a\u00a0b'],
    [/[^\S]/, 'a\u3000b'],
    [/[\s\d]+/, 'ab \u00a01'],
    [/./, '\u2028x'],
    [/[^]+/, '\nab'],
    [/[]|a/, 'a'],
    [/a.c/s, 'a\nc'],
    [/^b$/m, 'a\nb\nc'],
    [/[a-z-9]+/, 'A-9z'],
    [/[\w-.]+/, '--a.'],
    [/[[-]+/, '[-['],
    [/[a\]b]+/, 'x]a'],
    [/(?<year>\d{4})-(?<month>\d\d)?/, 'on 2024-'],
    [/\x41\u0042\cJ?/, 'AB'],
    [/\u{1F600}/u, 'a😀'],
    [/\p{Lu}\P{Lu}/u, 'aÉé'],
    [/\p{Script=Greek}+/u, 'abγδ'],
    [/a{,2}/, 'a{,2}'],
    [/(a)|(b)/, 'b'],
    [/HÉ/i, 'hé'],
    [/\bfoo\b/, 'a foo b'],
    [/a{2,3}?/, 'aaaa'],
    [/[\b]/, 'a\bc'],
    [/\//, 'a/b'],
    [/(?:x(?:y|z))+/, 'xyxzxy'],
  ])('%s matches the same in RE2 and JavaScript', (regex, start) => {
    const text = `${start}${LONG}`;
    const pattern = new Pattern(regex.source, regex.flags);
    const onNative = new RegExp(regex.source, regex.flags).exec(text);
    expect(readPattern(regex.source, regex.flags).re2).not.toBeNull();
    for (const found of [pattern.find(text, 0), pattern.findLinearly(text, 0)]) {
      expect(found && [found.index, ...found.groups]).toEqual(onNative && [onNative.index, ...onNative]);
      expect(found?.named).toEqual(onNative?.groups && { ...onNative.groups });
    }
  });

  it('tests, searches, matches, replaces and splits as JavaScript does', () => {
    const regex = fc.constantFrom(/a/, /b/g, /(a)(b)?/g, /a*/g, /(?:)/g, /[^a]/, /b|(?<n>c)/g, /^a/y, /😀/gu, /,\s*/);
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ',', ' ', '😀', '\n'), maxLength: 12 });
    const template = fc.constantFrom('', 'x', '[$&]', '$1-$2', '$$', "$`|$'", '$<n>', '$10', '$0');
    fc.assert(
      fc.property(regex, text, template, (native, value, put) => {
        const pattern = new Pattern(native.source, native.flags);
        const fresh = (): RegExp => new RegExp(native.source, native.flags);
        expect(test(pattern, value, tick)).toBe(fresh().test(value));
        expect(search(pattern, value, tick)).toBe(value.search(fresh()));
        expect(match(pattern, value, tick)).toEqual(value.match(fresh()));
        expect(split(pattern, value, Infinity, tick)).toEqual(value.split(fresh()));
        expect(replace(pattern, value, (found) => expand(put, found, value), tick)).toBe(value.replace(fresh(), put));
        if (native.global) expect(matchAll(pattern, value, tick)).toEqual([...value.matchAll(fresh())]);
      }),
    );
  });
});
