import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { gzipSync } from 'node:zlib';
import { contract } from '../../shared/contract/index.ts';
import { fillPath } from '../../shared/http/client.ts';
import { type Endpoint, endpointsOf } from '../../shared/http/endpoint.ts';
import { ERRORS, type ErrorCode } from '../../shared/http/errors.ts';
import { readTarget } from '../../shared/http/request-path.ts';
import { openApiDocument } from '../../shared/http/openapi.ts';
import { documentedDecision } from '../../shared/registry/decisions.ts';
import { testEmulator, type ReadAnswer, type TestEmulator } from '../support/emulator.ts';
import { TOUR, TOUR_WORKSPACE, type Stop } from './tour.ts';
import { fc, runs } from '../support/properties.ts';

const endpoints = [...endpointsOf(contract)];
const callable = endpoints.filter(({ endpoint }) => endpoint.answerFormat !== 'events');
const withBody = callable.filter(({ endpoint }) => endpoint.body instanceof z.ZodObject);
const withQuery = callable.filter(({ endpoint }) => endpoint.query !== undefined);
const withKey = endpoints.filter(({ endpoint }) => endpoint.access === 'key');

const document = openApiDocument(contract, { title: 'All', version: '0', decision: documentedDecision });
const documentedPaths = document['paths'] as Record<string, Record<string, { responses: Record<string, unknown> }>>;

function pathOf(endpoint: Endpoint, { params = {}, query = {} }: Stop = {}): string {
  const some = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, 'some']));
  const search = new URLSearchParams(query).toString();
  return fillPath(endpoint.path, { ...some, ...params }) + (search === '' ? '' : `?${search}`);
}

function start(): Promise<TestEmulator> {
  return testEmulator(TOUR_WORKSPACE);
}

