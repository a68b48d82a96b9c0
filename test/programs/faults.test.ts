import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { TrafficRow } from '../../shared/contract/emulator/rows.ts';
import type { FaultItem } from '../../shared/contract/emulator/rules.ts';
import type { AuthoredFault } from '../../shared/model/fault.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import type { RunningEmulator } from '../../electron/programs/library.ts';
import { inProcess } from '../support/in-process.ts';

const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  apiKeys: [
    { name: 'local', key: 'tkn_local' },
    { name: 'other', key: 'tkn_other' },
  ],
  tasks: [
    { slug: 'quick', parameters: [{ slug: 'amount', type: 'integer', constraints: { optional: true } }] },
    {
      slug: 'waits',
      behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 300 }] },
      webhooks: { hook: { secret: 's' } },
    },
  ],
};

const { launch } = inProcess();

async function start(...faults: AuthoredFault[]): Promise<RunningEmulator> {
  return launch({ workspace: { ...WORKSPACE, faults } });
}

interface Sent {
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

/** Sends a request; POST with a body. */
function send({ url }: RunningEmulator, path: string, { body, headers, method }: Sent = {}): Promise<Response> {
  return fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'X-Service-API-Key': 'tkn_local', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function execute(emulator: RunningEmulator, headers?: Record<string, string>, slug = 'quick'): Promise<Response> {
  return send(emulator, '/v0/tasks/execute', { body: { slug }, ...(headers === undefined ? {} : { headers }) });
}

async function runs(emulator: RunningEmulator): Promise<{ id: string; status: string }[]> {
  return ((await (await send(emulator, '/_emulator/runs')).json()) as { runs: { id: string; status: string }[] }).runs;
}

async function traffic(emulator: RunningEmulator): Promise<TrafficRow[]> {
  return ((await (await send(emulator, '/_emulator/traffic')).json()) as { entries: TrafficRow[] }).entries;
}

async function listed(emulator: RunningEmulator): Promise<FaultItem[]> {
  return ((await (await send(emulator, '/_emulator/faults')).json()) as { items: FaultItem[] }).items;
}

/** All that comes over a socket after a request, and how the connection ends. */
function raw(emulator: RunningEmulator, target = '/v0/tasks/execute', body = '{"slug":"quick"}') {
  const { port } = new URL(emulator.url);
  return new Promise<{ text: string; end: string; milliseconds: number }>((resolve) => {
    const startedAt = performance.now();
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    let end = 'closed';
    socket.on('data', (bytes) => (text += bytes.toString('latin1')));
    socket.on('error', (error: Error & { code?: string }) => (end = error.code ?? ''));
    socket.on('close', () => resolve({ text, end, milliseconds: performance.now() - startedAt }));
    socket.write(
      `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Service-API-Key: tkn_local\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
}

describe('each kind of fault over a socket', () => {
  test('error answers in the form of the service, before anything is executed', async () => {
    const emulator = await start({ slug: 'busy', kind: 'error', status: 429, retryAfterSeconds: 1.5, times: 1 });
    const answer = await execute(emulator);
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('x-hangar-fault')]).toEqual([
      ...[429, '2', 'busy'],
    ]);
    expect(await answer.json()).toEqual({ error: 'Too many requests; try again in 2 s.', code: 'rate_limited' });
    expect(await runs(emulator)).toEqual([]);
    const [row] = await traffic(emulator);
    expect(row).toMatchObject({ status: 429, code: 'rate_limited', fault: { slug: 'busy', kind: 'error' } });
    expect(row?.fault).not.toHaveProperty('instead');
  });

  test('error after the request is executed and kept', async () => {
    const emulator = await start({
      slug: 'late',
      kind: 'error',
      status: 503,
      code: 'down',
      message: 'No.',
      after: true,
    });
    const answer = await execute(emulator);
    expect([answer.status, await answer.json()]).toEqual([503, { error: 'No.', code: 'down' }]);
    expect(await runs(emulator)).toHaveLength(1);
    expect((await traffic(emulator))[0]).toMatchObject({ status: 503, fault: { instead: { status: 200 } } });
  });

  test('lose executes, and closes the connection without an answer; the same key gives the stored answer', async () => {
    const emulator = await start({ slug: 'lost', kind: 'lose', times: 1 });
    const headers = { 'Idempotency-Key': 'once' };
    await expect(execute(emulator, headers)).rejects.toThrow('fetch failed');
    expect((await traffic(emulator))[0]).toMatchObject({
      status: 0,
      fault: { kind: 'lose', instead: { status: 200 } },
    });
    const [made] = await runs(emulator);
    expect(await (await execute(emulator, headers)).json()).toEqual({ runID: made?.id, isCached: false });
    expect(await runs(emulator)).toHaveLength(1);
  });

  test('lose closes the connection, refuse resets it, and neither sends a byte', async () => {
    const lose = await start({ slug: 'a', kind: 'lose' });
    expect(await raw(lose)).toMatchObject({ text: '', end: 'closed' });
    const refuse = await start({ slug: 'a', kind: 'refuse', times: 5 });
    for (let i = 0; i < 5; i++) expect(await raw(refuse)).toMatchObject({ text: '', end: 'ECONNRESET' });
    expect(await runs(refuse)).toEqual([]);
    expect((await execute(refuse)).status).toBe(200);
    expect((await traffic(refuse))[1]).toMatchObject({ status: 0, fault: { slug: 'a', kind: 'refuse' } });
  });

  test('truncate sends the headers and a part of the body, then resets', async () => {
    const emulator = await start({ slug: 'cut', kind: 'truncate', fraction: 0.5 });
    const { text, end } = await raw(emulator);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    expect([end, body.length, head.includes('X-Hangar-Fault: cut')]).toEqual([
      'ECONNRESET',
      Math.floor(length / 2),
      true,
    ]);
    expect(await runs(emulator)).toHaveLength(1);
    const answer = await execute(emulator);
    await expect(answer.json()).rejects.toThrow();
  });

  test('truncate resets only what a client of the same process could read, however busy that is', async () => {
    const emulator = await start({ slug: 'cut', kind: 'truncate', fraction: 0.5 });
    let isOver = false;
    const work = (): void => {
      for (const until = performance.now() + 120; performance.now() < until;);
      if (!isOver) setImmediate(work);
    };
    work();
    const { end } = await raw(emulator);
    isOver = true;
    // Were the part and the reset read in one turn, Node would tell only the end.
    expect(end).toBe('ECONNRESET');
  });

  test('slow sends the whole answer at its speed', async () => {
    const emulator = await start({ slug: 'slow', kind: 'slow', bytesPerSecond: 200 });
    const startedAt = performance.now();
    const answer = await execute(emulator);
    expect(await answer.json()).toMatchObject({ isCached: false });
    expect(performance.now() - startedAt).toBeGreaterThan(200);
    expect(answer.headers.get('x-hangar-fault')).toBe('slow');
  });

  test('slow loses the answer of a client that does not wait for its end', async () => {
    const emulator = await start({ slug: 'slow', kind: 'slow', bytesPerSecond: 1, times: 1 });
    const url = `${emulator.url}/v0/tasks/execute`;
    const request = { method: 'POST', headers: { 'X-Service-API-Key': 'tkn_local' }, body: '{"slug":"quick"}' };
    const impatient = new AbortController();
    const answer = await fetch(url, { ...request, signal: impatient.signal });
    impatient.abort();
    await expect(answer.text()).rejects.toThrow();
    await emulator.waitFor({ for: 'request', status: 0 });
    expect((await fetch(url, request)).status).toBe(200);
    const [second, first] = await traffic(emulator);
    expect([first?.status, first?.fault?.instead]).toEqual([0, { status: 200 }]);
    expect(emulator.findings.list()).toMatchObject([{ rule: 'executed-twice', runIDs: [first?.runID, second?.runID] }]);
  });

  test('hang accepts, executes nothing, and resets after its time', async () => {
    const emulator = await start({ slug: 'hang', kind: 'hang', seconds: 0.3 });
    const { text, end, milliseconds } = await raw(emulator);
    expect([text, end, await runs(emulator)]).toEqual(['', 'ECONNRESET', []]);
    expect(milliseconds).toBeGreaterThan(290);
  });

  test('body answers as a proxy does', async () => {
    const emulator = await start({
      slug: 'proxy',
      kind: 'body',
      status: 502,
      contentType: 'text/html',
      text: '<h1>502</h1>',
    });
    const answer = await execute(emulator);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      ...[502, 'text/html', '<h1>502</h1>'],
    ]);
    expect(await runs(emulator)).toEqual([]);
  });

  test('run ends the run that the request made, at once or later', async () => {
    const emulator = await start(
      { slug: 'now', kind: 'run', message: 'Injected', times: 1 },
      { slug: 'soon', kind: 'run', status: 'Cancelled', afterSeconds: 2 },
    );
    const first = (await (await execute(emulator, {}, 'waits')).json()) as { runID: string };
    const second = (await (await execute(emulator, {}, 'waits')).json()) as { runID: string };
    const statusOf = async (id: string) => (await runs(emulator)).find((run) => run.id === id)?.status;
    expect([await statusOf(first.runID), await statusOf(second.runID)]).toEqual(['Failed', 'Active']);
    await expect.poll(() => statusOf(second.runID)).toBe('Cancelled');
    const { lines } = (await (await send(emulator, `/_emulator/runs/${first.runID}/logs`)).json()) as {
      lines: { text: string }[];
    };
    expect(lines.map(({ text }) => text)).toContain(
      'The fault "now" makes this run Failed, 0 s after it became Active.',
    );
    const outputs = await (await send(emulator, `/v0/runs/getOutputs?id=${first.runID}`)).json();
    expect(outputs).toEqual({ output: { error: 'Injected' } });
  });

  test('delay and slow combine with the next fault, and all are listed', async () => {
    const emulator = await start(
      { slug: 'first', kind: 'delay', seconds: 0.1 },
      { slug: 'second', kind: 'slow', bytesPerSecond: 1000 },
      { slug: 'third', kind: 'error', status: 500 },
      { slug: 'fourth', kind: 'lose' },
    );
    const answer = await execute(emulator);
    expect([answer.status, answer.headers.get('x-hangar-fault')]).toEqual([500, 'first,second,third']);
    await answer.text();
    expect((await traffic(emulator))[0]?.fault).toEqual({ slug: 'first,second,third', kind: 'delay,slow,error' });
    expect((await listed(emulator)).map(({ applied }) => applied)).toEqual([1, 1, 1, 0]);
  });

  test('a stop does not wait for answers that hang or trickle', async () => {
    const emulator = await start(
      { slug: 'hang', kind: 'hang', seconds: 600, times: 1 },
      { slug: 'slow', kind: 'slow', bytesPerSecond: 1 },
    );
    const hanging = raw(emulator);
    await expect.poll(async () => (await listed(emulator))[0]?.applied).toBe(1);
    const slow = raw(emulator);
    await expect.poll(async () => (await listed(emulator))[1]?.applied).toBe(1);
    const startedAt = performance.now();
    await emulator.stop();
    await Promise.all([hanging, slow]);
    // Connections that are waited for are closed after three seconds.
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});
