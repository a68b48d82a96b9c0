import type { Json, JsonObject } from '../../shared/model/json.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { withValueAt, type JsonPath } from '../../shared/model/json-path.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { settled } from '../support/fake-clock.ts';

/** A record of an export. */
export interface Exported {
  readonly kind: string;
  readonly entity: JsonObject;
  readonly logs?: Json;
}

const UPLOAD: Exported = {
  kind: 'upload',
  entity: {
    id: 'upl20261120z4k2m9x0q7a',
    name: 'a.txt',
    type: 'text/plain',
    size: 5,
    createdAt: 1_795_210_906_514_000,
  },
};

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

/** The export of a server on which every kind of entity lives, in many of its states. */
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
  return [...state, UPLOAD];
}

/** Values that no field of an entity should have, and some that some may have. */
export const HOSTILE_VALUES: readonly Json[] = [
  ...[
    '',
    '../../../../etc/passwd',
    '..\\..\\x',
    '/etc/passwd',
    'a/b',
    '.',
    '..',
    '\0',
    'run\u202e',
    'x'.repeat(30_000),
  ],
  ...['__proto__', 'constructor', 'toString', 'run20261120z0000000000', 'Active', 'Succeeded'],
  ...[-1, 0.5, 1e15, 8.64e18, Number.MAX_SAFE_INTEGER, true, null],
  ...[[], {}, [[]], [null], ['run20261120z0000000000'], { a: { b: {} } }],
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}') as Json,
  nested(90),
];

function nested(levels: number): Json {
  let value: Json = [];
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

/** Every place within a value, itself left out. */
export function placesIn(value: Json, path: JsonPath = []): JsonPath[] {
  const below = Array.isArray(value)
    ? value.slice(0, 1).map((item, i): [string | number, Json] => [i, item])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return below.flatMap(([step, item]) => [[...path, step], ...placesIn(item, [...path, step])]);
}

/** One field of one entity that is other than it was. */
export interface Mutation {
  readonly name: string;
  readonly index: number;
  readonly path: JsonPath;
  readonly record: Exported;
}

/** Each field of an entity of each kind and status, replaced by each hostile value; and taken away; and one too many. */
export function mutationsOf(records: readonly Exported[]): Mutation[] {
  const seen = new Set<string>();
  return records.flatMap((record, index) => {
    const sort = `${record.kind} ${JSON.stringify(record.entity['status'] ?? record.entity['kind'] ?? '')}`;
    if (seen.has(sort)) return [];
    seen.add(sort);
    const entity: Json = record.entity;
    return [...placesIn(entity), ['another']].flatMap((path, place) =>
      valuesFor(path, place).map((value, i) => ({
        name: `${sort} ${path.join('.')} #${i}`,
        index,
        path,
        record: { ...record, entity: withValueAt(entity, path, value) as JsonObject },
      })),
    );
  });
}

/** Each value for the entity's own fields; for what lies within them some, others from place to place. */
function valuesFor(path: JsonPath, place: number): readonly (Json | undefined)[] {
  const all = [...HOSTILE_VALUES, undefined];
  return path.length === 1 ? all : all.filter((_, i) => (i + place) % 7 === 0);
}

/** The ID of a record, whatever it is. */
export function idOf({ entity }: Exported): string {
  const id = entity['id'];
  return typeof id === 'string' ? id : JSON.stringify(id ?? null);
}

/** Reads everything that can be read; gives the answers that are a fault of the server. */
export async function faultsOfReading(emulator: TestEmulator, ids: readonly string[]): Promise<string[]> {
  const named = ids.map((id) => encodeURIComponent(id));
  const paths = [
    ...[
      '/v0/runs/list',
      '/v0/sessions/list',
      '/_emulator/runs',
      '/_emulator/sessions',
      '/_emulator/prompts',
      '/_emulator/export',
    ],
    ...named.flatMap((id) => [
      ...[`/v0/runs/get?id=${id}`, `/v0/runs/getLogs?runID=${id}`, `/v0/runs/getOutputs?id=${id}`],
      ...[`/v0/prompts/list?runID=${id}`, `/v0/prompts/get?id=${id}`, `/v0/sessions/get?id=${id}`],
      ...[`/_emulator/runs/${id}`, `/_emulator/sessions/${id}`, `/_emulator/prompts/${id}`, `/_emulator/uploads/${id}`],
    ]),
  ];
  const answers = await Promise.all(paths.map(async (path) => [path, await emulator.send(path)] as const));
  return answers.filter(([, { status }]) => status >= 500).map(([path, { text }]) => `${path}: ${text}`);
}
