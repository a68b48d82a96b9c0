import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENTITY_KINDS } from '../../../electron/emulator/store/state/items.ts';
import { ExportedRecord } from '../../../electron/emulator/store/state/record-schemas.ts';
import type { Json } from '../../../shared/values/json.ts';
import { testEmulator, type TestEmulator } from '../../support/emulator.ts';
import { settled } from '../../support/fake-clock.ts';
import { inProcess } from '../../support/in-process.ts';
import { problemsOfReading, idOf, mutationsOf, wholeExport, type Exported, type Mutation } from './entities.ts';

let records: readonly Exported[] = [];
let mutations: readonly Mutation[] = [];
let emulator: TestEmulator;
beforeAll(async () => {
  records = await wholeExport();
  mutations = mutationsOf(records);
  emulator = await testEmulator();
});
afterAll(() => emulator.engine.stop());

async function imported(state: readonly Exported[]): Promise<{ status: number; text: string }> {
  // The list of requests, which is read each time, is kept short: none of it is imported.
  const body = { version: 1, workspace: { version: 1, settings: { trafficEntries: 10 } }, state };
  const { status, json } = await emulator.send('/_emulator/import', { body });
  return { status, text: (json as { error?: string }).error ?? '' };
}

describe('an export', () => {
  test('holds every kind of entity, and is taken as it is', async () => {
    const kinds = new Set(records.map(({ kind }) => kind));
    const importable = ExportedRecord.options.map(({ shape }) => shape.kind.value);
    expect([[...kinds].sort(), importable.sort()]).toEqual([ENTITY_KINDS.toSorted(), ENTITY_KINDS.toSorted()]);
    expect(await imported(records)).toMatchObject({ status: 200 });
    expect(await problemsOfReading(emulator, records.map(idOf))).toEqual([]);
  });

  test('with any field of any entity replaced, missing or added is refused with its place, or does no harm', async () => {
    expect(mutations.length).toBeGreaterThan(1000);
    const surprises: string[] = [];
    const refused = new Set<string>();
    for (const { name, index, path, record } of mutations) {
      // The log holds the import of this mutation alone: with those before it too, each reading would read them all again.
      await emulator.api.emulator.traffic.clear();
      // A record that its schema refuses is refused whatever the other records are.
      const isRecord = ExportedRecord.safeParse(record).success;
      const { status, text } = await imported(isRecord ? records.with(index, record) : [record]);
      if (status === 400) {
        refused.add(name);
        if (!text.includes('state[')) surprises.push(`${name}: ${text.slice(0, 300)}`);
        if (text.length > 2000) surprises.push(`${name}: an error of ${text.length} characters`);
        continue;
      }
      if (status !== 200) surprises.push(`${name}: ${status} ${text.slice(0, 300)}`);
      for (let i = 0; i < 3; i++) await settled();
      const problems = await problemsOfReading(emulator, [idOf(record)]);
      surprises.push(...problems.map((problem) => `${name}: ${problem.slice(0, 300)}`));
      surprises.push(...emulator.errors.splice(0).map((error) => `${name} ${path.join('.')}: ${String(error)}`));
    }
    expect(surprises).toEqual([]);
    // Half of all are refused at least: paths, wrong types, unknown fields.
    expect(refused.size).toBeGreaterThan(mutations.length / 2);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  type Change = (state: readonly Exported[]) => readonly Exported[];
  const broken: readonly [name: string, change: Change, sentence: RegExp][] = [
    [
      'an active run without its blueprint',
      (all) => all.filter(({ kind }) => kind !== 'blueprint'),
      /blueprintID: there is no blueprint/,
    ],
    [
      'a blueprint of another kind',
      (all) => all.map((one) => withBlueprintOf(one, 'runbook', all)),
      /blueprintID: the blueprint "\w+" is that of a runbook/,
    ],
    [
      'two entries of one ID',
      (all) => [...all, all.find(({ kind }) => kind === 'run')!],
      /there are two entries "run\w+" of kind "run"/,
    ],
    [
      'a prompt without its run',
      (all) => all.filter(({ entity }) => entity['taskSlug'] !== 'asks'),
      /there is no run run\w+ in the export/,
    ],
    [
      'a session without the run of its block',
      (all) => all.filter(({ kind, entity }) => kind !== 'run' || entity['sessionID'] === ''),
      /blocks\[\d\]\.runID: an active block needs a run|there is no run/,
    ],
    ['a run that executed itself', (all) => all.map(ownParent), /is below this one|was not executed by this one/],
    [
      'a finished run without its moment',
      (all) => all.map((one) => withField(one, 'Succeeded', 'succeededAt', null)),
      /succeededAt: does not fit the status Succeeded/,
    ],
    [
      'an unfinished run with an end',
      (all) => all.map((one) => withField(one, 'Active', 'failedAt', 1)),
      /failedAt: does not fit the status Active/,
    ],
  ];
  test.each(broken)('with %s is refused and changes nothing', async (_, change, sentence) => {
    await imported(records);
    const before = (await emulator.send('/v0/runs/list')).json;
    const { status, text } = await imported(change(records));
    expect([status, text]).toEqual([400, expect.stringMatching(sentence)]);
    expect((await emulator.send('/v0/runs/list')).json).toEqual(before);
  });
});

function withField(one: Exported, status: string, field: string, value: Json): Exported {
  return one.kind === 'run' && one.entity['status'] === status
    ? { ...one, entity: { ...one.entity, [field]: value } }
    : one;
}

function withBlueprintOf(one: Exported, kind: string, all: readonly Exported[]): Exported {
  const other = all.find(({ kind: own, entity }) => own === 'blueprint' && entity['kind'] === kind);
  return withField(one, 'Active', 'blueprintID', other?.entity['id'] ?? '');
}

function ownParent(one: Exported): Exported {
  const id = one.entity['id'] ?? '';
  return one.kind === 'run' ? { ...one, entity: { ...one.entity, parentID: id, childRunIDs: [id] } } : one;
}

describe('an upload whose ID is a path', () => {
  const { folder, launch } = inProcess();

  test('is neither imported nor read, and nothing beside the data folder is touched', async () => {
    writeFileSync(join(folder(), 'secret.txt'), 'secret');
    const data = join(folder(), 'data');
    mkdirSync(join(data, 'uploads'), { recursive: true });
    symlinkSync(join(folder(), 'secret.txt'), join(data, 'uploads', 'link'));
    const { url } = await launch({ data });
    const before = readdirSync(folder());
    const ids = [
      '../../secret.txt',
      '..%2f..%2fsecret.txt',
      'link',
      '/etc/passwd',
      '../../../../../../etc/passwd',
      'upl20261120z4k2m9x0q7a/../../../secret.txt',
    ];
    for (const id of ids) {
      const entity = { id, name: 'a', type: 'text/html', size: 6, createdAt: 1 };
      const body = JSON.stringify({ version: 1, workspace: { version: 1 }, state: [{ kind: 'upload', entity }] });
      const answer = await fetch(`${url}/_emulator/import`, { method: 'POST', body });
      expect([id, answer.status, await answer.text()]).toEqual([
        id,
        400,
        expect.stringContaining('state[0].entity.id: must be the ID of an upload'),
      ]);
      const read = await fetch(`${url}/_emulator/uploads/${encodeURIComponent(id)}`);
      // A path with such a segment is not even looked up.
      expect([id, read.status]).toEqual([id, /[/\\\0]/.test(id) ? 400 : 404]);
      expect(await read.text()).not.toContain('"secret"');
    }
    expect(readdirSync(folder())).toEqual(before);
    expect(readFileSync(join(folder(), 'secret.txt'), 'utf8')).toBe('secret');
  });

  test('imported under a valid ID is served as something to save, whatever type it says', async () => {
    const { url } = await launch({ data: join(folder(), 'data') });
    const id = 'upl20261120z4k2m9x0q7a';
    const name = `a"\r\nX: y\ud800.html${'x'.repeat(100_000)}`;
    const entity = { id, name, type: 'text/html', size: 6, createdAt: 1 };
    const body = JSON.stringify({ version: 1, workspace: { version: 1 }, state: [{ kind: 'upload', entity }] });
    expect((await fetch(`${url}/_emulator/import`, { method: 'POST', body })).status).toBe(200);
    writeFileSync(join(folder(), 'data', 'page'), '<script>1</script>');
    mkdirSync(join(folder(), 'data', 'uploads'));
    writeFileSync(join(folder(), 'data', 'uploads', id), '<script>1</script>');
    const { status, headers } = await fetch(`${url}/_emulator/uploads/${id}`);
    expect([status, headers.get('X')]).toEqual([200, null]);
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w%.-]+$/);
    expect(headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
});