/** Sends a raw body to an endpoint. A webhook needs its real address, or nobody looks at the body. */
async function sendBody(
  hangar: TestEmulator,
  { endpoint, name }: { endpoint: Endpoint; name: string },
  body: object | string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<ReadAnswer> {
  const stop = endpoint.access === 'webhook' ? await TOUR[name]!(hangar.api, hangar.withKey) : {};
  return hangar.send(pathOf(endpoint, stop), { method: endpoint.method, body, headers });
}

/** Expects the documented error, and that its status is one that the document promises for this operation. */
function expectError(answer: ReadAnswer, code: ErrorCode, endpoint: Endpoint, ...named: string[]): void {
  expect(answer.json).toEqual({ error: expect.any(String), code });
  expect(answer.status).toBe(ERRORS[code].status);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(Object.keys(documentedPaths[endpoint.path]![endpoint.method.toLowerCase()]!.responses)).toContain(
    String(answer.status),
  );
  for (const name of named) expect((answer.json as { error: string }).error).toContain(name);
}

describe('every endpoint of the contract', () => {
  test('is in the tour, so that the tests below cover it', () => {
    expect(Object.keys(TOUR).sort()).toEqual(endpoints.map(({ name }) => name).sort());
  });

  test.each(callable)('$name answers by its schema', async ({ name, endpoint }) => {
    const hangar = await start();
    const stop = await TOUR[name]!(hangar.api, hangar.withKey);
    const body = stop.body === undefined ? {} : { body: stop.body as object };
    const key = stop.key === undefined ? {} : { key: stop.key };
    const answer = await hangar.send(pathOf(endpoint, stop), { method: endpoint.method, ...body, ...key });
    expect(answer).toMatchObject({ status: endpoint.successStatus ?? 200 });
    const format = endpoint.answerFormat ?? 'json';
    if (format === 'json') {
      expect(answer.headers['content-type']).toBe('application/json');
      const { response = z.strictObject({}) } = endpoint;
      const strict = response instanceof z.ZodObject ? response.strict() : response;
      expect(strict.safeParse(answer.json).error).toBeUndefined();
    }
    expect(hangar.errors).toEqual([]);
  });

  test.each(endpoints)('$name is documented', ({ endpoint }) => {
    const operation = documentedPaths[endpoint.path]![endpoint.method.toLowerCase()];
    expect(operation).toMatchObject({
      summary: endpoint.summary,
      responses: { [endpoint.successStatus ?? 200]: expect.anything() },
    });
  });
});

describe('decision errors: authentication', () => {
  test.each(withKey)('$name without a key, and with an unknown one: 401', async ({ endpoint }) => {
    const hangar = await start();
    for (const key of [null, 'tkn_unknown', '']) {
      const answer = await hangar.send(pathOf(endpoint), { method: endpoint.method, key });
      expectError(answer, 'unauthorized', endpoint);
    }
  });

  test.each(endpoints.filter(({ endpoint }) => endpoint.access === 'emulator'))(
    '$name with an admin token set and none given: 401',
    async ({ endpoint }) => {
      const hangar = await testEmulator({}, { adminToken: 'open sesame' });
      expectError(await hangar.send(pathOf(endpoint), { method: endpoint.method }), 'unauthorized', endpoint);
    },
  );
});

test.each(withKey.filter(({ endpoint }) => endpoint.calledFrom === 'run'))(
  'decision errors: $name with a key that is of no run: 400',
  async ({ endpoint }) => {
    const hangar = await start();
    expectError(
      await hangar.send(pathOf(endpoint), { method: endpoint.method }),
      'invalid_request',
      endpoint,
      'must be called from a run',
    );
  },
);

test.each(withKey.filter(({ endpoint }) => endpoint.method === 'POST'))(
  'decision idempotency: $name is carried out once for a key, and answers the same again',
  async ({ name, endpoint }) => {
    const hangar = await start();
    const { body, key } = await TOUR[name]!(hangar.api, hangar.withKey);
    const headers = { 'Idempotency-Key': 'once' };
    const request = { body: body as object, headers, ...(key === undefined ? {} : { key }) };
    const first = await hangar.send(endpoint.path, request);
    const state = await hangar.send('/_emulator/export');
    expect(first.status).toBe(200);
    expect((await hangar.send(endpoint.path, request)).text).toBe(first.text);
    const { state: before } = state.json as { state: object };
    expect(await hangar.send('/_emulator/export')).toMatchObject({ json: { state: before } });
  },
);

describe('decision errors: a wrong field', () => {
  test.each(withBody)('$name names each field of the body that breaks its schema', async ({ name, endpoint }) => {
    const hangar = await testEmulator({ ...TOUR_WORKSPACE, settings: { strict: true } });
    const shape = (endpoint.body as z.ZodObject).shape as Record<string, z.ZodType>;
    const wrong = fc.record(
      Object.fromEntries(
        Object.entries(shape)
          .filter(([, field]) => !field.safeParse({ any: ['value'] }).success || !field.safeParse(7).success)
          .map(([field, schema]) => [field, wrongValue(schema)]),
      ),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(wrong, async (fields) => {
        fc.pre(Object.keys(fields).length > 0);
        const answer = await sendBody(hangar, { name, endpoint }, fields);
        // A message has room for some problems, and counts the others: objects of many unknown fields leave none for what follows.
        const isFull = /; and at least \d+ more\.$/.test((answer.json as { error: string }).error);
        expectError(answer, 'invalid_request', endpoint, ...(isFull ? [] : Object.keys(fields)));
      }),
      runs(6),
    );
    expect(hangar.errors).toEqual([]);
  });

  test.each(withBody)('$name names each missing and each unknown field', async (entry) => {
    const { endpoint } = entry;
    const hangar = await testEmulator({ ...TOUR_WORKSPACE, settings: { strict: true } });
    const shape = (endpoint.body as z.ZodObject).shape as Record<string, z.ZodType>;
    const required = Object.keys(shape).filter((field) => !shape[field]!.safeParse(undefined).success);
    expectError(
      await sendBody(hangar, entry, { whatIsThis: 1, andThis: null }),
      'invalid_request',
      endpoint,
      ...required.map((field) => `${field}: is required`),
      'whatIsThis: is not a known field',
      'andThis: is not a known field',
    );
  });

  test.each(withQuery.filter(({ endpoint }) => endpoint.access === 'emulator'))(
    'decision unknown-fields: $name refuses a query parameter that it does not know',
    async ({ endpoint }) => {
      const hangar = await start();
      const answer = await hangar.send(`${pathOf(endpoint)}?whatIsThis=1`, { method: endpoint.method });
      expectError(answer, 'invalid_request', endpoint, 'whatIsThis: is not a known query parameter');
    },
  );

  test.each(withQuery)('$name names each query parameter that breaks its schema', async ({ endpoint }) => {
    const hangar = await start();
    for (const [field, schema] of Object.entries<z.ZodType>(endpoint.query!.shape)) {
      const wrong = fc.string({ minLength: 1 }).filter((text) => !schema.safeParse(text).success);
      if (schema.safeParse('~').success && schema.safeParse('-1').success) continue;
      await fc.assert(
        fc.asyncProperty(wrong, async (text) => {
          const answer = await hangar.send(pathOf(endpoint, { query: { [field]: text } }), { method: endpoint.method });
          expectError(answer, 'invalid_request', endpoint, field);
        }),
        runs(4),
      );
    }
  });

  test.each(withQuery)('$name refuses a query parameter that is given twice, by name', async ({ endpoint }) => {
    const hangar = await start();
    const [field] = Object.keys(endpoint.query!.shape);
    const answer = await hangar.send(`${pathOf(endpoint)}?${field!}=1&${field!}=1`, { method: endpoint.method });
    expectError(answer, 'invalid_request', endpoint, field!, 'more than once');
  });

  test.each(withQuery.filter(({ endpoint }) => 'id' in endpoint.query!.shape || 'runID' in endpoint.query!.shape))(
    '$name with an unknown ID: 404',
    async ({ name, endpoint }) => {
      const hangar = await start();
      const query = { id: 'run20261120z4k2m9x0q7a', runID: 'run20261120z4k2m9x0q7a' };
      const { key } = endpoint.calledFrom === 'run' ? await TOUR[name]!(hangar.api, hangar.withKey) : {};
      const own = key === undefined ? {} : { key };
      const answer = await hangar.send(pathOf(endpoint, { query }), { method: endpoint.method, ...own });
      expectError(answer, 'not_found', endpoint, query.id);
    },
  );
});

const bodyTakers = callable.filter(({ endpoint }) => endpoint.body !== undefined && endpoint.bodyFormat !== 'bytes');

const brokenBodies: [what: string, body: string | Uint8Array, headers: Record<string, string>, code: ErrorCode][] = [
  ['broken JSON', '{"a": }', {}, 'invalid_request'],
  ['JSON that ends early', '{"a": [1, 2', {}, 'invalid_request'],
  ['two JSON values', '{} {}', {}, 'invalid_request'],
  ['JSON with comments', '{/* no */}', {}, 'invalid_request'],
  ['invalid UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d), {}, 'invalid_request'],
  ['101 levels of nesting', '['.repeat(101) + ']'.repeat(101), {}, 'invalid_request'],
  ['200,000 levels of nesting', '['.repeat(200_000), {}, 'invalid_request'],
  ['broken gzip', 'this is not gzip', { 'Content-Encoding': 'gzip' }, 'invalid_request'],
  ['gzip that ends early', gzipSync('{"a": 1}').subarray(0, 15), { 'Content-Encoding': 'gzip' }, 'invalid_request'],
  ['an unknown encoding', '{}', { 'Content-Encoding': 'br' }, 'unsupported_media_type'],
];

const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));

