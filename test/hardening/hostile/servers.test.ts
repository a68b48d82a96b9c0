import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { descendantsOf } from '../../../electron/emulator/behaviors/script/memory-watch.ts';
import type { BuiltInTaskName } from '../../../shared/model/behavior.ts';
import type { AuthoredTask } from '../../../shared/model/task.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import { listening } from '../../support/foreign-server.ts';
import { startLive, type Live } from '../../support/live.ts';
import { skipWithout } from '../../support/needs.ts';
import { steps } from '../../support/steps.ts';
import { until } from '../../support/until.ts';
import { lackOf } from '../../tools/tools.ts';
import { fc } from '../../support/properties.ts';

/** Runs of built-in tasks at a time, and how often that many are started. */
const [AT_A_TIME, ROUNDS] = [8, 8];

/** The next act of a hostile server: bytes, a pause in milliseconds, or the end of the connection in some way. */
type Act = Uint8Array | number | 'end' | 'reset';

/** The end of a run: by itself, or from outside after some milliseconds. */
type Fate = { readonly by: 'itself' | 'cancel' | 'timeout'; readonly after: number };

interface Attack {
  readonly acts: readonly Act[];
  readonly fate: Fate;
  /** A query, or a method and headers. */
  readonly params: JsonObject;
}

/** A server on a port of its own that answers every connection by the same acts. */
async function serve(acts: readonly Act[]): Promise<{ readonly port: string; readonly close: () => void }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => void perform(acts, socket));
  });
  return { port: String(await listening(server)), close: () => server.close() };
}

async function perform(acts: readonly Act[], socket: Socket): Promise<void> {
  for (const act of acts) {
    if (socket.destroyed) return;
    if (act === 'end') socket.end();
    else if (act === 'reset') socket.resetAndDestroy();
    else if (typeof act === 'number') await pause(act);
    else socket.write(act);
  }
}

const text = (value: string): Uint8Array => Buffer.from(value, 'latin1');
const END: fc.Arbitrary<Act> = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom<Act>('end', 'reset'));
const NOISE = fc.uint8Array({ minLength: 1, maxLength: 40 });
const BOMB = gzipSync(Buffer.alloc(30_000_000));

/** Parts of answers, which may come in any order. */
const HTTP = fc.oneof(
  fc
    .constantFrom(
      ...[
        'HTTP/1.1 200 OK\r\n',
        'HTTP/1.1 204 No Content\r\n',
        'HTTP/1.0 500 x\r\n',
        'HTTP/1.1 304 x\r\n',
        '\r\n',
        'x',
      ],
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      ...['HTTP/1.1 103 Early\r\n\r\n', 'HTTP/1.1 302 x\r\nLocation: /\r\n', 'Connection: close\r\n', ' folded\r\n'],
      ...['5', '99999999999', '-1', '0'].map((length) => `Content-Length: ${length}\r\n`),
      ...['Transfer-Encoding: chunked\r\n', 'Trailer: X-End\r\n', 'X-End: x\r\n\r\n', 'Set-Cookie: a=b\r\n'],
      ...['ffffffff\r\n', '5\r\nhello\r\n', '0\r\n', '[[[[{"a":1e999}', 'Content-Type: application/json\r\n'],
      ...['Content-Encoding: gzip\r\n', 'Content-Encoding: br\r\n'],
    )
    .map(text),
  fc.constantFrom(
    text('X-Many: yes\r\n'.repeat(5000)),
    text('HTTP/1.1 102 Processing\r\n\r\n'.repeat(200)),
    text('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n'),
    BOMB,
    text('1\r\nx\r\n'.repeat(5000)),
  ),
  NOISE,
);

