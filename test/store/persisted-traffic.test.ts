import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sealJson } from '../../electron/emulator/store/state/sealed-line.ts';
import { TrafficFile } from '../../electron/emulator/store/traffic/traffic-file.ts';
import type { TrafficCall, TrafficEntry, TrafficRow } from '../../shared/contract/emulator/rows.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { startLive, type Live } from '../support/live.ts';
import { skipWithout } from '../support/needs.ts';
import { steps } from '../support/steps.ts';

let folder = '';
let live: Live | undefined;
const messages: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hangar-traffic-'));
  messages.length = 0;
});
afterEach(async () => {
  await live?.emulator.stop();
  live = undefined;
  rmSync(folder, { recursive: true });
});

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  apiKeys: [{ name: 'ours', key: 'tkn_ours' }],
  tasks: [
    { id: 'tskEcho', slug: 'echo', webhooks: { hook: { secret: 'hook-secret' } } },
    { slug: 'asks', behavior: steps({ do: 'prompt' }) },
  ],
};
const HOOK = '/v0/webhooks/default/tskEcho/hook-secret';

/** Starts on the folder of the test, after a stop of what ran there. */
async function start(more: Omit<AuthoredWorkspace, 'version'> = {}): Promise<Live> {
  await live?.emulator.stop();
  live = await startLive(
    { ...WORKSPACE, ...more },
    { data: folder, adminToken: 'the-admin-token-of-this-test', onMessage: (line) => messages.push(line) },
  );
  return live;
}

const ADMIN = { Authorization: 'Bearer the-admin-token-of-this-test' };

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(live!.emulator.url + path, {
    ...init,
    headers: { 'X-Service-API-Key': 'tkn_ours', ...(init.headers as Record<string, string> | undefined) },
  });
  await answer.arrayBuffer();
  return answer;
}

