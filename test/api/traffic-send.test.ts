import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TrafficEntry, TrafficRow } from '../../shared/contract/emulator/rows.ts';
import { startLive, type Live } from '../support/live.ts';
import { sendRaw, type RawRequest } from '../support/raw-http.ts';
import { steps } from '../support/steps.ts';

const ECHO = { do: 'output', value: '{{ params.webhook_payload }}' } as const;
const HOOK = '/v0/webhooks/default/tskEcho/hook-secret';
let live: Live;

beforeAll(async () => {
  live = await startLive(
    {
      tasks: [
        { id: 'tskEcho', slug: 'echo', webhooks: { hook: { secret: 'hook-secret' } }, behavior: steps(ECHO) },
        { slug: 'quick', parameters: [{ slug: 'n', type: 'integer', constraints: { optional: true } }] },
      ],
    },
    { apiKey: 'tkn_exact' },
  );
});
afterAll(() => live.emulator.stop());
beforeEach(() => live.api.emulator.traffic.clear());

/** Sends a request byte by byte; gives its row. */
async function log(request: RawRequest): Promise<TrafficRow> {
  await sendRaw(Number(new URL(live.emulator.url).port), [request]);
  return newest();
}

async function newest(): Promise<TrafficRow> {
  const [row] = (await live.api.emulator.traffic.list()).entries;
  if (row === undefined) throw new Error('nothing was logged');
  return row;
}

function entry(id: string): Promise<TrafficEntry> {
  return live.api.emulator.traffic.get({ params: { id } });
}

