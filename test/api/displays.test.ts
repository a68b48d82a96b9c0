import { beforeEach, describe, expect, test } from 'vitest';
import type { ShownDisplay } from '../../shared/model/display.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { type TestEmulator, testEmulator } from '../support/emulator.ts';
import { HELD, heldRun } from '../support/held-run.ts';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = { tasks: [{ slug: 'work', behavior: HELD, concurrency: 10 }] };

let hangar: TestEmulator;
let key: string;
let runID: string;

beforeEach(async () => {
  hangar = await testEmulator(WORKSPACE);
  ({ key, runID } = await heldRun(hangar.api, 'work'));
});

const create = (display: unknown, more: { headers?: Record<string, string>; key?: string } = {}) =>
  hangar.send('/v0/displays/create', { body: { display }, key, ...more });

async function shown(of = runID): Promise<ShownDisplay[]> {
  return (await hangar.api.emulator.runs.get({ params: { id: of } })).displays;
}

async function messageOf(display: unknown): Promise<string> {
  const { status, json } = await create(display);
  expect(status).toBe(400);
  return (json as { error: string }).error;
}

const text = (content: string) => ({ kind: 'markdown', content });
const table = (columns: number, rows: unknown) => ({
  kind: 'table',
  columns: Array.from({ length: columns }, (_, i) => ({ slug: `c${i}` })),
  rows,
});

const ACCEPTED: Readonly<Record<string, object>> = {
  Markdown: text('# Refunds\n\n- <b>one</b>'),
  'empty Markdown': text(''),
  'Markdown of 100,000 characters': text('x'.repeat(100_000)),
  'a JSON object': { kind: 'json', value: { a: [1, null, { b: 'ü' }] } },
  'JSON null': { kind: 'json', value: null },
  'a JSON object with a field of prototypes': { kind: 'json', value: JSON.parse('{"__proto__":{"a":1}}') as object },
  'a table of objects': table(2, [{ c0: 1, c1: 'b' }, { c0: null }, {}]),
  'a table of lists': table(2, [[1, 'b'], [{ deep: [1] }]]),
  'an empty table': table(0, []),
  'a table of 10,000 rows and 100 columns': table(
    100,
    Array.from({ length: 10_000 }, () => Array.from({ length: 99 }, () => 1)),
  ),
};

const REFUSED: Readonly<Record<string, readonly [display: unknown, reason: RegExp]>> = {
  'no display': [undefined, /^display: is required/],
  'null as a display': [null, /^display: /],
  'an unknown kind': [{ kind: 'html', content: '' }, /"markdown", "json", "table", "file"/],
  'Markdown without content': [{ kind: 'markdown' }, /^display\.content: is required/],
  'Markdown that is too long': [text('x'.repeat(100_001)), /^display\.content: .*100,?000/],
  'JSON without a value': [{ kind: 'json' }, /^display\.value: is required/],
  'rows that are no list': [table(1, {}), /^display\.rows: /],
  'a row that is a text': [table(1, ['a']), /^display\.rows\[0\]: must be an object or a list/],
  'a row of 101 cells': [table(1, [[], Array.from({ length: 101 }, () => 1)]), /^display\.rows\[1\]: .*100 cells/],
  '10,001 rows': [
    table(
      1,
      Array.from({ length: 10_001 }, () => []),
    ),
    /^display\.rows: .*10,?000/,
  ],
  '101 columns': [table(101, []), /^display\.columns: .*100/],
  'a column without a slug': [{ kind: 'table', columns: [{}], rows: [] }, /^display\.columns\[0\]\.slug: is required/],
  'a file without an ID': [{ kind: 'file' }, /^display\.uploadID: is required/],
};

describe('a display', () => {
  for (const [what, display] of Object.entries(ACCEPTED))
    test(`of ${what} is stored unchanged`, async () => {
      const { status, json } = await create(display);
      expect({ status, json }).toEqual({ status: 200, json: { id: expect.stringMatching(/^dsp/) as string } });
      const [first] = await shown();
      expect(JSON.stringify(first?.display)).toBe(JSON.stringify(display));
    });

  for (const [what, [display, reason]] of Object.entries(REFUSED))
    test(`of ${what} is refused with the reason`, async () => {
      expect(await messageOf(display)).toMatch(reason);
      expect(await shown()).toEqual([]);
    });

  test('with a number that JSON cannot hold, or with deep nesting, is refused', async () => {
    for (const value of ['1e400', '['.repeat(101) + ']'.repeat(101)]) {
      for (const display of [
        `{"kind":"json","value":[${value}]}`,
        `{"kind":"table","columns":[],"rows":[[${value}]]}`,
      ]) {
        const { status } = await hangar.send('/v0/displays/create', { body: `{"display":${display}}`, key });
        expect(status).toBe(400);
      }
    }
    expect(await shown()).toEqual([]);
  });

  test('keeps its position, and a debug line names it', async () => {
    for (const content of ['one', 'two', 'three']) await create(text(content));
    const displays = await shown();
    expect(displays.map(({ display }) => display)).toEqual([text('one'), text('two'), text('three')]);
    const { lines } = await hangar.api.emulator.runs.logs({ params: { id: runID } });
    expect(lines.at(-1)).toMatchObject({ level: 'debug', text: `Displayed Markdown (${displays[2]?.id}).` });
  });

  test('treats null as absent, and ignores unknown fields', async () => {
    const columns = [{ slug: 'a', name: null, width: 3 }];
    expect(await create({ kind: 'table', columns, rows: [], caption: null })).toMatchObject({ status: 200 });
  });

  test('of a file shows the name and the URL of the file of the run', async () => {
    const made = await hangar.send('/v0/uploads/create', { body: { fileName: 'refünds.csv', sizeBytes: 3 }, key });
    const { upload, readOnlyURL } = made.json as { upload: { id: string }; readOnlyURL: string };
    expect(await create({ kind: 'file', uploadID: upload.id })).toMatchObject({ status: 200 });
    const [display] = await shown();
    expect(display?.file).toMatchObject({ name: 'refünds.csv', url: new URL(readOnlyURL).pathname });
  });

  test('of the file of another run, or of none, is a 404', async () => {
    const other = await heldRun(hangar.api, 'work');
    const made = await hangar.send('/v0/uploads/create', { body: { fileName: 'a', sizeBytes: 1 }, key: other.key });
    const { upload } = made.json as { upload: { id: string } };
    for (const uploadID of [upload.id, 'upl20261120z4k2m9x0q7a', '../../etc/passwd'])
      expect(await create({ kind: 'file', uploadID })).toMatchObject({ status: 404 });
  });
});

describe('the displays of a run', () => {
  test('are 200 at most', async () => {
    for (let i = 0; i < 200; i++) expect((await create(text(String(i)))).status).toBe(200);
    expect(await create(text('more'))).toMatchObject({
      status: 409,
      json: { error: expect.stringContaining('200') as string },
    });
    const other = await heldRun(hangar.api, 'work');
    expect((await create(text('of another run'), { key: other.key })).status).toBe(200);
  });

  test('have 12 million characters at most', async () => {
    const value = 'x'.repeat(5_000_000);
    for (const status of [200, 200, 409]) expect((await create({ kind: 'json', value })).status).toBe(status);
    expect((await create(text('small'))).status).toBe(200);
  });
});
