import { describe, expect, onTestFinished, test } from 'vitest';
import { findCommands } from '../../renderer/app/CommandPalette.tsx';
import { createServer } from '../../renderer/core/data/api.ts';
import { commandFor, pressed, shortcutText } from '../../renderer/core/commands/commands.ts';
import { curlOf } from '../../renderer/ui/text/curl.ts';
import { jsonLines } from '../../renderer/ui/text/json-lines.ts';
import { ago, duration, millisecondsOf } from '../../renderer/ui/text/time.tsx';
import { createDrafts } from '../../renderer/core/stores/draft-store.ts';
import { listed } from '../../renderer/ui/text/shown-text.tsx';
import { requestsPerMinute } from '../../renderer/core/traffic/request-rate.ts';

describe('times', () => {
  test('timestamps of responses and of RFC 3339 give the same time', () => {
    expect(millisecondsOf('2026-11-20 16:02:11.204567+00')).toBe(Date.parse('2026-11-20T16:02:11.204Z'));
    expect(millisecondsOf('2026-11-20T17:02:11.204+01:00')).toBe(Date.parse('2026-11-20T16:02:11.204Z'));
  });

  test.each([
    [0, 'now'],
    [12_000, '12 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [172_800_000, '2 d'],
    [-5000, 'now'],
  ])('%i ms ago reads as %s', (past, text) => expect(ago(1_000_000_000 - past, 1_000_000_000)).toBe(text));

  test.each([
    [0.44, '0.4 ms'],
    [6, '6 ms'],
    [999, '999 ms'],
    [12_400, '12.4 s'],
    [200_000, '3 min 20 s'],
    [7_500_000, '2 h 5 min'],
    [59_970, '1 min'],
    [3_599_600, '1 h'],
    [35_999_700, '10 h'],
    [259_200_000, '3 d'],
    [90_000_000, '1 d 1 h'],
    [-1, '0 ms'],
  ])('a length of %d ms reads as %s', (length, text) => expect(duration(length)).toBe(text));
});

test.each([
  [0, ''],
  [1, 'a'],
  [3, 'a, a and a'],
  [20, `${'a, '.repeat(18)}a and a`],
  [2000, `${'a, '.repeat(18)}a and 1,981 more`],
])('a sentence that lists %d texts', (count, sentence) => {
  expect(listed(Array.from({ length: count }, () => 'a'))).toBe(sentence);
});

describe('keys', () => {
  const key = (name: string, held: Partial<Parameters<typeof pressed>[0]> = {}) =>
    pressed({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

  test.each([
    [key('k', { ctrlKey: true }), 'mod+K'],
    [key('S', { ctrlKey: true, shiftKey: true }), 'mod+shift+S'],
    [key('?', { shiftKey: true }), '?'],
    [key('g'), 'G'],
    [key('Enter', { shiftKey: true }), 'shift+Enter'],
  ])('%s is what is pressed', (got, wanted) => expect(got).toBe(wanted));

  test('a sequence takes precedence over a single key, and a later command over an earlier one', () => {
    const command = (id: string, shortcut: string) => ({ id, shortcut, title: id, group: '', run: () => undefined });
    const commands = [command('old', 'R'), command('reject', 'R'), command('go', 'G R')];
    const found = [commandFor(commands, 'G', 'R'), commandFor(commands, '', 'R'), commandFor(commands, 'X', 'Q')];
    expect([found.map((each) => each?.id), shortcutText('G R'), shortcutText('mod+K')]).toEqual([
      ['go', 'reject', undefined],
      'G then R',
      'Ctrl K',
    ]);
  });

  test('the palette requires every word and ranks titles that start with the first one on top', () => {
    const titles = ['Go to Runs', 'Run Nightly export…', 'Open task Nightly export', 'Cancel this run'];
    const commands = titles.map((title) => ({ id: title, title, group: 'x', run: () => undefined }));
    const found = (text: string) => findCommands(commands, text).map(({ title }) => title);
    expect([found('run'), found('night OPEN'), found('nowhere')]).toEqual([
      ['Run Nightly export…', 'Go to Runs', 'Cancel this run'],
      ['Open task Nightly export'],
      [],
    ]);
  });

  test('the palette begins with the recent commands, newest first, until something is typed', () => {
    const commands = ['a', 'b', 'c'].map((id) => ({ id, title: id, group: 'x', run: () => undefined }));
    const found = (text: string) => findCommands(commands, text, ['c', 'gone', 'b']).map(({ id }) => id);
    expect([found(''), found('a')]).toEqual([['c', 'b', 'a'], ['a']]);
  });
});

describe('JSON as lines', () => {
  const value = { a: [1, { 'b c': null }], empty: {}, text: 'x' };
  const texts = (folded: readonly string[]) =>
    jsonLines(value, new Set(folded)).map(
      ({ depth, name, text, folded: isFolded, size, comma }) =>
        `${'  '.repeat(depth)}${name === '' ? '' : `${name}: `}${text}${isFolded ? `…${size}` : ''}${comma ? ',' : ''}`,
    );

  test('reads like formatted JSON, with folded parts in one line', () => {
    expect(texts([])).toEqual([
      '{',
      '  "a": [,',
      '    1,',
      '    {',
      '      "b c": null',
      '    }',
      '  ],',
      '  "empty": {},',
      '  "text": "x"',
      '}',
    ]);
    expect(texts(['a'])).toEqual(['{', '  "a": […2,', '  "empty": {},', '  "text": "x"', '}']);
  });

  test('names each path as an expression does', () => {
    const paths = jsonLines(value, new Set()).flatMap(({ kind, path }) => (kind === 'close' ? [] : [path]));
    expect(paths).toEqual(['', 'a', 'a[0]', 'a[1]', 'a[1]["b c"]', 'empty', 'text']);
  });
});

test('a curl command quotes special characters of the shell', () => {
  const text = curlOf({ method: 'POST', url: 'http://x/a?b=1&c', headers: { K: 'v' }, body: `{"it":"isn't $HOME"}` });
  expect(text).toBe(`curl 'http://x/a?b=1&c' \\\n  -H 'K: v' \\\n  --data-raw '{"it":"isn'\\''t $HOME"}'`);
  expect(curlOf({ method: 'DELETE', url: 'http://x/' })).toBe(`curl -X DELETE 'http://x/'`);
});

test.each([
  ['counted within a minute', 90_000, 3, 3],
  ['extrapolated from a log that is shorter', 6000, 3, 30],
  ['only counted while the clock stands still', 0, 3, 3],
])('the requests per minute are %s', (_, coveredMilliseconds, count, rate) => {
  const now = Date.parse('2026-11-25T12:00:00Z');
  const items = Array.from({ length: count }, () => ({ at: '2026-11-25 12:00:00.000000+00' }));
  const reachesTo = new Date(now - coveredMilliseconds).toISOString();
  expect(requestsPerMinute({ items, reachesTo }, now)).toBe(rate);
});

test.each(['//v0/runs/list?limit=1', '/\\other.example/', '/\t/other.example/'])(
  'a request that is sent again to %j goes to Hangar',
  async (path) => {
    const hosts: string[] = [];
    const { send } = createServer(
      (url) => {
        hosts.push(new URL(url, 'http://hangar/traffic').host);
        return new Response();
      },
      () => new Response(),
      () => undefined,
    );
    await send({ method: 'GET', path, headers: {}, body: '' });
    expect(hosts).toEqual(['hangar']);
  },
);

test('closing asks only when the browser cannot store what was typed', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  } as unknown as Storage;
  onTestFinished(() => localStorage.clear());
  const unkept = [localStorage, full].map((storage) => {
    const drafts = createDrafts(storage);
    drafts.write('key', { a: 1 }, { a: 2 });
    return drafts.hasUnpersisted();
  });
  expect(unkept).toEqual([false, true]);
});
