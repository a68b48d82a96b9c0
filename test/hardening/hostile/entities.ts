import type { z } from 'zod';
import type { EntityKind } from '../../../electron/emulator/engine/context/records.ts';
import { ENTITY_KINDS } from '../../../electron/emulator/store/state/items.ts';
import { STORED_RECORDS } from '../../../electron/emulator/store/state/record-schemas.ts';
import { contract } from '../../../shared/contract/index.ts';
import { fillPath } from '../../../shared/http/client.ts';
import { endpointsOf } from '../../../shared/http/endpoint.ts';
import { type Json, type JsonObject, pathKey, withValueAt, type JsonPath } from '../../../shared/values/json.ts';
import { testEmulator, type TestEmulator } from '../../support/emulator.ts';
import { settled } from '../../support/fake-clock.ts';
import { samplesOf, smallestOf } from './samples.ts';
import { HOSTILE_VALUES, placesIn, sendable, thinned } from './values.ts';

/** A record of an export. */
export interface Exported {
  readonly kind: string;
  readonly entity: JsonObject;
  readonly logs?: Json;
}

/** A workspace whose runs end, wait, fail and execute each other. */
export const WORKSPACE = {
  resources: [{ slug: 'api', kind: 'rest', resource: { baseURL: 'http://localhost:1' } }],
  environments: [{ slug: 'prod', config: { REGION: 'eu' } }],
  tasks: [
    { slug: 'quick', parameters: [{ slug: 'n', type: 'json', constraints: { optional: true } }], webhooks: ['hook'] },
    { slug: 'slow', resources: { api: 'api' }, behavior: steps({ do: 'wait', seconds: 900 }) },
    { slug: 'queued', concurrency: 1, behavior: steps({ do: 'wait', seconds: 900 }) },
    { slug: 'asks', behavior: steps({ do: 'prompt', description: 'Sure?', parameters: [{ slug: 'why' }], as: 'a' }) },
    { slug: 'parent', behavior: steps({ do: 'execute', task: 'asks', as: 'child' }) },
    { slug: 'broken', behavior: steps({ do: 'fail', message: 'no' }) },
  ],
  runbooks: [
    {
      slug: 'book',
      blocks: [
        { kind: 'task', slug: 'first', task: 'quick' },
        { kind: 'prompt', slug: 'sign', description: 'Sign?' },
      ],
    },
  ],
} as const;

function steps(...list: readonly JsonObject[]) {
  return { kind: 'steps', steps: [{ do: 'log', text: 'begins' }, ...list] } as never;
}

/** The export of a server with entities in many states. Kinds without an entity have the smallest valid one. */
export async function wholeExport(): Promise<readonly Exported[]> {
  const emulator = await testEmulator(WORKSPACE as never);
  const execute = (slug: string, headers = {}) =>
    emulator.send('/v0/tasks/execute', { body: { slug, paramValues: {} }, headers });
  for (const slug of ['quick', 'slow', 'queued', 'queued', 'parent', 'broken']) await execute(slug);
  await execute('quick', { 'Idempotency-Key': 'once' });
  await emulator.api.v0.runbooks.execute({ body: { slug: 'book' } });
  await emulator.send('/_emulator/webhooks');
  for (let i = 0; i < 20; i++) await settled();
  const { state } = (await emulator.send('/_emulator/export')).json as { state: Exported[] };
  const others = ENTITY_KINDS.filter((kind) => state.every((record) => record.kind !== kind));
  return [...state, ...others.map((kind) => ({ kind, entity: smallestOf(STORED_RECORDS[kind]) as JsonObject }))];
}

/** One field of one entity that is other than it was. */
export interface Mutation {
  readonly name: string;
  readonly index: number;
  readonly path: JsonPath;
  readonly record: Exported;
}

/**
 * Each field of an entity of each kind and status, replaced by hostile values; and taken away; and one too many. Reference fields
 * get every value, other fields every third one, with another offset per field, and fields of other statuses fewer.
 */
export function mutationsOf(records: readonly Exported[]): Mutation[] {
  const seen = new Map<string, number>();
  const isName = ({ path }: Mutation): boolean => /ID$|^id$/.test(String(path.at(-1)));
  return records.flatMap((record, index) => {
    const sort = `${record.kind} ${JSON.stringify(record.entity['status'] ?? record.entity['kind'] ?? '')}`;
    if (seen.has(sort)) return [];
    const ofKind = seen.get(record.kind) ?? 0;
    seen.set(sort, 0).set(record.kind, ofKind + 1);
    const all = placesOf(record).flatMap((path) =>
      thinned([...HOSTILE_VALUES, undefined], path).map(([i, value]) => ({
        name: `${sort} ${path.join('.')} #${i}`,
        index,
        path,
        record: { ...record, entity: withValueAt(record.entity, path, value) as JsonObject },
      })),
    );
    return all.filter(
      (mutation, i) => (ofKind === 0 && isName(mutation)) || (i + ofKind) % (ofKind === 0 ? 3 : 5) === 0,
    );
  });
}

/** Places that an entity has, those that its schema knows beside, and one that nobody knows. */
function placesOf({ kind, entity }: Exported): JsonPath[] {
  const known = samplesOf(STORED_RECORDS[kind as EntityKind]).map(({ path }) => path);
  const own = known.filter(({ length }) => length === 1);
  const places = [...placesIn(entity), ...own, ['another']];
  return [...new Map(places.map((path) => [pathKey(path), path])).values()];
}

/** The ID of a record, whatever it is, as an address can name it. */
export function idOf({ entity }: Exported): string {
  const id = entity['id'];
  return sendable(typeof id === 'string' ? id : JSON.stringify(id ?? null));
}

const READS = [...endpointsOf(contract)]
  .map(({ endpoint }) => endpoint)
  .filter(({ method, answerFormat }) => method === 'GET' && answerFormat !== 'events');

/** The address of everything that can be read of an ID: by a path, or by a query that cannot do without one. */
function readsOf(id: string): string[] {
  return READS.flatMap(({ path, params, query }) => {
    const names = Object.entries<z.ZodType>(query?.shape ?? {}).filter(
      ([, field]) => !field.safeParse(undefined).success,
    );
    if (params === undefined && names.length === 0) return [];
    const search = new URLSearchParams(names.map(([name]) => [name, id])).toString();
    const filled = fillPath(path, Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, id])));
    return [search === '' ? filled : `${filled}?${search}`];
  });
}

/** Addresses of lists: these take a query, and name nothing. */
const LISTS = READS.filter(({ params, query }) => params === undefined && query !== undefined).map(({ path }) => path);

/** Reads every list, and all that can be read of some IDs; gives the answers that are an error of the server. */
export function problemsOfReading(emulator: TestEmulator, ids: readonly string[]): Promise<string[]> {
  return problemsAt(emulator, [...LISTS, ...ids.flatMap(readsOf)]);
}

/** Reads all that can be read of some IDs; gives the answers that are an error of the server. */
export function problemsOfReadingThese(emulator: TestEmulator, ids: readonly string[]): Promise<string[]> {
  return problemsAt(emulator, ids.flatMap(readsOf));
}

async function problemsAt(emulator: TestEmulator, paths: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(paths.map(async (path) => [path, await emulator.send(path)] as const));
  return answers.filter(([, { status }]) => status >= 500).map(([path, { text }]) => `${path}: ${text}`);
}
