import { describe, expect, test } from 'vitest';
import { createMasker } from '../../../shared/model/masking.ts';
import { SECRET_SPELLINGS, shows } from '../../support/secret-spellings.ts';
import { fc, runs } from '../../support/properties.ts';

const SIGNS = Array.from('"\'\\/+&<>%;#=?ü€😀 aB3{}\n\t');
const secrets = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 6, maxLength: 40 })
  .map((signs) => signs.join('').trim())
  .filter((text) => text.length >= 6 && !text.includes('\n'));
const KEY = 'pa"ss\\w/rd+<&>\'ü%41 6€';

const unicode = (sign: string): string =>
  Array.from({ length: sign.length }, (_, i) => `\\u${sign.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

/** A character as an escape of some kind, or as it is unless it begins one. */
const escapes: readonly ((sign: string) => string)[] = [
  (sign) => ('\\%&'.includes(sign) ? unicode(sign) : sign),
  unicode,
  (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  (sign) => Array.from(Buffer.from(sign), (byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  (sign) => `&#${sign.codePointAt(0)};`,
  (sign) => `&#X${(sign.codePointAt(0) ?? 0).toString(16)};`,
];

describe.each(SECRET_SPELLINGS)('a secret as $name', ({ write }) => {
  test('is found by the tests, and masked', () => {
    expect(shows(write(KEY), KEY)).toBe(true);
    const masked = createMasker([KEY])(`{ before: ${write(KEY)} : after }`);
    expect(masked).toMatch(/^\{ before: [^]*\*{4}[^]* : after \}$/);
    expect(shows(masked, KEY)).toBe(false);
  });

  test('is masked whatever it is, and what is left is too short to be a part of it', () => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const text = `(${write(secret)})`;
        const masked = createMasker([secret])(text);
        expect(masked).toContain('****');
        // Digits that neighbors determine, too, are left, and what is before the secret in Base64.
        expect(masked.length).toBeLessThanOrEqual(Math.min(text.length + 4, 18));
      }),
      runs(5),
    );
  });

  test('leaves no part where a text is cut', () => {
    const text = `[${write(KEY)}`;
    const mask = createMasker([KEY]);
    for (let end = 1; end <= text.length; end++) {
      const part = text.slice(0, end);
      expect(shows(mask(part, 'cut'), KEY.slice(0, 3)), part).toBe(false);
      expect(shows(mask(`${part}… and more`), KEY.slice(0, 5)), part).toBe(false);
    }
  });
});

describe('what is masked', () => {
  test('characters that are escaped in several ways at once', () => {
    const mixed = fc.tuple(secrets, fc.infiniteStream(fc.constantFrom(...escapes)));
    fc.assert(
      fc.property(mixed, ([secret, ways]) => {
        const text = Array.from(secret, (sign) => {
          const { value } = ways.next() as { value: (sign: string) => string };
          return value(sign);
        }).join('');
        expect(createMasker([secret])(`<p>${text}</p>`)).toBe('<p>****</p>');
      }),
      runs(30),
    );
  });

  test('nothing else, whatever is escaped around it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...SIGNS, ...Array.from('\\%&u0026;')) }), (text) => {
        expect(createMasker(['hunter2-long'])(text)).toBe(text);
      }),
    );
  });
});

describe('a file that is secret', () => {
  const PEM = `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nq3Lk9PlantedSecondLine0Z8=\n-----END PRIVATE KEY-----\n`;
  const account = JSON.stringify(
    { type: 'service_account', project_id: 'shop', private_key: PEM, client_id: 'c1' },
    null,
    2,
  );
  const kube = [
    'apiVersion: v1',
    'kind: Config',
    'users:',
    '- name: admin',
    '  user:',
    `    client-key-data: ${Buffer.from(PEM).toString('base64')}`,
    '    token: planted-token-1',
  ].join('\n');
  const lines = ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', 'q3Lk9PlantedSecondLine0Z8='];

  test.each<[string, string, string, readonly string[]]>([
    ['a key, line by line', PEM, lines.join('\nand '), lines],
    ['a service account, whole', account, account, ['service_account', ...lines]],
    ['a service account in another form', account, JSON.stringify(JSON.parse(account)), lines],
    ['the key of a service account', account, `key: ${PEM}`, lines],
    ['a configuration of Kubernetes, whole', kube, kube, ['client-key-data', 'planted-token-1']],
    ['its token alone', kube, 'Bearer planted-token-1', ['planted-token-1']],
    ['its key, decoded', kube, PEM, lines],
    ['a password of a connection string', 'Server=db;User Id=sa;Password=pl4nted', 'pw pl4nted', ['pl4nted']],
  ])('%s', (_, secret, text, parts) => {
    const masked = createMasker([secret])(text);
    expect(masked).toContain('****');
    expect(parts.filter((part) => masked.includes(part))).toEqual([]);
  });

  test('leaves the form of such files', () => {
    const text = 'apiVersion: v1\nkind: Config\nusers:\n{\n}\n-----BEGIN PRIVATE KEY-----';
    expect(createMasker([PEM, account, kube])(text)).toBe(text);
  });
});

test('a secret of the greatest length is found in long texts of escapes', () => {
  const secret = 'key/'.repeat(16_384);
  const mask = createMasker([secret]);
  expect(mask(`[${secret.replaceAll('/', '\\u002f')}]`)).toBe('[****]');
  expect(mask('%2525'.repeat(200_000))).toHaveLength(1_000_000);
});
