import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../electron/programs/library.ts';
import { memoryDisk, MemoryFile } from '../../electron/emulator/store/state/memory-disk.ts';
import { MIGRATIONS, STORE_VERSION, type Migration } from '../../electron/emulator/store/state/migrations.ts';
import { readSealed } from '../../electron/emulator/store/state/sealed-line.ts';
import { isJsonObject, type Json } from '../../shared/values/json.ts';
import { failing } from './failing-disk.ts';
import { contentOf, copyOf, finished, line, openOn, prompt, run, seal, session, type Files } from './sample.ts';
import { version1Answers, version1Files, version1Workspace, writeVersion1 } from './version-1.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hangar-upgrade-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the migrations are numbered without a gap', () => {
  expect(MIGRATIONS.map(({ to }) => to)).toEqual(MIGRATIONS.map((_, i) => i + 2));
});

/** Waited for its prompt when it was kept; by a clock an hour later it has exceeded its timeout. */
const OVERDUE = 'run20261120zcmeuub9hx4';

/** Without what two starts differ in. */
function comparable(answer: Json): Json {
  if (Array.isArray(answer)) {
    return answer.filter((item: Json) => !isJsonObject(item) || item['id'] !== OVERDUE).map(comparable);
  }
  if (!isJsonObject(answer)) return answer;
  const fields = Object.entries(answer).filter(
    ([name]) => !/^(?:prev|next)_token$|^updatedAt$/.test(name) && !name.includes(OVERDUE),
  );
  return Object.fromEntries(fields.map(([name, value]) => [name, comparable(value)]));
}

/** Answers in which prompts without a storage zone say so by "", as the contract's type is a text; version 1 said null. */
function withTextZones(answers: Record<string, Json>): Record<string, Json> {
  const text = JSON.stringify(answers).replaceAll('"zoneID":null,"zoneToken":null', '"zoneID":"","zoneToken":""');
  return JSON.parse(text) as Record<string, Json>;
}

test('a data folder of version 1 answers everything as it did, and its files are kept', async () => {
  const files = writeVersion1(join(folder, 'state'));
  const workspace = join(folder, 'workspace.json');
  writeFileSync(workspace, version1Workspace());
  const expected = withTextZones(version1Answers());
  for (const start of ['the upgrade', 'the next start']) {
    const alerts: string[] = [];
    const onMessage = (text: string): number => alerts.push(text);
    const { url, stop } = await startEmulator({ data: folder, workspace, apiKey: 'tkn_fixture', onMessage });
    const ask = async (path: string): Promise<Json> => {
      const answer = await fetch(url + path, { headers: { 'X-Service-API-Key': 'tkn_fixture' } });
      return (await answer.json()) as Json;
    };
    const { messages } = (await ask('/_emulator/info')) as { messages: string[] };
    const answers: Record<string, Json> = {};
    for (const path of Object.keys(expected)) answers[path] = await ask(path);
    const overdue = await ask(`/v0/runs/get?id=${OVERDUE}`);
    const asked = answers[`/v0/prompts/list?runID=${OVERDUE}`];
    await stop();
    expect([overdue, asked]).toMatchObject([
      { status: expect.stringMatching(/^(?:Active|Cancelled)$/), paramValues: { n: 5 } },
      { prompts: [{ description: 'Go on?', submittedAt: null }] },
    ]);
    expect([start, comparable(answers), alerts.join('\n')]).toEqual([
      start,
      comparable(expected),
      start === 'the upgrade' ? expect.stringContaining(`migrated from version 1 to ${STORE_VERSION}`) : '',
    ]);
    expect(messages.some((text) => text.includes('*.version-1; remove them'))).toBe(start === 'the upgrade');
  }
  const kept = files.map(([name]) => [name, readFileSync(join(folder, 'state', `${name}.version-1`))]);
  expect(kept).toEqual(files);
  expect(readFileSync(workspace, 'utf8')).toBe(version1Workspace());
});

function inMemory(files: readonly (readonly [string, Buffer])[]): Files {
  return new Map(files.map(([name, bytes]) => [name, new MemoryFile(bytes)]));
}