describe('decision body-any-content-type: a body that cannot be read', () => {
  test.each(bodyTakers)('$name answers the documented 4xx with the problem', async (entry) => {
    const hangar = await start();
    for (const [what, body, headers, code] of brokenBodies) {
      const answer = await sendBody(hangar, entry, body, headers);
      expect({ what, status: answer.status }).toEqual({ what, status: ERRORS[code].status });
      expectError(answer, code, entry.endpoint);
    }
    expect(hangar.errors).toEqual([]);
  });

  test.each(withBody)('$name refuses a body that is not an object', async (entry) => {
    const hangar = await start();
    for (const body of ['[]', '"text"', '5', 'null', 'true']) {
      expectError(await sendBody(hangar, entry, body), 'invalid_request', entry.endpoint, 'body: must be an object');
    }
  });

  test.each(bodyTakers.filter(({ endpoint }) => endpoint.maxBodyBytes === undefined))(
    '$name refuses a body over the limit, even when it is only over it once decompressed',
    async (entry) => {
      const hangar = await testEmulator({ ...TOUR_WORKSPACE, settings: { maxBodyBytes: 1000 } });
      const large = JSON.stringify({ text: 'x'.repeat(1000) });
      expectError(await sendBody(hangar, entry, large), 'payload_too_large', entry.endpoint, '1000 bytes');
      const zipped = await sendBody(hangar, entry, bomb, { 'Content-Encoding': 'gzip' });
      expectError(zipped, 'payload_too_large', entry.endpoint, '1000 bytes');
    },
  );
});

