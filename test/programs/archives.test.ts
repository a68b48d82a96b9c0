import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningEmulator, startEmulator, type StartOptions } from '../../electron/programs/library.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { builtProgram } from '../support/built-program.ts';
import { run } from '../support/program.ts';

/** Every kind of file with everything as it was, opened at every place that opens one. */
const { home } = builtProgram();
let folder: string;
const started: RunningEmulator[] = [];

const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  apiKeys: [{ name: 'planted', key: 'tkn_planted_key_1' }],
  tasks: [
    {
      slug: 'greet',
      webhooks: ['sent'] as never,
      behavior: { kind: 'steps', steps: [{ do: 'output', value: { a: 1 } }] },
    },
    { slug: 'ask', behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'Go on?' }] } },
  ],
};

async function start(options: StartOptions): Promise<RunningEmulator> {
  const emulator = await startEmulator(options);
  started.push(emulator);
  return emulator;
}

async function call<Answer>({ url, apiKey }: RunningEmulator, path: string, body?: string | Buffer): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetch(url + path, {
    method,
    headers: { 'X-Service-API-Key': apiKey },
    ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

interface Found {
  readonly runs: readonly string[];
  readonly held: number;
  readonly tasks: readonly string[];
  readonly requests: readonly string[];
  readonly hooks: readonly string[];
}

/** The content of an emulator. */
async function found(emulator: RunningEmulator): Promise<Found> {
  const { runs } = await call<{ runs: { id: string }[] }>(emulator, '/v0/runs/list');
  const { entries } = await call<{ entries: { id: string; path: string }[] }>(emulator, '/_emulator/traffic');
  const { webhooks } = await call<{ webhooks: { url: string }[] }>(emulator, '/_emulator/webhooks');
  const { runs: held } = await call<{ runs: number }>(emulator, '/_emulator/release');
  return {
    ...{ runs: runs.map(({ id }) => id).sort(), held },
    tasks: emulator.workspace.current().tasks.map(({ slug }) => slug),
    requests: entries.filter(({ path }) => path === '/v0/tasks/execute').map(({ id }) => id),
    hooks: webhooks.map(({ url }) => new URL(url).pathname),
  };
}

/** The files of one emulator, by kind, and what it had. */
let before: Found;
const files: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hangar-archives-'));
  const data = join(folder, 'data');
  await writeFile(join(folder, 'workspace.json'), JSON.stringify(WORKSPACE));
  const first = await start({ workspace: join(folder, 'workspace.json'), data });
  await call(first, '/v0/tasks/execute', '{"slug":"greet"}');
  await call(first, '/v0/tasks/execute', '{"slug":"ask"}');
  await first.waitFor({ for: 'settled' });
  // Makes the secrets of webhooks.
  await found(first);
  await first.checkpoints.save('base');
  const save = async (name: string, bytes: Uint8Array | string): Promise<void> => {
    files[name] = join(folder, name);
    await writeFile(files[name], bytes);
  };
  const bytesOf = async (path: string): Promise<Buffer> =>
    Buffer.from(await (await fetch(first.url + path)).arrayBuffer());
  const exported = await bytesOf('/_emulator/export');
  await save('export.json', exported);
  await save('export.json.gz', gzipSync(exported));
  await save('failure.hangar-bundle', await bytesOf('/_emulator/bundle'));
  await save('base.json.gz', await readFile(join(data, 'checkpoints', 'checkpoint-base.json.gz')));
  await save('definitions.json', await bytesOf('/_emulator/export?state=false'));
  before = await found(first);
  await stopAll();
});
const stopAll = async (): Promise<void> => {
  for (const emulator of started.splice(0)) await emulator.stop();
};
afterEach(stopAll);
afterAll(() => rm(folder, { recursive: true }));

const KINDS = ['export.json', 'export.json.gz', 'failure.hangar-bundle', 'base.json.gz', 'definitions.json'] as const;

describe.each(KINDS)('%s', (kind) => {
  const hasState = kind !== 'definitions.json';
  const hasTraffic = kind === 'failure.hangar-bundle';

  /** Expects what the file has; an import keeps what it does not have. */
  async function expectOpened(emulator: RunningEmulator): Promise<void> {
    const now = await found(emulator);
    expect(now.tasks).toEqual(before.tasks);
    expect([now.runs, now.held]).toEqual(hasState ? [before.runs, 1] : [[], 0]);
    expect(now.requests).toEqual(hasTraffic ? before.requests : []);
    if (hasState && !hasTraffic) expect(now.hooks).toEqual(before.hooks);
  }

  test('is opened in memory, and lets nothing in it go on', async () => {
    const opened = await start({ bundle: files[kind] ?? '' });
    await expectOpened(opened);
  });

  test('is imported as it is, kept over a restart, and lets nothing in it go on', async () => {
    const data = join(folder, `data-${kind}`);
    const first = await start({ data });
    await call(first, '/_emulator/import?resume=false', await readFile(files[kind] ?? ''));
    await expectOpened(first);
    await first.stop();
    started.pop();
    await expectOpened(await start({ data }));
  });

  test('is imported by the command', async () => {
    const target = await start({});
    const args = ['import', files[kind] ?? '', '--url', target.url];
    const { code, stdout, stderr } = await run(args, { env: home() });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Imported');
    await expectOpened(target);
  });

  test('is replayed, or has nothing to send', async () => {
    const target = await start({ workspace: WORKSPACE });
    const args = ['replay', files[kind] ?? '', '--url', target.url, '--api-key', target.apiKey];
    const { code, stdout, stderr } = await run(args, { env: home() });
    if (hasTraffic) expect([code, stdout]).toEqual([0, 'Replayed 3 requests: no answer differs.\n']);
    else expect([code, stderr]).toEqual([2, `hangar: ${files[kind] ?? ''} has no request to /v0\n`]);
  });
});

test('a workspace file is opened and imported too, and the secrets of an export are in place', async () => {
  const opened = await start({ bundle: join(folder, 'workspace.json') });
  expect(opened.workspace.current().tasks.map(({ slug }) => slug)).toEqual(['greet', 'ask']);
  const whole = await start({ bundle: files['export.json'] ?? '' });
  expect(whole.workspace.current().apiKeys.map(({ key }) => key)).toEqual(['tkn_planted_key_1']);
  const { bundle } = await call<{ bundle: { omitted: { masked: object } } }>(whole, '/_emulator/info');
  expect(bundle.omitted.masked).toEqual({});
});

test('an import of a bundle replaces requests and findings, and one with a wrong request nothing', async () => {
  const target = await start({ workspace: WORKSPACE });
  await call(target, '/v0/tasks/execute', '{"slug":"greet"}');
  const own = await found(target);
  const bundle = execFileSync('gzip', ['-dc', files['failure.hangar-bundle'] ?? '']).toString();
  const content = JSON.parse(bundle) as { traffic: object[] };
  const wrong = JSON.stringify({ ...content, traffic: [...content.traffic, { id: '../x' }] });
  await expect(call(target, '/_emulator/import', wrong)).rejects.toThrow(
    /400 .*traffic\[\d+\] is not a logged request/,
  );
  expect((await found(target)).requests).toEqual(own.requests);
  expect((await found(target)).runs).toEqual(own.runs);
  await call(target, '/_emulator/import', bundle);
  expect((await found(target)).requests).toEqual(before.requests);
});
