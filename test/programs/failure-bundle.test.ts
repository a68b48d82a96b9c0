import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { BUNDLE_API_KEY } from '../../electron/emulator/compose/open-bundle.ts';
import type { RunningEmulator } from '../../electron/programs/library.ts';
import { SAMPLE_WORKSPACE } from '../../electron/emulator/compose/sample-workspace.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import type { BundleText } from '../support/bundles.ts';
import { builtProgram } from '../support/built-program.ts';
import { block } from '../support/docs.ts';
import { inProcess } from '../support/in-process.ts';
import { skipWithout } from '../support/needs.ts';
import { run, serve } from '../support/program.ts';
import { until } from '../support/until.ts';

const { folder, home } = builtProgram();
const { launch } = inProcess();

const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  tasks: [
    {
      slug: 'greet',
      parameters: [{ slug: 'name', name: 'Name', default: 'world' }],
      behavior: { kind: 'steps', steps: [{ do: 'output', value: { greeting: 'Hello, {{ params.name }}!' } }] },
    },
    { slug: 'ask', behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'Go on?' }] } },
  ],
};

async function call<Answer>({ url, apiKey }: RunningEmulator, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-Service-API-Key': apiKey, 'User-Agent': 'shop' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer;
}

async function saveBundle({ url }: RunningEmulator, name: string): Promise<string> {
  const path = join(folder(), `${name}.hangar-bundle`);
  await writeFile(path, Buffer.from(await (await fetch(`${url}/_emulator/bundle`)).arrayBuffer()));
  return path;
}

async function contentOf(path: string): Promise<BundleText> {
  return JSON.parse(gunzipSync(await readFile(path)).toString()) as BundleText;
}

/** Writes a bundle with some fields changed. */
async function changed(path: string, name: string, change: object): Promise<string> {
  const file = join(folder(), `${name}.hangar-bundle`);
  await writeFile(file, gzipSync(JSON.stringify({ ...(await contentOf(path)), ...change })));
  return file;
}