describe('decision errors: paths and methods', () => {
  const paths = [...new Set(endpoints.map(({ endpoint }) => endpoint.path))];

  test.each(paths)('%s answers 405 with the allowed methods, whatever else is wrong', async (path) => {
    const hangar = await start();
    const some = path.replace(/\{\w+\}/g, 'some');
    // `restart` may also be the slug of a rule.
    const isSame = (other: string) => other === path || other.replace(/\{id\}$/, 'restart') === path;
    const allowed = endpoints.filter(({ endpoint }) => isSame(endpoint.path)).map(({ endpoint }) => endpoint.method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (allowed.includes(method)) continue;
      const answer = await hangar.send(some, { method, key: null, ...(method === 'GET' ? {} : { body: '{broken' }) });
      expect(answer).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
      for (const each of allowed) expect(answer.headers['allow']).toContain(each);
    }
  });

  test('an unknown path answers 404 with JSON, or 400 when it cannot be normalised, before key and body are checked', async () => {
    const hangar = await start();
    // Not `webPath`, which takes seconds before its first value.
    const wrong = fc
      .array(fc.stringMatching(/^\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2}){0,12}$/))
      .map((segments) => segments.join(''))
      .filter((path) => !endpoints.some(({ endpoint }) => matches(endpoint.path, path)));
    const prefix = fc.constantFrom('/v0', '/v0/runs', '/_emulator', '/_emulator/nothing', '/v0/webhooks');
    await fc.assert(
      fc.asyncProperty(prefix, wrong, fc.constantFrom('GET', 'POST', 'DELETE'), async (start, path, method) => {
        const { pathname } = new URL(`http://h${start}${path}`);
        fc.pre(!endpoints.some(({ endpoint }) => matches(endpoint.path, pathname)));
        const expected = readTarget(pathname).problem === undefined ? NOT_FOUND : UNREADABLE;
        const answer = await hangar.send(start + path, { method, key: null, headers: { accept: 'text/html' } });
        expect(answer).toMatchObject(expected);
      }),
      runs(40),
    );
  });
});

const NOT_FOUND = { status: 404, json: { error: expect.any(String) as string, code: 'not_found' } };
const UNREADABLE = { status: 400, json: { error: expect.any(String) as string, code: 'invalid_request' } };

describe('no request whatsoever', () => {
  test.each(callable)('is answered by 5xx at $name', async ({ name, endpoint }) => {
    const hangar = await start();
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 4 }),
        fc.dictionary(fc.constantFrom('id', 'runID', 'limit', 'page', 'since', 'name', 'state'), fc.string()),
        fc.constantFrom('some', '__proto__', 'constructor', '%00', 'quick'),
        async (body, query, id) => {
          const fuzzed = typeof body === 'object' && body !== null ? body : JSON.stringify(body);
          const hasBody = endpoint.method !== 'GET';
          const params = Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((param) => [param, id]));
          const path = pathOf(endpoint, { params, query });
          const answer = await hangar.send(path, { method: endpoint.method, ...(hasBody ? { body: fuzzed } : {}) });
          expect({ name, internal: answer.status >= 500 }).toEqual({ name, internal: false });
        },
      ),
      runs(6),
    );
    expect(hangar.errors).toEqual([]);
  });
});

/** Values that a field refuses. */
function wrongValue(schema: z.ZodType): fc.Arbitrary<unknown> {
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>('', ' ', -1, 1.5, true, [], [null], { a: {} }, 'no such', 10 ** 12),
  );
  return values.filter((value) => !schema.safeParse(value).success);
}

function matches(pattern: string, path: string): boolean {
  const expression = new RegExp(`^${pattern.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
  return ['/v0', '/v0/runs', '/_emulator', '/_emulator/nothing', '/v0/webhooks', ''].some((start) =>
    expression.test(start + path),
  );
}