test('an upgrade for which there is no room is refused, changes nothing, and succeeds when there is', async () => {
  const whole = contentOf(await openOn(inMemory(version1Files())));
  for (let at = 0; ; at++) {
    const files = inMemory(version1Files());
    let count = 0;
    let isOver = false;
    const disk = failing(memoryDisk(files), (call) =>
      !isOver && /^(write|link|sync)/.test(call) && count++ === at ? 'half' : null,
    );
    const refusal = await openOn(disk, { onFailure: () => undefined }).then(
      () => '',
      (error: unknown) => String(error),
    );
    isOver = true;
    // An index is only what its archive says once more.
    const originals = version1Files().filter(([name]) => refusal !== '' && !name.includes('index'));
    for (const [name, bytes] of originals) {
      expect([at, name, files.get(name)?.read(0, Infinity).equals(bytes)]).toEqual([at, name, true]);
    }
    expect([at, contentOf(await openOn(files))]).toEqual([at, whole]);
    if (refusal === '') {
      expect(at).toBeGreaterThan(8);
      return;
    }
    expect(refusal).toMatch(
      /^StoreError: The (?:files|state) in memory .*(?:ENOSPC|EIO).*(?:Nothing was changed|Its files are unchanged|kept as \*\.version-1 too)\.$/,
    );
  }
});

/** Marks every entity that it brings to a version. */
const marking = (to: number): Migration => ({
  to,
  why: `What was before ${to} lacks its mark.`,
  entity: (kind, entity) => {
    const name = kind === 'run' || kind === 'session' ? 'failure' : kind === 'secret' ? 'value' : 'description';
    const marked: Record<string, unknown> = { ...entity };
    marked[name] = `${String(marked[name])}>${to}`;
    return marked as unknown as typeof entity;
  },
});

/** The same files as an older version would have written them. */
function ofVersion(files: Files, version: (name: string) => number): Files {
  const older: Files = new Map();
  for (const [name, file] of files) {
    const lines = readSealed(file.read(0, Infinity)).lines.map(({ value }) => {
      // `seal` puts a checksum before the fields, and `readSealed` takes it away.
      return seal('version' in value ? { ...value, version: version(name) } : value);
    });
    older.set(name, new MemoryFile(Buffer.concat(lines)));
  }
  return older;
}

describe('migrations', () => {
  const migrations = [-1, 0, 1].map(marking).concat(MIGRATIONS);

  async function stateFiles(): Promise<Files> {
    const files: Files = new Map();
    const state = await openOn(files);
    state.put('run', finished(1));
    state.put('prompt', prompt(1, run(1).id, { submittedAt: 5, submittedBy: 'usr1' }));
    state.put('run', run(2));
    await state.compact();
    state.put('run', run(3));
    state.put('session', session(1));
    state.put('secret', { id: 's', value: '' });
    state.appendLogs(run(3).id, [line(1)]);
    await state.close();
    return files;
  }

  test('each step is taken once by everything, archived or not, through restarts and compactions', async () => {
    const files = ofVersion(await stateFiles(), () => -2);
    for (const start of ['upgrade', 'restart', 'after a compaction']) {
      const state = await openOn(files, { migrations });
      expect([start, ...marksIn(state)]).toEqual([
        start,
        '>-1>0>1',
        '>-1>0>1',
        '>-1>0>1',
        'Sure?>-1>0>1',
        '>-1>0>1',
        '>-1>0>1',
      ]);
      if (start === 'restart') await state.compact();
      await state.close();
    }
  });

  test('an upgrade that was interrupted, and is followed by another one, takes no step twice', async () => {
    // A version before this one began its journal, and did not come to its snapshot.
    const before = await stateFiles();
    const files = ofVersion(before, () => -2);
    files.set('journal-3.jsonl', new MemoryFile(seal({ file: 'journal', version: 0, number: 3 })));
    const state = await openOn(files, { migrations });
    expect(marksIn(state)).toEqual(['>-1>0>1', '>-1>0>1', '>-1>0>1', 'Sure?>-1>0>1', '>-1>0>1', '>-1>0>1']);
    expect(state.logs(run(3).id, 1, 9)).toEqual([line(1)]);
  });

  test('files kept by an upgrade that was undone by hand stay, beside those of the next one', async () => {
    const files = ofVersion(await stateFiles(), () => 0);
    const upgraded = copyOf(files);
    await (await openOn(upgraded, { migrations })).close();
    const undone = copyOf(files);
    for (const [name, file] of upgraded) if (name.endsWith('.version-0')) undone.set(name, file);
    const changed = new MemoryFile(
      Buffer.concat([files.get('journal-2.jsonl')!.read(0, Infinity), seal({ items: [] })]),
    );
    undone.set('journal-2.jsonl', changed);
    await (await openOn(undone, { migrations })).close();
    expect([...undone.keys()].filter((name) => name.includes('version')).sort()).toEqual([
      'archive-1.index.json.version-0',
      'archive-1.jsonl.version-0',
      'journal-2.jsonl.version-0',
      'journal-2.jsonl.version-0-2',
      'snapshot-1.jsonl.version-0',
    ]);
  });

  test('a version that no step leads on from is refused, and nothing is touched', async () => {
    const files = ofVersion(await stateFiles(), () => -3);
    const before = [...files].map(([name, file]) => [name, file.read(0, Infinity).toString()]);
    await expect(openOn(files, { migrations })).rejects.toThrow(
      /^memory\/\S+ is of version -3 of the format; this Hangar reads versions -2 to \d+\. Nothing was changed; use another data folder\.$/,
    );
    expect([...files].map(([name, file]) => [name, file.read(0, Infinity).toString()])).toEqual(before);
  });
});