async function emulator<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${live!.emulator.url}/_emulator/${path}`, { method, headers: ADMIN, ...init });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function rows(search = ''): Promise<TrafficRow[]> {
  return (await emulator<{ entries: TrafficRow[] }>(`traffic${search}`)).entries;
}

/** The requests with both sides, and the attempts of their calls, without the times between these: they are not stored. */
async function entries(): Promise<TrafficEntry[]> {
  const list = await rows();
  const read = list.map(({ id }) => emulator<TrafficEntry & { call: TrafficCall }>(`traffic/${id}`));
  return (await Promise.all(read)).map(({ call: { attempts, verdict }, ...entry }) => ({
    ...entry,
    ...{ attempts: attempts.map(({ row }) => row.id), verdict },
  }));
}

const file = (): string => join(folder, 'traffic.jsonl');
const stored = (): string => (existsSync(file()) ? readFileSync(file(), 'utf8') : '');

describe('traffic in a data folder', () => {
  test('survives a restart with its IDs, its order and all that is known of each request', async () => {
    await start();
    await send('/v0/tasks/execute', { method: 'POST', body: '{"slug":"echo"}', headers: { 'Idempotency-Key': 'é' } });
    await send('/v0/tasks/execute', { method: 'POST', body: '{"slug":"echo"}', headers: { 'Idempotency-Key': 'é' } });
    await send('/v0/tasks/execute', { method: 'POST', body: '{"slug":"none","more":1}' });
    await send(HOOK, { method: 'POST', body: new Uint8Array([0xff, 0xfe, 0x00]) });
    await live!.emulator.faults.add({ slug: 'gone', kind: 'lose', times: 1, match: { operation: 'runs/list' } });
    await send('/v0/runs/list').catch(() => undefined);
    const note = 'é'.repeat(700_000);
    await send('/v0/tasks/execute', { method: 'POST', body: JSON.stringify({ slug: 'echo', paramValues: { note } }) });
    await send('/v0/nowhere?x=%20');
    await send('/v0/runs/list?limit=many');
    await expect.poll(async () => (await rows()).length).toBe(8);
    const first = await rows();
    await send(`/v0/runs/get?id=${first.find(({ runID }) => runID !== '')?.runID}`);
    const before = await entries();
    await start();
    const after = await entries();
    expect(after).toEqual(before);
    expect(before).toHaveLength(9);
    expect(
      before.map(({ row }) => [row.status, row.code, row.decision === '', row.webhook, row.fault?.slug]),
    ).toContainEqual([0, '', true, '', 'gone']);
    await send('/v0/runs/list');
    await start();
    const all = await rows();
    expect(all.map(({ id }) => id)).toEqual([all[0]!.id, ...before.map(({ row }) => row.id)]);
    expect((await rows(`?before=${all[0]!.id}`)).map(({ id }) => id)).toEqual(before.map(({ row }) => row.id));
    expect((await rows(`?before=${all[3]!.id}&limit=2`)).map(({ id }) => id)).toEqual([all[4]!.id, all[5]!.id]);
    expect(await rows('?before=trf00000000z9')).toEqual([]);
    expect((await rows('?webhook=tskEcho/hook')).map(({ webhook }) => webhook)).toEqual(['hook']);
    expect(messages).toEqual([]);
  });

  test('links runs to the request that made them, and sends requests of earlier starts with their key', async () => {
    await start();
    await send('/v0/tasks/execute', { method: 'POST', body: '{"slug":"echo"}', headers: { 'X-Odd': 'café' } });
    await send(HOOK, { method: 'POST', body: '{"a":1}' });
    await start();
    const [hook, executed] = await rows();
    const { row } = await emulator<{ row: { origin: object } }>(`runs/${executed!.runID}`);
    expect(row.origin).toEqual({ kind: 'api', trafficID: executed!.id, webhook: '' });
    for (const { id, runID } of [hook!, executed!]) {
      const sent = await emulator<{ id: string; status: number }>(`traffic/${id}/send`, 'POST', {});
      expect(sent.status).toBe(200);
      const { row: again, request } = await emulator<TrafficEntry>(`traffic/${sent.id}`);
      expect(again.runID).not.toBe(runID);
      expect(request).toMatchObject({ body: (await emulator<TrafficEntry>(`traffic/${id}`)).request.body });
    }
    expect(await live!.emulator.traffic.send(executed!.id)).toMatchObject({ status: 200 });
  });

  test('is for the user alone', async (context) => {
    skipWithout(context, 'POSIX');
    await start();
    await send('/v0/runs/list');
    await start();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test('has no cookies and no admin token', async () => {
    await start();
    await send('/v0/runs/list', { headers: { Cookie: 'session=of-a-browser', 'X-Kept': 'kept' } });
    await send('/v0/runs/list', { headers: { Authorization: ADMIN.Authorization } });
    await send('/v0/runs/list?token=the-admin-token-of-this-test');
    await start();
    const text = stored();
    expect(text).toContain('X-Kept');
    expect(text).not.toMatch(/of-a-browser|the-admin-token/);
    expect(await rows()).toHaveLength(1);
  });

  test('has no admin token in any spelling', async () => {
    await live?.emulator.stop();
    const adminToken = 'quoted"and\\slashed/token';
    live = await startLive(WORKSPACE, { data: folder, adminToken });
    const body = JSON.stringify({
      slug: 'echo',
      paramValues: { note: Buffer.from(`x${adminToken}`).toString('base64') },
    });
    await send('/v0/runs/list', { headers: { Authorization: `Bearer ${adminToken}` } });
    await send(`/v0/runs/list?token=${encodeURIComponent(adminToken)}`);
    await send('/v0/tasks/execute', { method: 'POST', body });
    await send('/v0/runs/list?limit=3');
    await live.emulator.stop();
    live = undefined;
    const kept = stored()
      .split('\n')
      .filter((line) => line.includes('/v0/'));
    expect(kept).toEqual([expect.stringContaining('limit=3')]);
  });

  test('is forgotten for good by DELETE, by a reset, and when none is to be kept', async () => {
    for (const forget of [() => emulator('traffic', 'DELETE'), () => emulator('reset', 'POST', {})]) {
      await start();
      await send('/v0/runs/list');
      await start();
      await send('/v0/runs/list');
      await forget();
      expect([await rows(), stored()]).toEqual([[], '']);
      await send('/v0/runs/list?limit=1');
      await start();
      expect((await rows()).map(({ query }) => query)).toEqual(['?limit=1']);
    }
    await start({ settings: { trafficEntries: 0 } });
    await send('/v0/runs/list');
    await expect.poll(stored).toBe('');
    expect(await rows()).toEqual([]);
  });

  test('is bounded: the newest entries are kept', async () => {
    await start({ settings: { trafficEntries: 100 } });
    for (let round = 0; round < 9; round++) {
      await Promise.all(Array.from({ length: 50 }, (_, n) => send(`/v0/runs/list?limit=${round * 50 + n}`)));
      if (round % 3 === 2) await start({ settings: { trafficEntries: 100 } });
    }
    const kept = await rows();
    expect(kept).toHaveLength(100);
    const limits = new Set(kept.map(({ query }) => Math.floor(Number(query.replace('?limit=', '')) / 50)));
    expect(limits).toEqual(new Set([7, 8]));
    await start({ settings: { trafficEntries: 2 } });
    expect((await rows()).map(({ id }) => id)).toEqual(kept.slice(0, 2).map(({ id }) => id));
  });

  test('goes on when its file was removed, and the state is not harmed', async () => {
    await start();
    await send('/v0/runs/list');
    await expect.poll(stored).not.toBe('');
    rmSync(file());
    await send('/v0/runs/list?limit=1');
    await expect.poll(stored).not.toBe('');
    await start();
    expect((await rows()).map(({ query }) => query)).toEqual(['?limit=1']);
  });

  test('stops with one warning while it cannot be written, and is whole once it can', async () => {
    await start();
    mkdirSync(file());
    for (let n = 0; n < 3; n++) {
      expect((await send(`/v0/runs/list?limit=${n}`)).status).toBe(200);
      await expect.poll(() => messages.length).toBe(1);
    }
    expect(messages[0]).toMatch(/Traffic is not kept until the disk can be written again: .*EISDIR/);
    // Longer than until the next try, which fails without a word.
    await pause(1500);
    rmdirSync(file());
    await expect.poll(stored).not.toBe('');
    await start();
    expect((await rows()).map(({ query }) => query)).toEqual(['?limit=2', '?limit=1', '?limit=0']);
    expect(messages).toHaveLength(1);
  });

  test('a start does not read it', async () => {
    await start();
    await send('/v0/runs/list');
    await start();
    appendFileSync(file(), 'damage\n');
    await send('/v0/runs/list');
    expect(messages).toEqual([]);
    expect(await rows()).toHaveLength(2);
    expect(messages).toEqual([expect.stringContaining('1 damaged line of the kept traffic')]);
  });
});

test('traffic in memory is kept nowhere', async () => {
  live = await startLive(WORKSPACE);
  await live.api.v0.runs.list({});
  await live.emulator.stop();
  live = undefined;
  expect(readdirSync(folder)).toEqual([]);
});

describe('a hostile file', () => {
  const line = (value: unknown): string => sealJson(JSON.stringify(value)).toString();

  async function writtenBy(...damage: ((path: string) => void)[]): Promise<TrafficRow[]> {
    await start();
    for (let n = 0; n < 5; n++) await send(`/v0/runs/list?limit=${n}`);
    await live!.emulator.stop();
    live = undefined;
    for (const harm of damage) harm(file());
    await start();
    return rows();
  }

  test('a torn last line is skipped, and what is written after it is read', async () => {
    const torn = (path: string): void => truncateSync(path, statSync(path).size - 30);
    expect(await writtenBy(torn)).toHaveLength(4);
    await send('/v0/runs/list?limit=9');
    await start();
    expect((await rows()).map(({ query }) => query)).toEqual([
      '?limit=9',
      '?limit=3',
      '?limit=2',
      '?limit=1',
      '?limit=0',
    ]);
  });

  test('truncation at any byte loses the cut lines only', async () => {
    await writtenBy();
    await live!.emulator.stop();
    live = undefined;
    const bytes = readFileSync(file());
    for (let size = 0; size < bytes.length; size += 37) {
      writeFileSync(file(), bytes.subarray(0, size));
      const values: unknown[] = [];
      for await (const value of new TrafficFile(file(), () => undefined).newestFirst()) values.push(value);
      const whole = bytes.subarray(0, size).toString('latin1').split('\n').length - 1;
      // The last line may lack its newline only.
      const found = values.filter((value) => value !== undefined).length;
      expect([Math.max(0, whole - 1), whole]).toContain(found);
    }
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no fields', {}],
    ['an ID that is none', { id: '../../x' }],
    ['a time beyond all', { at: 9e18 }],
    ['an endpoint that there is not', { endpoint: 'GET /v0/none' }],
    ['headers that are no texts', { headers: [1, 2] }],
    ['a million headers', { headers: Array.from({ length: 1_000_000 }, () => '') }],
    ['a body that is larger than its size', { request: { size: 1, text: 'abc' } }],
    ['a negative size', { request: { size: -1 } }],
    ['a name that is no name', JSON.parse('{"answerHeaders":{"__proto__":"a"}}')],
    ['a status that is none', { status: 1e6 }],
    ['a method with a line break', { method: 'GET\r\nX: y' }],
    ['a method that reaches no path', { method: 'CONNECT' }],
    ['a path with a line break', { path: '/v0/a\n\n###\nGET http://b/' }],
    ['another spelling with a line break', { sentAs: '/v0/a\r\nX: y' }],
    ['a query with a control character', { search: '?\u001b[2J' }],
    ['a header that would end its line', { headers: ['X-A', 'b\r\nX-Injected: c'] }],
    ['a name of a header that would end its line', { headers: ['X-A: b\r\nX-Injected', 'c'] }],
    ['a decision that there is not', { error: { message: '', code: '', decision: 'none' } }],
  ])('a line with %s is skipped and counted', async (_, change) => {
    const good = { id: 'trf0000abcdz1', at: 1, milliseconds: 1, method: 'GET', path: '/v0/runs/list', headers: [] };
    const whole = { ...good, status: 200, answerHeaders: {}, request: { size: 0 }, answer: { size: 0 } };
    const bad = change === null || Array.isArray(change) ? change : { ...whole, ...(change as object) };
    const isEmpty = change !== null && !Array.isArray(change) && Object.keys(change as object).length === 0;
    const add = (path: string): void =>
      appendFileSync(path, line(whole) + (bad === null ? 'null\n' : line(isEmpty ? {} : bad)));
    expect((await writtenBy(add)).map(({ id }) => id).filter((id) => id === good.id)).toEqual([good.id]);
    expect(await rows()).toHaveLength(6);
    expect(messages).toEqual([expect.stringContaining('1 damaged line')]);
  });

  test('a request that leads elsewhere is not sent', async () => {
    const base = { at: 1, milliseconds: 1, status: 200, answerHeaders: {}, request: { size: 0 }, answer: { size: 0 } };
    const forged = [
      { ...base, id: 'trf0z1', method: 'POST', path: '/_emulator/reset', headers: [] },
      { ...base, id: 'trf0z2', method: 'POST', path: '/v0/a', sentAs: '/_emulator/reset', headers: [] },
      { ...base, id: 'trf0z3', method: 'POST', path: '/v0/a', sentAs: '//127.0.0.1/_emulator/reset', headers: [] },
      { ...base, id: 'trf0z4', method: 'POST', path: '/v0/../_emulator/reset', headers: [] },
    ];
    await writtenBy((path) => appendFileSync(path, forged.map(line).join('')));
    const before = (await rows()).length;
    for (const { id } of forged)
      await expect(emulator(`traffic/${id}/send`, 'POST', {})).rejects.toThrow(/^400 .*invalid_request/);
    expect(await rows()).toHaveLength(before);
  });

  test('a huge line and noise are skipped; what else is there is read', async () => {
    await writtenBy((path) => appendFileSync(path, `${'x'.repeat(5_000_000)}\n\0\n{"crc":"00000000","a":1}\n`));
    expect(await rows()).toHaveLength(5);
    expect(messages.at(-1)).toContain('3 damaged lines');
  });

  test('a link in the place of the file is neither followed nor removed', async (context) => {
    skipWithout(context, 'POSIX');
    writeFileSync(join(folder, 'mine'), 'mine');
    symlinkSync(join(folder, 'mine'), file());
    await start();
    await send('/v0/runs/list');
    expect(await rows()).toHaveLength(1);
    await start();
    expect(await rows()).toHaveLength(0);
    expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('mine');
    expect(messages.join('\n')).toContain(file());
  });
});

describe('the file', () => {
  test('is not written in a folder that is not held', async () => {
    const log = new TrafficFile(file(), () => {
      throw new Error('taken over');
    });
    await expect(log.append(['{}'])).rejects.toThrow('taken over');
    await expect(log.clear()).rejects.toThrow('taken over');
    expect(existsSync(file())).toBe(false);
  });
});
