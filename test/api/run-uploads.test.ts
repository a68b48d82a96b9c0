import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { bundleOf } from '../support/bundles.ts';
import { type TestEmulator, testEmulator, type TestRequest } from '../support/emulator.ts';
import { HELD, heldRun } from '../support/held-run.ts';
import { startLive } from '../support/live.ts';

const PAGE = 'https://shop.example';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  tasks: [
    { slug: 'sends', behavior: HELD },
    { slug: 'reads', parameters: [{ slug: 'file', type: 'upload' }], behavior: HELD },
  ],
  settings: { maxBodyBytes: 1000 },
};

interface Made {
  readonly upload: { readonly id: string; readonly fileName: string; readonly sizeBytes: number; readonly url: string };
  readonly readOnlyURL: string;
  readonly writeOnlyURL: string;
}

let hangar: TestEmulator;
let key: string;
beforeEach(async () => {
  hangar = await testEmulator(WORKSPACE, { corsOrigins: [PAGE] });
  ({ key } = await heldRun(hangar.api, 'sends'));
});

async function create(body: object): Promise<{ status: number; json: Made & { error?: string } }> {
  const { status, json } = await hangar.send('/v0/uploads/create', { body, key });
  return { status, json: json as Made };
}

/** Sends a request without a key. */
function at(url: string, request: TestRequest = {}) {
  return hangar.send(url.replace(/^http:\/\/[^/]+/, ''), { key: null, ...request });
}

function put(url: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  return at(url, { method: 'PUT', body, headers });
}