/** The answer to a request to send again. */
async function again(id: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${live.emulator.url}/_emulator/traffic/${id}/send`, {
    method: 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** The payload that the task got from the webhook's request. */
async function received(id: string): Promise<{ headers: Record<string, string>; rawBody: string }> {
  const { runID } = (await entry(id)).row;
  const { output } = await live.api.v0.runs.getOutputs({ query: { id: runID } });
  return output as unknown as { headers: Record<string, string>; rawBody: string };
}

const EXECUTE: RawRequest = {
  method: 'POST',
  target: '/v0/tasks/execute?envSlug=default',
  headers: {
    'x-SERVICE-api-key': 'tkn_exact',
    Accept: ['a/b', 'c/d'],
    'X-Odd': 'caf\xe9',
    'Content-Type': 'text/plain',
  },
  body: ' {"slug" : "quick"}\n',
};

describe('a request that is sent again', () => {
  test('has the same method, target, headers in order and bytes, with the key that the log masks', async () => {
    const first = await log(EXECUTE);
    const { status, body } = await again(first.id);
    expect([status, body]).toEqual([200, { id: expect.stringMatching(/^trf/) as string, status: 200 }]);
    const [before, after] = [await entry(first.id), await entry(String(body['id']))];
    const withoutConnection = before.request.headers.filter(([name]) => !/^(connection|content-length)$/i.test(name));
    expect(after.request.headers.slice(0, withoutConnection.length)).toEqual(withoutConnection);
    expect(after.request).toMatchObject({ body: ' {"slug" : "quick"}\n', size: 20, truncated: false });
    const { method, path, query, caller, status: answered } = before.row;
    expect(after.row).toMatchObject({ method, path, query, caller, status: answered });
    expect(after.row.runID).toMatch(/^run/);
    expect(after.row.runID).not.toBe(before.row.runID);
    expect(after.request.headers).toContainEqual(['X-Hangar-Sent-For', 'replay']);
    const once = await again(String(body['id']));
    const names = (await entry(String(once.body['id']))).request.headers.map(([name]) => name);
    expect(names.filter((name) => name === 'X-Hangar-Sent-For')).toHaveLength(1);
    expect((await again(first.id, { headers: { 'x-hangar-sent-for': null } })).status).toBe(400);
  });

  test('keeps an Idempotency-Key, so that the first answer is repeated; another key is processed', async () => {
    const first = await log({ ...EXECUTE, headers: { ...EXECUTE.headers, 'Idempotency-Key': 'one' } });
    const repeated = await again(first.id);
    expect((await entry(String(repeated.body['id']))).row).toMatchObject({ replayOf: first.id, runID: first.runID });
    const other = await again(first.id, { headers: { 'idempotency-key': 'two' } });
    const { row } = await entry(String(other.body['id']));
    expect([row.replayOf, row.idempotencyKey, row.runID === first.runID]).toEqual(['', 'two', false]);
  });

  test('is sent in the spelling in which it came', async () => {
    const first = await log({ ...EXECUTE, method: 'GET', target: '/v0/runs/l%69st?limit=%31', body: '' });
    expect(first).toMatchObject({ path: '/v0/runs/list', status: 200 });
    const { body } = await again(first.id);
    expect((await entry(String(body['id']))).row).toMatchObject({
      path: '/v0/runs/list',
      query: '?limit=%31',
      status: 200,
    });
  });

  test('to a webhook reaches its secret URL and is signed anew over the exact bytes', async () => {
    const wire = Buffer.from('{ "order" : "é" }');
    const headers = { 'X-Sig': 'sha256=old', 'Content-Length': String(wire.length) };
    const first = await log({ method: 'POST', target: HOOK, headers, body: wire.toString('latin1') });
    const unsigned = await again(first.id);
    const signed = await again(first.id, { sign: { secret: 'tëst', header: 'x-sig' } });
    const changed = await again(first.id, { sign: { secret: 'tëst', header: 'X-New' }, body: { n: 1 } });
    const payloads = [];
    for (const { body } of [unsigned, signed, changed]) {
      const id = String(body['id']);
      await live.ended((await entry(id)).row.runID);
      payloads.push(await received(id));
    }
    const hmac = (data: Uint8Array | string) => `sha256=${createHmac('sha256', 'tëst').update(data).digest('hex')}`;
    expect(payloads.map(({ rawBody }) => Buffer.from(rawBody, 'base64'))).toEqual([wire, wire, Buffer.from('{"n":1}')]);
    expect(payloads.map(({ headers }) => [headers['X-Sig'], headers['X-New']])).toEqual([
      ['sha256=old', undefined],
      [hmac(wire), undefined],
      ['sha256=old', hmac('{"n":1}')],
    ]);
  });

  test('takes another body and headers, and leaves out those that are null', async () => {
    const first = await log(EXECUTE);
    const { body } = await again(first.id, {
      body: '{"slug":"none"}',
      headers: { ACCEPT: 'x/y', 'x-odd': null, 'X-More': 'z' },
    });
    expect(body).toMatchObject({ status: 404 });
    const sent = await entry(String(body['id']));
    const names = ['accept', 'x-odd', 'x-more'];
    expect(sent.request.body).toBe('{"slug":"none"}');
    expect(sent.request.headers.filter(([name]) => names.includes(name.toLowerCase()))).toEqual([
      ['ACCEPT', 'x/y'],
      ['X-More', 'z'],
    ]);
  });

  test('sends a decoded body without its Content-Encoding', async () => {
    const zipped = gzipSync('{"slug":"quick"}').toString('latin1');
    const first = await log({
      ...EXECUTE,
      headers: { ...EXECUTE.headers, 'Content-Encoding': 'gzip', 'Content-Length': String(zipped.length) },
      body: zipped,
    });
    expect(first).toMatchObject({ status: 200 });
    const { body } = await again(first.id);
    const { request } = await entry(String(body['id']));
    expect(body).toMatchObject({ status: 200 });
    expect(request.headers.map(([name]) => name.toLowerCase())).not.toContain('content-encoding');
  });

  test('meets the faults of the moment; status 0 when its answer is lost', async () => {
    const first = await log(EXECUTE);
    await live.emulator.faults.add({ slug: 'gone', kind: 'lose', times: 1, match: { operation: 'tasks/execute' } });
    const lost = await again(first.id);
    expect(lost).toMatchObject({ status: 200, body: { status: 0 } });
    expect((await entry(String(lost.body['id']))).row.fault).toMatchObject({ slug: 'gone', instead: { status: 200 } });
    live.emulator.faults.clear();
  });

  test('is sent from the library', async () => {
    const first = await log(EXECUTE);
    const sent = await live.emulator.traffic.send(first.id, { body: { slug: 'quick', paramValues: { n: 4 } } });
    expect(sent).toEqual({ id: (await newest()).id, status: 200 });
    await expect(live.emulator.traffic.send('trfnone')).rejects.toThrow(
      'The request "trfnone" is not in the traffic log.',
    );
    const wrong = { headers: { 'a b': 'c' } };
    await expect(live.emulator.traffic.send(first.id, wrong)).rejects.toThrow('send.headers.a b');
  });
});

describe('requests that cannot be sent again', () => {
  test('an unknown request is a 404', async () => {
    const { id } = await log(EXECUTE);
    for (const unknown of ['trf', `${id}0`, id.slice(0, -1), 'x'.repeat(5000)]) {
      const { status, body } = await again(unknown);
      expect([status, body['code']]).toEqual([404, 'not_found']);
    }
  });

  test('a body that is not kept whole, or was never read, is a 409; with another body it is sent', async () => {
    const note = 'x'.repeat(1024 * 1024);
    const long = await log({ ...EXECUTE, body: JSON.stringify({ slug: 'quick', paramValues: { note } }) });
    expect(long.status).toBe(200);
    const refused = await log({ ...EXECUTE, headers: { 'X-Service-API-Key': 'tkn_wrong' } });
    expect(refused.status).toBe(401);
    const [first, second] = [await again(long.id), await again(refused.id)];
    expect([first, second]).toMatchObject([
      { status: 409, body: { code: 'conflict', error: expect.stringContaining('1048576 of') as string } },
      { status: 409, body: { code: 'conflict', error: expect.stringContaining('was not read') as string } },
    ]);
    expect(await again(long.id, { body: { slug: 'quick' } })).toMatchObject({ status: 200, body: { status: 200 } });
  });

  test.each([
    ['a header of two lines', { headers: { 'X-A': 'b\r\nX-C: d' } }, 'headers.X-A'],
    ['a header beyond Latin-1', { headers: { 'X-A': '\u20ac' } }, 'headers.X-A'],
    ['a name that is none', { headers: { 'X A': 'b' } }, 'headers.X A'],
    ['a header of the connection', { headers: { 'content-LENGTH': '3' } }, 'headers.content-LENGTH'],
    ['a signature without a secret', { sign: { header: 'X-A' } }, 'sign.secret'],
    ['a signature in no header', { sign: { secret: 's', header: 'X-A\r\n' } }, 'sign.header'],
    ['an unknown field', { url: 'http://example.com' }, 'url'],
  ])('%s is a 400 that names it', async (_, change, name) => {
    const { id } = await log(EXECUTE);
    const { status, body } = await again(id, change);
    expect([status, body['code'], body['error']]).toEqual([400, 'invalid_request', expect.stringContaining(name)]);
    expect((await live.api.emulator.traffic.list()).entries).toHaveLength(1);
  });

  test('headers that are too large for the server are a 400', async () => {
    const { id } = await log(EXECUTE);
    const headers = Object.fromEntries(['A', 'B', 'C'].map((name) => [`X-${name}`, 'x'.repeat(15_000)]));
    const { status, body } = await again(id, { headers });
    expect([status, body['error']]).toEqual([400, expect.stringContaining('answered 431')]);
  });

  test('paths outside of /v0 are refused, also when only their spelling leads there', async () => {
    const port = Number(new URL(live.emulator.url).port);
    await sendRaw(port, [
      { method: 'POST', target: '/elsewhere' },
      { method: 'GET', target: '/v0/../_emulator/reset' },
    ]);
    const { entries } = await live.api.emulator.traffic.list();
    expect(entries.map(({ path }) => path)).toEqual(['/v0/../_emulator/reset', '/elsewhere']);
    for (const { id } of entries) {
      const { status, body } = await again(id);
      expect([status, body['error']]).toEqual([400, expect.stringContaining('Only requests below /v0')]);
    }
  });

  test('a Host and an Origin that were refused are refused again', async () => {
    const first = await log({ ...EXECUTE, headers: { ...EXECUTE.headers, Host: 'evil.example' } });
    const page = await log({ method: 'POST', target: HOOK, headers: { Origin: 'http://evil.example' }, body: '{}' });
    expect([first.status, page.status]).toEqual([403, 403]);
    expect(await again(first.id, { body: {} })).toMatchObject({ body: { status: 403 } });
    expect(await again(page.id, { body: {} })).toMatchObject({ body: { status: 403 } });
  });

  test('more than 64 unanswered ones are a 429', async () => {
    const { id } = await log({ ...EXECUTE, method: 'GET', target: '/v0/runs/list', body: '' });
    await live.emulator.faults.add({ slug: 'slow', kind: 'delay', seconds: 30, match: { operation: 'runs/list' } });
    const sent = Array.from({ length: 64 }, () => again(id).catch(() => undefined));
    await expect.poll(() => live.emulator.faults.list()[0]?.applied).toBe(64);
    const { status, body } = await again(id);
    expect([status, body['error']]).toEqual([429, expect.stringContaining('64 requests')]);
    live.emulator.faults.clear();
    await live.emulator.stop();
    await Promise.all(sent);
  });
});
