import { describe, expect, test } from 'vitest';
import { areaOf, readTarget, segmentsOf } from '../../shared/http/request-path.ts';
import { fc, runs } from '../support/properties.ts';

function pathOf(target: string): string | undefined {
  const read = readTarget(target);
  return read.problem === undefined ? read.path : undefined;
}

describe('a request target', () => {
  test.each<[target: string, path: string | undefined]>([
    ['/', '/'],
    ['/v0/runs/get', '/v0/runs/get'],
    ['/v0/runs/get/', '/v0/runs/get/'],
    ['/%5femulator/tasks', '/_emulator/tasks'],
    ['/%5Femulator/t%61sks', '/_emulator/tasks'],
    ['/_emulator/users/ada%40example.com', '/_emulator/users/ada@example.com'],
    ['/_emulator/users/ada@example.com', '/_emulator/users/ada@example.com'],
    ['/_emulator/users/o%27hara+x;y=z,$&!*()', "/_emulator/users/o'hara+x;y=z,$&!*()"],
    ['/a%20b/%c3%a9', '/a%20b/%C3%A9'],
    ['/a"<>^`{|}b', '/a%22%3C%3E%5E%60%7B%7C%7Db'],
    ['/%255femulator', '/%255femulator'],
    ['/%2525', '/%2525'],
    ['/.well-known/x', '/.well-known/x'],
    ['/...', '/...'],
    ['/a/%3f%23', '/a/%3F%23'],
    ['/%e2%80%ae', '/%E2%80%AE'],
    ['http://127.0.0.1:4100', '/'],
    ['http://127.0.0.1:4100?x', '/'],
    ['HTTPS://x/%61', '/a'],
  ])('%s has the path %s', (target, path) => {
    expect(pathOf(target)).toBe(path);
  });

  test.each([
    ...[
      '',
      '*',
      'v0/runs',
      'ftp://x/',
      'http:/x',
      '127.0.0.1:22',
      '//',
      '//v0',
      '/v0//runs',
      '/v0/runs//',
      '/./',
      '/..',
    ],
    ...['/%2e', '/%2E.', '/v0/.%2e/x', '/a\\b', '/a%5cb', '/a%2fb', '/a%2Fb', '/%', '/%2', '/%zz', '/%u005f'],
    ...[
      '/%00',
      '/%09',
      '/%0a',
      '/%7f',
      '/%c2%85',
      '/%c0%ae',
      '/%c1%9f',
      '/%e0%80%af',
      '/%ff',
      '/%ed%a0%80',
      '/é',
      '/a b',
    ],
    ...['/#', '/a#b', '/a?b#c', 'http://127.0.0.1/../x'],
  ])('%j cannot be normalised, with the reason', (target) => {
    expect(readTarget(target).problem).toMatch(/^The (?:path|request target) .+\.$/);
  });

  test('is split at its first question mark', () => {
    expect(readTarget('/a?b=/../c?d%zz\\')).toEqual({
      ...{ problem: undefined, path: '/a', search: '?b=/../c?d%zz\\', authority: undefined },
    });
    expect(readTarget('http://evil@127.0.0.1:4100/a')).toMatchObject({ authority: 'evil@127.0.0.1:4100', path: '/a' });
  });

  test('normalises to a path that normalises to itself, and whose segments are those that any encoding of them gives', () => {
    const segment = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => pathOf(`/${encodeURIComponent(text)}`) !== undefined);
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1 }), fc.infiniteStream(fc.boolean()), (segments, coin) => {
        const spelled = segments.map((text) => everyOther(text, coin)).join('/');
        const path = pathOf(`/${spelled}`)!;
        expect([pathOf(path), segmentsOf(path)]).toEqual([path, segments]);
      }),
    );
  });

  test('is parsed without an error for any text, and never as a server path when its segments differ', () => {
    const piece = fc.constantFrom(
      '/',
      '_emulator',
      'v0',
      '%',
      '%2f',
      '%5f',
      '..',
      '%2e',
      '\\',
      '//',
      '?',
      '#',
      'a',
      ';',
      '%00',
      '\u00ff',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 }),
        (pieces) => {
          const path = pathOf(`/${pieces.join('')}`);
          if (path === undefined) return;
          const [first = ''] = segmentsOf(path);
          expect(areaOf(path)).toBe(first === 'v0' || first === '_emulator' ? first : 'window');
          expect(segmentsOf(path).every((text) => !/[/\\]|^\.{1,2}$|\p{Cc}/u.test(text))).toBe(true);
        },
      ),
      runs(300),
    );
  });
});

/** A segment with some of its characters percent-encoded that need not be. */
function everyOther(text: string, coin: Iterator<boolean>): string {
  const encoded = encodeURIComponent(text);
  return encoded.replace(/%..|./g, (part) =>
    part.length > 1 || coin.next().value !== true ? part : `%${part.charCodeAt(0).toString(16)}`,
  );
}