/** A message of PostgreSQL; its length may lie. */
const message = (type: string, body: Uint8Array, length = body.length + 4): Uint8Array => {
  const bytes = Buffer.alloc(5 + body.length, type, 'latin1');
  bytes.writeInt32BE(length, 1);
  bytes.set(body, 5);
  return bytes;
};
const int = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);
const LOGGED_IN = joined(message('R', int(0)), message('K', joined(int(1), int(2))), message('Z', text('I')));
const ROW = joined(text('\0\x01'), text('n\0'), int(0), text('\0\0'), int(23), text('\0\x04'), int(-1), text('\0\0'));
const POSTGRES = fc.oneof(
  fc.constantFrom(
    ...[LOGGED_IN, LOGGED_IN, LOGGED_IN],
    ...[text(''), int(3), joined(int(5), int(9))].map((body) => message('R', body)),
    message('R', joined(int(10), text('SCRAM-SHA-256\0\0'))),
    message('R', joined(int(11), text('r=x,s=eA==,i=1'))),
    message('R', joined(int(12), text('v=eA=='))),
    ...[7, 8, 99, -1].map((kind) => message('R', int(kind))),
    ...['G', 'H', 'W'].map((type) => message(type, text('\0\0\0'))),
    message('d', text('a\tb\n')),
    ...['c', 'I', '1', '2', '3', 'n', 's', 'Z', 'K', 'v', '?'].map((type) => message(type, text(''))),
    message('T', ROW),
    message('D', joined(text('\0\x01'), int(1), text('7'))),
    message('D', joined(text('\xff\xff'), int(0x7fffffff))),
    message('t', joined(text('\0\x01'), int(23))),
    message('C', text('SELECT 1\0')),
    message('C', text('BEGIN\0')),
    message('E', text('SERROR\0C42601\0Mbad\0P99999\0\0')),
    message('E', text('S')),
    message('N', text('SNOTICE\0Mhello\0\0')),
    message('S', text('TimeZone\0UTC\0')),
    message('A', joined(int(1), text('channel\0payload\0'))),
    message('N', text(`M${'x'.repeat(100_000)}\0\0`)),
    message('D', text(''), 0x7fffffff),
    message('T', text(''), -5),
    message('C', text('x'), 0),
    message('D', Buffer.alloc(3_000_000)),
    message('Z', text('I')),
  ),
  fc.constantFrom(text('S'), text('N'), text('HTTP/1.1 400 Bad Request\r\n\r\n')),
  NOISE,
);

const FATE: fc.Arbitrary<Fate> = fc.record({
  by: fc.constantFrom('itself', 'cancel', 'timeout'),
  after: fc.integer({ min: 0, max: 400 }),
});

function attacks(bytes: fc.Arbitrary<Uint8Array>, params: fc.Arbitrary<JsonObject>): fc.Arbitrary<Attack> {
  const act = fc.oneof({ weight: 5, arbitrary: bytes }, { weight: 1, arbitrary: END });
  return fc.record({ acts: fc.array<Act>(act, { maxLength: 14 }), fate: FATE, params });
}

const QUERY = fc.record({
  query: fc.constantFrom(
    ...['select 1', 'select 1; select 2', 'copy t to stdout', 'copy t from stdin', 'select :a', 'commit'],
  ),
  args: fc.constantFrom<JsonObject>({ a: 1 }, { a: [true] }, { a: { b: [] } }),
  transactionMode: fc.constantFrom('auto', 'readOnly', 'readWrite', 'none'),
});
const REQUEST = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS'),
  body: fc.constantFrom<JsonObject[string]>(null, 'x', { a: 1 }),
  headers: fc.constantFrom<JsonObject>({}, { Trailer: 'x' }, { Connection: 'upgrade' }, { Expect: '100-continue' }),
});

const OPERATION = fc.record({
  operation: fc.constantFrom('{ a }', '', 'query ('),
  variables: fc.constantFrom<JsonObject[string]>(null, { a: 1 }, []),
  headers: fc.constantFrom<JsonObject>({}, { Trailer: 'x' }, { Accept: 'text/plain' }),
});