describe('a file of a run', () => {
  test('is sent and read without a key, at URLs that end with its name', async () => {
    const { json: made } = await create({ fileName: 'report 1.csv', sizeBytes: 5 });
    const secrets = [made.readOnlyURL, made.writeOnlyURL].map((url) => new URL(url).pathname.split('/').slice(-2));
    expect(secrets).toEqual([
      [expect.stringMatching(/^tkn_\w{32}$/), 'report%201.csv'],
      [expect.stringMatching(/^tkn_\w{32}$/), 'report%201.csv'],
    ]);
    expect(secrets[0]?.[0]).not.toBe(secrets[1]?.[0]);
    expect(made.upload).toEqual({
      id: expect.stringMatching(/^upl/) as string,
      ...{ fileName: 'report 1.csv', sizeBytes: 5, url: made.readOnlyURL },
    });
    expect((await at(made.readOnlyURL)).status).toBe(404);
    expect(await put(made.writeOnlyURL, 'a,b,c', { 'content-type': 'text/csv' })).toMatchObject({
      status: 200,
      json: {},
    });
    expect(await at(made.readOnlyURL)).toMatchObject({
      status: 200,
      text: 'a,b,c',
      headers: { 'content-type': 'text/csv' },
    });
    expect((await put(made.writeOnlyURL, '1,2,3')).status).toBe(200);
    expect((await at(made.readOnlyURL)).text).toBe('1,2,3');
  });

  test('is the value of a parameter of type upload, and its URL works there without a key', async () => {
    const { json: made } = await create({ fileName: 'a.txt', sizeBytes: 2 });
    await put(made.writeOnlyURL, 'hi');
    const { json } = await hangar.send('/v0/tasks/execute', {
      body: { slug: 'reads', paramValues: { file: made.upload.id } },
      key,
    });
    expect(json).toMatchObject({ runID: expect.stringMatching(/^run/) as string });
  });

  test('survives a restart, with its URLs', async () => {
    const { json: made } = await create({ fileName: 'a.txt', sizeBytes: 2 });
    hangar = await hangar.restart();
    expect((await put(made.writeOnlyURL, 'hi')).status).toBe(200);
    expect((await at(made.readOnlyURL)).text).toBe('hi');
  });

  test('is 404 at any other URL', async () => {
    const { json: made } = await create({ fileName: 'a.txt', sizeBytes: 2 });
    const { json: other } = await create({ fileName: 'a.txt', sizeBytes: 2 });
    for (const { writeOnlyURL } of [made, other]) await put(writeOnlyURL, 'hi');
    const [id, otherID] = [made.upload.id, other.upload.id];
    const wrong = [
      made.readOnlyURL.replace(id, otherID),
      made.readOnlyURL.replace('/read/', '/write/'),
      made.writeOnlyURL.replace('/write/', '/read/'),
      made.readOnlyURL.replace(/a\.txt$/, 'b.txt'),
      made.readOnlyURL.replace(/tkn_\w+/, 'tkn_'),
      made.readOnlyURL.slice(0, -6),
      made.readOnlyURL.replace(/(tkn_\w+)\w/, '$1'),
    ];
    for (const url of wrong) {
      expect((await at(url)).status).toBeGreaterThanOrEqual(404);
      expect((await put(url, 'ho')).status).toBeGreaterThanOrEqual(404);
    }
    expect((await at(made.readOnlyURL)).text).toBe('hi');
  });

  test('is read below /_emulator only with the admin token, when there is one', async () => {
    hangar = await testEmulator(WORKSPACE, { adminToken: 'sesame' });
    const record = await hangar.ports.uploads.announce({ runID: 'run1', name: 'a.txt', size: 0 });
    await hangar.ports.uploads.fill(record, 'text/plain', noBytes());
    const headers = { authorization: 'Bearer sesame' };
    expect((await at(`/_emulator/uploads/${record.id}`)).status).toBe(401);
    expect((await at(`/_emulator/uploads/${record.id}`, { headers })).status).toBe(200);
    const stored = await hangar.ports.uploads.store({ name: 'b.txt', type: 'text/plain', bytes: new Uint8Array(1) });
    expect((await at(`/_emulator/uploads/${stored.id}`)).status).toBe(200);
  });

  test('never runs as a page, whatever its type', async () => {
    const { json: made } = await create({ fileName: 'a.html', sizeBytes: 5 });
    await put(made.writeOnlyURL, '<b>1<', { 'content-type': 'text/html' });
    expect((await at(made.readOnlyURL)).headers).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''a.html",
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  test('keeps its secrets out of Traffic, HAR and bundles', async () => {
    const { json: made } = await create({ fileName: 'a.txt', sizeBytes: 2 });
    await put(made.writeOnlyURL, 'hi');
    await at(made.readOnlyURL);
    const secrets = [made.readOnlyURL, made.writeOnlyURL].map((url) => new URL(url).pathname.split('/').at(-2) ?? '');
    const { entries } = await hangar.api.emulator.traffic.list();
    const whole = await Promise.all(entries.map(({ id }) => hangar.api.emulator.traffic.get({ params: { id } })));
    expect(whole.map(({ row }) => row.path).filter((path) => path.includes(made.upload.id))).toHaveLength(2);
    const texts = [JSON.stringify([entries, whole]), (await at('/_emulator/traffic.har')).text];
    texts.push(JSON.stringify((await bundleOf(hangar)).bundle));
    for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
  });
});

async function* noBytes(): AsyncGenerator<Uint8Array, void, undefined> {
  // An empty file.
}

describe('a name of a file', () => {
  test.each([
    ['a', 200],
    ['.env', 200],
    ['..a', 200],
    ['a b%20+&?#.txt', 200],
    ['Übersicht – 表.csv', 200],
    ['<script>.html', 200],
    ['x'.repeat(255), 200],
    ['ü'.repeat(127), 200],
    ['', 400],
    ['.', 400],
    ['..', 400],
    ['../a', 400],
    ['a/b', 400],
    ['a\\b', 400],
    ['a\u0000', 400],
    ['a\nb', 400],
    ['\u007f', 400],
    ['\ud800', 400],
    ['x'.repeat(256), 400],
    ['ü'.repeat(128), 400],
  ])('%j is %d', async (fileName, status) => {
    const made = await create({ fileName, sizeBytes: 1 });
    expect(made.status).toBe(status);
    if (status !== 200) {
      expect(made.json.error).toContain('fileName');
      return;
    }
    expect(decodeURIComponent(new URL(made.json.readOnlyURL).pathname.split('/').at(-1) ?? '')).toBe(fileName);
    expect((await put(made.json.writeOnlyURL, 'x')).status).toBe(200);
    expect((await at(made.json.readOnlyURL)).text).toBe('x');
  });
});

describe('wrong input', () => {
  test.each([
    [{ fileName: 'a', sizeBytes: -1 }, 400, 'sizeBytes'],
    [{ fileName: 'a', sizeBytes: 1.5 }, 400, 'sizeBytes'],
    [{ fileName: 'a', sizeBytes: 1001 }, 413, 'maxBodyBytes'],
    [{ fileName: 'a', sizeBytes: 1e300 }, 400, 'sizeBytes'],
  ])('%j is %d', async (body, status, text) => {
    expect(await create(body)).toMatchObject({ status, json: { error: expect.stringContaining(text) as string } });
  });

  test.each([
    ['too few bytes', 'abcd', {}, 400],
    ['too many bytes', 'abcdef', {}, 400],
    ['no bytes', '', {}, 400],
    ['another length in the headers', 'abcde', { 'content-length': '7' }, 400],
    ['an encoded file', 'abcde', { 'content-encoding': 'gzip' }, 415],
  ])('%s: nothing is stored', async (_what, body, headers, status) => {
    const { json: made } = await create({ fileName: 'a', sizeBytes: 5 });
    const answer = await put(made.writeOnlyURL, body, headers);
    expect({ status: answer.status, json: answer.json }).toMatchObject({
      status,
      json: { error: expect.any(String) as string },
    });
    expect((await at(made.readOnlyURL)).status).toBe(404);
    expect(hangar.errors).toEqual([]);
  });
});

describe('a page of another site', () => {
  test.each([
    ['that is not named', { origin: 'https://evil.example' }, 403],
    ['whose image it is', { 'sec-fetch-site': 'cross-site' }, 403],
    ['that --cors-origin names', { origin: PAGE }, 200],
  ])('%s gets %s', async (_what, headers, status) => {
    const { json: made } = await create({ fileName: 'a', sizeBytes: 2 });
    expect((await put(made.writeOnlyURL, 'hi', headers)).status).toBe(status);
    await put(made.writeOnlyURL, 'hi');
    const answer = await at(made.readOnlyURL, { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(status === 200 ? PAGE : undefined);
  });
});

test('a file that a user uploads is there after a restart', async () => {
  const data = mkdtempSync(join(tmpdir(), 'hangar-user-uploads-'));
  const first = await startLive(WORKSPACE, { data });
  const { id } = await first.api.emulator.uploads.create({ query: { name: 'a.txt' }, body: 'the bytes' });
  await first.emulator.stop();
  const { emulator } = await startLive(WORKSPACE, { data });
  const answer = await fetch(`${emulator.url}/_emulator/uploads/${id}`);
  expect([answer.status, await answer.json()]).toEqual([200, 'the bytes']);
  await emulator.stop();
});

test('a file is written to the disk as it arrives, and a broken connection leaves nothing', async () => {
  const data = mkdtempSync(join(tmpdir(), 'hangar-run-uploads-'));
  const settings = { maxBodyBytes: 200_000_000 };
  const { emulator, api } = await startLive({ ...WORKSPACE, settings }, { data });
  try {
    const { key: live } = await heldRun(api, 'sends');
    const size = 150_000_000;
    const answer = await fetch(`${emulator.url}/v0/uploads/create`, {
      method: 'POST',
      headers: { 'X-Service-API-Key': live },
      body: JSON.stringify({ fileName: 'large.bin', sizeBytes: size }),
    });
    const made = (await answer.json()) as Made;
    const folder = join(data, 'uploads');
    const sending = httpRequest(made.writeOnlyURL, { method: 'PUT' });
    const gone = new Promise<void>((resolve) => sending.on('error', () => resolve()));
    await new Promise<void>((resolve) => sending.write(Buffer.alloc(5_000_000), () => resolve()));
    await expect
      .poll(() => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.part')))
      .toBe(true);
    sending.destroy(new Error('gone'));
    await gone;
    await expect.poll(() => readdirSync(folder)).toEqual([]);

    const before = process.memoryUsage().arrayBuffers;
    const chunk = new Uint8Array(1_000_000);
    let most = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        sent += chunk.length;
        controller.enqueue(chunk);
        if (sent === size) controller.close();
      },
    });
    let sent = 0;
    const stored = await fetch(made.writeOnlyURL, { method: 'PUT', body, duplex: 'half' } as RequestInit);
    expect(stored.status).toBe(200);
    expect(readdirSync(folder)).toEqual([made.upload.id]);
    expect(most).toBeLessThan(size / 2);
    expect((await (await fetch(made.readOnlyURL)).arrayBuffer()).byteLength).toBe(size);
  } finally {
    await emulator.stop();
  }
});