/** The index of an archive of one run, as Hangar wrote it until it packed the columns: a list for each field. */
function listedIndex({ bytes, offset, length }: Readonly<Record<'bytes' | 'offset' | 'length', number>>): Buffer {
  const { id, createdAt, updatedAt } = finished(1);
  return seal({
    ...{ file: 'index', version: 2, bytes, texts: ['tsk1', 'env1', '', 'Succeeded'], id: [id] },
    ...{ task: [0], environment: [1], session: [2], blueprint: [2], status: [3] },
    ...{ created: [createdAt], updated: [updatedAt - createdAt], isPrivate: [0], digest: [0] },
    ...{ offset: [offset], length: [length], logs: [1], prompts: [[0, [prompt(1, id).id]]] },
  });
}

describe('an index that lists its fields', () => {
  async function listed(): Promise<{ files: Files; whole: unknown }> {
    const files: Files = new Map();
    const state = await openOn(files);
    state.put('run', finished(1));
    state.appendLogs(finished(1).id, [line(1)]);
    state.put('prompt', prompt(1, finished(1).id, { submittedAt: 5, submittedBy: 'usr1' }));
    await state.compact();
    await state.close();
    const archive = files.get('archive-1.jsonl')!;
    const [, { offset, length } = { offset: 0, length: 0 }] = readSealed(archive.read(0, Infinity)).lines;
    const index = listedIndex({ bytes: archive.size(), offset, length });
    return { files: copyOf(files).set('archive-1.index.json', new MemoryFile(index)), whole: contentOf(state) };
  }

  test('is replaced by a packed one without a word, which the next start reads', async () => {
    const { files, whole } = await listed();
    for (const start of ['first', 'second']) {
      const state = await openOn(files);
      expect([start, contentOf(state), state.messages]).toEqual([start, whole, []]);
      expect(state.get('prompt', prompt(1, '').id)).toMatchObject({ submittedBy: 'usr1' });
      await state.close();
      expect(files.get('archive-1.index.json')?.read(0, Infinity).toString()).toContain('"form":2');
    }
  });

  test('tells how many runs are lost with its archive', async () => {
    const { files } = await listed();
    files.delete('archive-1.jsonl');
    expect((await openOn(files)).messages[0]).toBe('archive-1.jsonl is missing: its 1 runs are lost.');
  });
});

/** The marks of the archived run, the two others, the prompt, the session and the secret. */
function marksIn(state: Awaited<ReturnType<typeof openOn>>): unknown[] {
  return [
    ...[1, 2, 3].map((n) => state.get('run', run(n).id)?.failure),
    state.get('prompt', prompt(1, '').id)?.description,
    state.get('session', session(1).id)?.failure,
    state.get('secret', 's')?.value,
  ];
}

test('the folder of a newer Hangar is left byte for byte as it is', async () => {
  const state = join(folder, 'state');
  writeVersion1(state);
  writeFileSync(join(state, 'journal-3.jsonl'), seal({ file: 'journal', version: STORE_VERSION + 1, number: 3 }));
  const before = readdirSync(state).map((name) => [name, readFileSync(join(state, name), 'latin1')]);
  await expect(startEmulator({ data: folder })).rejects.toThrow(
    `${state}/journal-3.jsonl was written by a newer Hangar (version ${STORE_VERSION + 1} of the format; this one knows ${STORE_VERSION}). Nothing was changed; use the newer Hangar, or another data folder.`,
  );
  expect(readdirSync(state).map((name) => [name, readFileSync(join(state, name), 'latin1')])).toEqual(before);
});