describe('a bundle', () => {
  test('shows run, request and finding when it is opened, and writes nothing', async () => {
    const first = await launch({ workspace: WORKSPACE, apiKey: 'tkn_first' });
    await first.faults.add({ slug: 'busy', match: { operation: 'sessions/list' }, kind: 'error', status: 503 });
    const { runID } = await call<{ runID: string }>(first, '/v0/tasks/execute', {
      slug: 'greet',
      paramValues: { name: 'Ada', nmae: 'x' },
    });
    const { runID: asking } = await call<{ runID: string }>(first, '/v0/tasks/execute', { slug: 'ask' });
    await first.waitFor({ for: 'settled' });
    await call(first, `/v0/runs/getOutputs?id=${runID}`);
    const findings = first.findings.list();
    expect(findings).toMatchObject([{ rule: 'dropped-values', runIDs: [runID] }]);
    const path = await saveBundle(first, 'opened');
    const files = await readdir(folder());
    const opened = await launch({ bundle: path });
    expect(opened.apiKey).toBe(BUNDLE_API_KEY);
    const found = await call(opened, `/v0/runs/get?id=${runID}`);
    expect(found).toMatchObject({ id: runID, status: 'Succeeded', paramValues: { name: 'Ada' } });
    expect(await call(opened, `/v0/runs/getOutputs?id=${runID}`)).toEqual({ output: { greeting: 'Hello, Ada!' } });
    expect(await call(opened, `/v0/runs/get?id=${asking}`)).toMatchObject({ status: 'Active' });
    const listed = opened.findings.list().filter(({ rule }) => rule === 'dropped-values');
    expect(listed.map(({ requestIDs, runIDs }) => ({ requestIDs, runIDs }))).toEqual(
      findings.map(({ requestIDs, runIDs }) => ({ requestIDs, runIDs })),
    );
    const request = await call<{ row: object }>(opened, `/_emulator/traffic/${findings[0]!.requestIDs[0]!}`);
    expect(request.row).toMatchObject({ path: '/v0/tasks/execute', runID });
    expect(opened.faults.list()).toMatchObject([{ slug: 'busy', source: 'runtime' }]);
    const { messages } = await call<{ messages: string[] }>(opened, '/_emulator/info');
    expect(messages.join('\n')).toMatch(/Opened the bundle .*: 2 runs, 3 requests, 1 finding;/);
    expect(messages.join('\n')).toMatch(/Omitted from the bundle: \d+ masked secrets?/);
    const made = await call<{ runID: string }>(opened, '/v0/tasks/execute', { slug: 'greet' });
    await opened.waitFor({ for: 'run', runID: made.runID, status: 'Succeeded' });
    const sandbox = await opened.sandbox();
    expect(sandbox.findings.list()).toEqual([]);
    expect(await readdir(folder())).toEqual(files);
  });

  test('runs no code when it is opened, unless that is asked for', async () => {
    const touched = join(folder(), 'touched');
    const touch = { slug: 'touch', behavior: { kind: 'command' as const, command: ['touch', touched] } };
    const first = await launch({ workspace: { version: 1, tasks: [touch] } });
    const { runID } = await call<{ runID: string }>(first, '/v0/tasks/execute', { slug: 'touch' });
    await first.waitFor({ for: 'run', runID, status: 'Succeeded' });
    await rm(touched);
    const path = await saveBundle(first, 'done');
    const { state } = await contentOf(path);
    const queued = state.map(({ kind, entity, ...rest }) =>
      kind === 'run'
        ? { kind, entity: { ...entity, status: 'Queued', activeAt: null, succeededAt: null, failedAt: null }, ...rest }
        : { kind, entity, ...rest },
    );
    const bundle = await changed(path, 'queued', { state: queued });
    const opened = await launch({ bundle });
    const { messages } = await call<{ messages: string[] }>(opened, '/_emulator/info');
    expect(messages.at(-1)).toMatch(/^1 unfinished run is held, since it came from a file/);
    await opened.clock.advance({ seconds: 3600 });
    expect(await call(opened, `/v0/runs/get?id=${runID}`)).toMatchObject({ status: 'Queued' });
    await opened.reset();
    expect(await call(opened, '/v0/runs/list')).toMatchObject({ runs: [] });
    expect(await readdir(folder())).not.toContain('touched');
    await serve(['--bundle', bundle, '--resume'], { env: home() });
    await until(async () => (await readdir(folder())).includes('touched'));
  });
});

test('hangar exec --bundle-on-failure writes none when all went well', async () => {
  const path = join(folder(), 'well.hangar-bundle');
  const args = ['exec', '--quiet', '--bundle-on-failure', path, '--', process.execPath, '-e', ''];
  expect((await run(args, { env: home() })).code).toBe(0);
  expect(await readdir(folder())).not.toContain('well.hangar-bundle');
});

test('the guide’s example: a failing suite leaves a bundle, whose requests are sent again', async () => {
  const cwd = folder();
  await writeFile(join(cwd, 'suite.mjs'), block('suite.mjs'));
  const words = (name: string): string[] => block(name).trim().split(' ').slice(2);
  expect(await run(words('bundle-exec'), { cwd, env: home() })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^hangar exec: wrote \S+; hangar serve --bundle opens it$/m),
  });
  const own = await launch({ workspace: SAMPLE_WORKSPACE, apiKey: 'tkn_local' });
  const args = words('bundle-replay').map((word) => word.replace('http://127.0.0.1:4100', own.url));
  expect(await run(args, { cwd, env: home() })).toMatchObject({
    code: 0,
    stdout: 'Replayed 2 requests: no answer differs.\n',
  });
});

