import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { RunningEmulator } from '../../../electron/programs/library.ts';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { inProcess } from '../../support/in-process.ts';
import { steps } from '../../support/steps.ts';

// Everything that a release stores, as it stored it, is opened by this version. While a version is not released, its files may still
// change: UPDATE_RELEASES=1 npx vitest run test/hardening/store/releases writes them anew. Those of a release never change again.

const RELEASES = fileURLToPath(new URL('../../store/releases', import.meta.url));
const CHANGELOG = fileURLToPath(new URL('../../../CHANGELOG.md', import.meta.url));

/** True to write the files of the version that is not released yet. */
const IS_UPDATE = process.env['UPDATE_RELEASES'] === '1';

/** The versions of CHANGELOG.md, newest first; the first may be one that is not released yet. */
const VERSIONS = Array.from(
  readFileSync(CHANGELOG, 'utf8').matchAll(/^## (\d+\.\d+\.\d+)(, not released yet)?/gm),
  ([, version = '', unreleased]) => ({ version, isReleased: unreleased === undefined }),
);

/** One of each thing that is stored. */
const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  environments: [{ slug: 'prod', default: true, config: { REGION: 'eu' } }],
  users: [{ email: 'ada@example.com', role: 'admin' }],
  groups: [{ slug: 'ops', members: ['ada@example.com'] }],
  apiKeys: [{ name: 'local', key: 'tkn_release', user: 'ada@example.com' }],
  resources: [{ slug: 'api', kind: 'rest', resource: { baseURL: 'http://localhost:1' } }],
  tasks: [
    {
      slug: 'refund',
      parameters: [{ slug: 'amount', type: 'integer' }],
      resources: { api: 'api' },
      webhooks: { paid: { secret: 'release-secret' } },
      behavior: steps({ do: 'log', text: 'paying' }, { do: 'output', value: { paid: '{{ params.amount ?? 0 }}' } }),
    },
    { slug: 'broken', behavior: steps({ do: 'fail', message: 'out of paper' }) },
    {
      slug: 'asks',
      behavior: steps({ do: 'prompt', description: 'Go on?', as: 'said' }, { do: 'output', value: { went: 'on' } }),
    },
  ],
  runbooks: [
    { slug: 'close', blocks: [{ slug: 'pay', kind: 'task', task: 'refund', paramValues: { amount: '{{ 5 }}' } }] },
  ],
  faults: [{ slug: 'never', kind: 'lose', enabled: false }],
  answers: [{ slug: 'never', enabled: false }],
  settings: { retainRuns: 500 },
};

const { folder: scratch, launch } = inProcess();

/** Sends a request with the key of the workspace; gives its JSON. */
async function call({ url }: RunningEmulator, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'X-Service-API-Key': 'tkn_release', 'Idempotency-Key': 'once' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(url + path, init)).json()) as Record<string, unknown>;
}

/** Makes what a release stores: a data folder with a checkpoint and traffic, a bundle and an export. */
async function store(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, 'workspace.json'), JSON.stringify(WORKSPACE, null, 2));
  // A frozen clock, which the state keeps: a repeated request is known for an hour.
  const emulator = await launch({ data, clock: { now: '2026-11-20T16:00:00Z', state: 'frozen' } });
  const { runID } = await call(emulator, '/v0/tasks/execute', { slug: 'refund', paramValues: { amount: 40 } });
  for (const slug of ['broken', 'asks'])
    await fetch(`${emulator.url}/v0/tasks/execute`, {
      method: 'POST',
      headers: { 'X-Service-API-Key': 'tkn_release' },
      body: JSON.stringify({ slug }),
    });
  await call(emulator, '/v0/runbooks/execute', { slug: 'close' });
  await emulator.waitFor({ for: 'run', runID: String(runID) });
  await emulator.waitFor({ for: 'settled' });
  await emulator.checkpoints.save('before');
  const files = { 'failure.hangar-bundle': '/_emulator/bundle', 'export.json': '/_emulator/export' };
  for (const [name, path] of Object.entries(files))
    writeFileSync(join(folder, name), new Uint8Array(await (await fetch(emulator.url + path)).arrayBuffer()));
  const state = await seen(emulator);
  await emulator.stop();
  writeFileSync(join(folder, 'expected.json'), `${JSON.stringify({ repeated: runID, seen: state }, null, 2)}\n`);
  for (const name of readdirSync(data)) if (/^(?:server\.json|.*lock.*)$/.test(name)) rmSync(join(data, name));
}

/** All that a client sees of the state. */
async function seen(emulator: RunningEmulator): Promise<object> {
  const { runs } = (await call(emulator, '/v0/runs/list')) as { runs: { id: string }[] };
  const each = async (path: string) => Promise.all(runs.map(async ({ id }) => call(emulator, `${path}?id=${id}`)));
  return {
    runs,
    outputs: await each('/v0/runs/getOutputs'),
    logs: await each('/v0/runs/getLogs'),
    prompts: await call(emulator, '/v0/prompts/list'),
    sessions: await call(emulator, '/v0/sessions/list'),
    definitions: emulator.workspace.current(),
  };
}

/** The run that a repeated request gets, by its key. */
async function repeated(emulator: RunningEmulator): Promise<unknown> {
  return (await call(emulator, '/v0/tasks/execute', { slug: 'refund', paramValues: { amount: 40 } }))['runID'];
}

test('every version of CHANGELOG.md has its stored files', () => {
  if (IS_UPDATE) return;
  expect(VERSIONS.length).toBeGreaterThan(0);
  expect(readdirSync(RELEASES).toSorted()).toEqual(VERSIONS.map(({ version }) => version).toSorted());
});

test.runIf(IS_UPDATE)('the version that is not released yet stores its files', async () => {
  const [newest] = VERSIONS;
  if (newest === undefined || newest.isReleased)
    throw new Error('each version has been released: its files stay as they are');
  await store(join(RELEASES, newest.version));
});

describe.each(IS_UPDATE ? [] : VERSIONS.filter(({ version }) => existsSync(join(RELEASES, version))))(
  'what $version stored',
  ({ version }) => {
    const folder = join(RELEASES, version);
    const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as {
      readonly repeated: string;
      readonly seen: { readonly runs: readonly object[] };
    };
    const messages: string[] = [];
    const listening = { onMessage: (line: string) => void messages.push(line) };

    test('is there when its data folder is opened, and goes on', async () => {
      const data = join(scratch(), 'data');
      cpSync(join(folder, 'data'), data, { recursive: true });
      const emulator = await launch({ data, ...listening });
      expect(await seen(emulator)).toEqual(expected.seen);
      expect(await repeated(emulator)).toBe(expected.repeated);
      expect(emulator.checkpoints.list().map(({ name }) => name)).toEqual(['before']);
      await emulator.checkpoints.restore('before');
      expect(await seen(emulator)).toEqual(expected.seen);
      expect(messages.filter((line) => /set aside|damaged|refused/i.test(line))).toEqual([]);
    });

    test('is there when its bundle or its export is opened', async () => {
      for (const name of ['failure.hangar-bundle', 'export.json']) {
        const emulator = await launch({ bundle: join(folder, name) });
        const { state } = (await (await fetch(`${emulator.url}/_emulator/export`)).json()) as {
          state: { kind: string }[];
        };
        expect(state.filter(({ kind }) => kind === 'run')).toHaveLength(expected.seen.runs.length);
      }
    });
  },
);
