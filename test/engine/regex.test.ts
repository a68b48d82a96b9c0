import { describe, expect, it } from 'vitest';
import { expand, match, matchAll, replace, search, split, test } from '../../shared/expression/regex-operations.ts';
import { readPattern } from '../../shared/expression/regex-syntax.ts';
import { Pattern } from '../../shared/expression/regex.ts';
import { matchesWhole, patternProblem } from '../../shared/expression/whole-match.ts';
import { fc } from '../support/properties.ts';

const tick = (): void => undefined;
/** Long enough that patterns with repetitions never run on the native engine. */
const LONG = 'x'.repeat(5_000);

describe('decision param-rules: a parameter’s regular expression is RE2', () => {
  it.each([
    { pattern: '[A-Z]{2}\\d+', text: 'AB12', expected: true },
    { pattern: '[A-Z]{2}\\d+', text: 'xAB12', expected: false },
    { pattern: 'a|ab', text: 'ab', expected: true },
    { pattern: 'a|b', text: 'ab', expected: false },
    { pattern: '^a$', text: 'a', expected: true },
    { pattern: 'a$', text: 'a\n', expected: false },
    { pattern: '', text: '', expected: true },
    { pattern: '^\\p{L}+$', text: 'äé', expected: true },
    { pattern: '^\\p{L}+$', text: 'ä1', expected: false },
    { pattern: '\\pL\\PL', text: 'é1', expected: true },
    { pattern: '\\p{Greek}+', text: 'γδ', expected: true },
    { pattern: '.', text: '😀', expected: true },
    { pattern: '..', text: '😀', expected: false },
    { pattern: '[😀-😃]{2}', text: '😁😂', expected: true },
    { pattern: '.', text: '\n', expected: false },
    { pattern: '(?s).', text: '\n', expected: true },
    { pattern: '(?i)straße|É', text: 'é', expected: true },
    { pattern: 'a(?i:b)c', text: 'aBc', expected: true },
    { pattern: '\\Aab\\z', text: 'ab', expected: true },
    { pattern: '(?P<year>\\d{4})-(?<month>\\d\\d)', text: '2026-11', expected: true },
    { pattern: '[[:alpha:]]+', text: 'ab', expected: true },
    { pattern: '\\Qa.b\\E+', text: 'a.bb', expected: true },
    { pattern: '\\x{1F600}', text: '😀', expected: true },
    { pattern: '\\s', text: '\u00a0', expected: false },
    { pattern: '[^\\d]{1,1000}', text: 'x'.repeat(1000), expected: true },
    { pattern: '\\p{L}{1,1000}', text: 'é'.repeat(1000), expected: true },
  ])('$pattern on “$text” is $expected', ({ pattern, text, expected }) => {
    expect(patternProblem(pattern)).toBeUndefined();
    expect(matchesWhole(pattern, text)).toBe(expected);
  });

  it.each(['(a+)+', '(a|a)*', '(a|aa)+', '(?:a*)*', '(.*a){12}', '(\\w+\\s?)*'])('%s cannot hang', (pattern) => {
    expect(matchesWhole(pattern, `${'a'.repeat(50_000)}!`)).toBe(false);
  });

  it.each([
    ['(?=x)a', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?<!x)a', 'invalid named capture: `(?<!x)a`'],
    ['(\\w)\\1', 'invalid escape sequence: `\\1`'],
    ['(', 'missing closing ): `(`'],
    ['a)(b', 'unexpected ): `a)(b`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['\\p{Foo}', 'invalid character class range: `\\p{Foo}`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
  ])('%s is refused with the reason', (pattern, reason) => {
    const problem = `RE2, which has neither look-around nor back references, does not take it: ${reason}`;
    expect(patternProblem(pattern)).toBe(problem);
    expect(() => matchesWhole(pattern, 'a')).toThrow(problem);
  });

  it.each([
    ['of repetitions', 'a{1000}'.repeat(200)],
    ['of repeated groups', `(?:${'a'.repeat(1000)}){1000}`],
    ['hidden behind a quoted bracket', `\\Q[\\E${'a{1000}'.repeat(200)}`],
    ['hidden behind a quoted bracket at the end', `${'a{1000}'.repeat(200)}\\Q[`],
    ['hidden behind a class', `[]]${'a{1000}'.repeat(200)}`],
    ['hidden behind a POSIX class', `[[:alpha:]${'a{1000}'.repeat(200)}`.replace(']a', ']]a')],
  ])('a pattern that takes long to write out is refused: %s', (_, pattern) => {
    expect(patternProblem(pattern)).toBe('the regular expression repeats too much');
  });

  it('is refused on a text for which it could take long', () => {
    expect(() => matchesWhole('(a|b)*a(a|b){500}', 'ab'.repeat(50_000))).toThrow('the text is too long');
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