describe('a file that is no good bundle is refused', () => {
  let good: string;
  beforeEach(async () => {
    const emulator = await launch({ workspace: WORKSPACE });
    await call(emulator, '/v0/tasks/execute', { slug: 'greet' });
    good = await saveBundle(emulator, 'good');
  });

  const stored = async (change: object): Promise<Record<string, unknown>[]> =>
    (await contentOf(good)).traffic.map((entry) => ({ ...entry, ...change }));

  test.each<[string, () => object | Promise<object>, RegExp]>([
    ['a newer version', () => ({ version: 2 }), /was made by a newer Hangar \(version 2 of the format\)/],
    ['another file', () => ({ file: 'other' }), /is not a bundle or export: file:/],
    ['a wrong type', () => ({ traffic: {} }), /is not a bundle or export: traffic:/],
    ['no definitions', () => ({ definitions: [] }), /is not a bundle or export: definitions: must be a workspace/],
    ['definitions that are none', () => ({ definitions: { version: 1, tasks: 5 } }), /cannot be opened: .*tasks/],
    ['a record of an unknown kind', () => ({ state: [{ kind: 'x', entity: {} }] }), /cannot be opened: state\[0\]/],
    [
      'an ID like a path',
      () => ({ state: [{ kind: 'upload', entity: { id: '../../etc', name: 'a', type: 'b', size: 1, createdAt: 1 } }] }),
      /cannot be opened: state\[0\]\.entity\.id/,
    ],
    [
      'a request without an ID',
      async () => ({ traffic: await stored({ id: '../x' }) }),
      /traffic\[0\] is not a logged/,
    ],
    [
      'a number of bytes below the body',
      async () => ({ traffic: await stored({ answer: { size: 1, text: 'long' } }) }),
      /traffic\[0\]/,
    ],
    [
      'too many requests',
      () => ({ traffic: Array.from({ length: 100_001 }, () => 0) }),
      /is not a bundle or export: traffic:/,
    ],
    [
      'a creation at no time',
      () => ({ createdAt: 'yesterday' }),
      /is not a bundle or export: createdAt: must be a time/,
    ],
    [
      'countless kinds of secrets',
      () => ({
        omitted: {
          masked: Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, 1])),
          cut: { bodies: 0, texts: 0 },
          leftOut: { uploads: 0, secrets: 0, requests: 0, sandboxes: 0 },
        },
      }),
      /is not a bundle or export: omitted\.masked: must have at most 20 kinds/,
    ],
    ['a finding that names a path', () => ({ findings: [{ id: '../x' }] }), /is not a bundle or export: findings\.0/],
  ])('%s', async (name, change, message) => {
    const path = await changed(good, name.replaceAll(' ', '-'), await change());
    await expect(launch({ bundle: path })).rejects.toThrow(message);
  });

  test.each<[string, (path: string) => Promise<void> | void, RegExp]>([
    ['no file', () => undefined, /The bundle cannot be read: ENOENT/],
    ['an empty file', (path) => writeFile(path, ''), /is not a bundle/],
    ['text', (path) => writeFile(path, 'hello'), /is not a bundle or export: its text is not valid JSON/],
    ['bytes', (path) => writeFile(path, Buffer.from([0xff, 0xfe, 0xff])), /its text is not UTF-8/],
    [
      'a torn file',
      async (path) => writeFile(path, (await readFile(good)).subarray(0, 500)),
      /is damaged: unexpected end/,
    ],
  ])('%s', async (name, make, message) => {
    const path = join(folder(), `hostile-${name.replaceAll(' ', '-')}.hangar-bundle`);
    await make(path);
    await expect(launch({ bundle: path })).rejects.toThrow(message);
  });

  test('a named pipe and a device', async (context) => {
    skipWithout(context, 'POSIX');
    const pipe = join(folder(), 'pipe.hangar-bundle');
    execFileSync('mkfifo', [pipe]);
    await expect(launch({ bundle: pipe })).rejects.toThrow('is a named pipe; a regular file is needed');
    await expect(launch({ bundle: '/dev/zero' })).rejects.toThrow('is a device; a regular file is needed');
  });

  test('other hosts, and other sources of definitions', async () => {
    const own = { bundle: good, host: '0.0.0.0', adminToken: 'sixteen-letters!' };
    await expect(launch(own)).rejects.toThrow('is served on loopback only');
    await expect(launch({ bundle: good, workspace: WORKSPACE })).rejects.toThrow('definitions and a state of its own');
    const flags = ['serve', '--bundle', good, '--port', '0'];
    expect(await run([...flags, '--data', folder()], { env: home() })).toMatchObject({ code: 2 });
    const { code, stderr } = await run([...flags, '--host', '0.0.0.0', '--admin-token', 'sixteen-letters!'], {
      env: home(),
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('since its keys can be guessed')]);
  });
});
