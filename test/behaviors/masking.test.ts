import { describe, expect, test } from 'vitest';
import { createMasker } from '../../shared/model/masking.ts';
import { fc } from '../support/properties.ts';

describe('secrets are masked wherever they stand in a line of a log', () => {
  test.each<[string, string[], string, string]>([
    ['as they are', ['hunter2'], 'password=hunter2;', 'password=****;'],
    ['several times', ['hunter2'], 'hunter2 hunter2', '**** ****'],
    ['within words', ['hunter2'], 'xhunter2y', 'x****y'],
    ['overlapping each other', ['abcdef', 'defghi'], '<abcdefghi>', '<****>'],
    ['one within the other', ['secret', 'my-secret-key'], 'my-secret-key', '****'],
    ['overlapping itself', ['abab'], 'ababab', '****'],
    ['line by line', ['-----BEGIN-----\nMIIEvQ\r\nIBADAN\n'], 'MIIEvQ and IBADAN', '**** and ****'],
    ['in JSON', ['pa"ss\\word'], JSON.stringify({ p: 'pa"ss\\word' }), '{"p":"****"}'],
    ['of several lines in JSON', ['ab\ncd'], JSON.stringify('ab\ncd'), '"****"'],
    ['in a URL', ['p@ss/w'], 'postgres://u:p%40ss%2Fw@h/d', 'postgres://u:****@h/d'],
    ['without the scheme before them', ['Bearer tok-123'], 'sent tok-123', 'sent ****'],
    ['those of fewer than four characters not at all', ['abc'], 'abc, "abc"', 'abc, "abc"'],
    ['in an address', ['postgres://u:p%40ss@h/d'], 'p%40ss or p@ss', '**** or ****'],
    ['characters of patterns', ['a.b*c$'], 'a.b*c$ axbbc$', '**** axbbc$'],
    ['empty ones not at all', ['', '  ', '\n'], 'nothing  to hide', 'nothing  to hide'],
    ['half a surrogate pair', ['abc\ud83d'], 'abc\ud83d!', '****!'],
  ])('%s', (_, secrets, text, masked) => {
    expect(createMasker(secrets)(text)).toBe(masked);
  });

  test('in Base64 and in hexadecimal digits, whatever is encoded with them', () => {
    const bytes = fc.uint8Array({ maxLength: 20 });
    const secret = fc.string({ minLength: 4, maxLength: 40, unit: 'grapheme' }).filter((text) => !/\s/.test(text));
    fc.assert(
      fc.property(secret, bytes, bytes, (text, before, after) => {
        const all = Buffer.concat([before, Buffer.from(text), after]);
        const { length } = Buffer.from(text);
        const digits = { base64: Math.floor((length * 8 - 10) / 6), hex: 2 * length };
        for (const encoding of ['base64', 'base64url', 'hex'] as const) {
          const plain = all.toString(encoding);
          const masked = createMasker([text])(plain);
          expect(masked).toContain('****');
          // Only the text before and after is left.
          expect(masked.length - 4).toBeLessThanOrEqual(
            plain.length - (encoding === 'hex' ? digits.hex : digits.base64),
          );
        }
      }),
    );
  });

  test('whatever surrounds them', () => {
    const secret = fc.string({ minLength: 4, maxLength: 12 }).filter((text) => !/\s|\*/.test(text));
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 4 }),
        fc.array(fc.string(), { maxLength: 5 }),
        (secrets, between) => {
          const text = between.flatMap((part, index) => [part, secrets[index % secrets.length]]).join('');
          const masked = createMasker(secrets)(text);
          expect(secrets.filter((each) => masked.includes(each))).toEqual([]);
        },
      ),
    );
  });
});