/** A task that ends with its built-in one after a second at most, with the values of the latter as its own. */
function timed(name: string, parameters: readonly string[]): AuthoredTask {
  const given = (slug: string): [string, string] => [slug, `{{ params.${slug} }}`];
  return {
    ...{ slug: `timed_${name}`, timeout: 1, concurrency: 100 },
    parameters: ['resource', ...parameters].map((slug) => ({ slug, type: 'json', constraints: { optional: true } })),
    behavior: steps({
      ...{ do: 'execute', task: `acme:${name}`, resources: { it: '{{ params.resource }}' } },
      paramValues: Object.fromEntries(parameters.map(given)),
    }),
  };
}

let live: Live;
let created = 0;
const errors: unknown[] = [];
const note = (error: unknown): void => void errors.push(error);
const children = (): readonly number[] => descendantsOf(new Set([process.pid])).get(process.pid) ?? [];

let before: readonly number[] = [];

beforeAll(async () => {
  if (lackOf('Linux') === '') before = children();
  process.on('unhandledRejection', note).on('uncaughtExceptionMonitor', note);
  live = await startLive({
    tasks: [
      timed('sql_query', ['query', 'args', 'transactionMode']),
      timed('rest_request', ['method', 'headers', 'body']),
      timed('graphql_request', ['operation', 'variables', 'headers']),
    ],
  });
});
afterAll(async () => {
  await live.emulator.stop();
  process.off('unhandledRejection', note).off('uncaughtExceptionMonitor', note);
});

/** Executes a task against a server that acts so; gives the status of its run at the end. */
async function statusOf(task: BuiltInTaskName, { acts, fate, params }: Attack): Promise<string> {
  const { api, start, reaches } = live;
  const { port, close } = await serve(acts);
  created += 1;
  const slug = `hostile_${created}`;
  const database = { host: '127.0.0.1', port, database: 'd', username: 'u', password: 'p' };
  const resource =
    task === 'sql_query'
      ? { kind: 'postgres', resource: { ...database, ssl: created % 7 === 0 ? 'prefer' : 'disable' } }
      : { kind: 'rest', resource: { baseURL: `http://127.0.0.1:${port}` } };
  await api.v0.resources.create({ body: { slug, name: slug, ...resource } });
  const body = { slug: `acme:${task}`, paramValues: params, resources: { it: slug } };
  const runID =
    fate.by === 'timeout'
      ? await start(`timed_${task}`, { resource: slug, ...params })
      : (await api.v0.tasks.execute({ body })).runID;
  if (fate.by === 'cancel') {
    await pause(fate.after);
    // It may have ended.
    await api.v0.runs.cancel({ body: { runID } }).catch(() => undefined);
  }
  // A server that says nothing more would be waited for as long as is documented.
  const late = setTimeout(() => void api.v0.runs.cancel({ body: { runID } }).catch(() => undefined), 3000);
  const status = await reaches(runID);
  clearTimeout(late);
  close();
  return status;
}

test.each([
  ['rest_request', attacks(HTTP, REQUEST)],
  ['graphql_request', attacks(HTTP, OPERATION)],
  ['sql_query', attacks(POSTGRES, QUERY)],
] as const)('whatever a server does to a %s ends that run, and nothing else', async (task, attack) => {
  await fc.assert(
    fc.asyncProperty(fc.array(attack, { minLength: AT_A_TIME, maxLength: AT_A_TIME }), async (all) => {
      const statuses = await Promise.all(all.map((one) => statusOf(task, one)));
      expect(statuses.filter((status) => !['Succeeded', 'Failed', 'Cancelled'].includes(status))).toEqual([]);
      // The server answers, and has met no error.
      expect((await live.api.emulator.runs.list()).total).toBeGreaterThan(0);
      expect(errors).toEqual([]);
    }),
    // A failure prints its seed; shrinking would start hundreds of processes.
    { numRuns: ROUNDS, endOnFailure: true },
  );
});

test('after all of this, no process is left when the server has stopped', async (context) => {
  skipWithout(context, 'Linux');
  await live.emulator.stop();
  await until(() => children().every((pid) => before.includes(pid)));
});
