import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunningEmulator, StartOptions } from '../../electron/programs/library.ts';
import { inProcess } from '../support/in-process.ts';

const { folder, launch } = inProcess();

const WORKSPACE = {
  version: 1,
  environments: [{ slug: 'prod', name: 'Production', default: true }],
  tasks: [
    { slug: 'quick', name: 'Quick', behavior: { kind: 'steps', steps: [{ do: 'output', value: { a: 1 } }] } },
    {
      slug: 'asks',
      name: 'Asks',
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'log', text: 'before' },
          { do: 'prompt', description: 'Go?' },
          { do: 'log', text: 'after' },
        ],
      },
    },
    { slug: 'waits', name: 'Waits', behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 60 }] } },
    {
      slug: 'scripted',
      name: 'Scripted',
      behavior: { kind: 'script', source: 'export default async ({ sleep }) => { await sleep(600_000); };' },
    },
    { slug: 'commanded', name: 'Commanded', behavior: { kind: 'command', command: ['sleep', '600'] } },
  ],
} as const;

type Body = Record<string, unknown>;

/** A client of one emulator. */
function clientOf({ url, apiKey }: RunningEmulator) {
  const call = async (method: string, path: string, body?: Body, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'X-Service-API-Key': apiKey, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, json: JSON.parse(text) as Body };
  };
  const save = (body: Body) => call('POST', '/_emulator/checkpoints', body);
  return {
    call,
    save,
    restore: (name: string) => call('POST', `/_emulator/checkpoints/${name}/restore`, {}),
    exported: async () => (await call('GET', '/_emulator/export')).text,
    execute: async (slug: string, headers: Record<string, string> = {}) => {
      const answer = await call('POST', '/v0/tasks/execute', { slug, paramValues: {} }, headers);
      return { ...answer, runID: String(answer.json['runID']) };
    },
    run: async (id: string) => (await call('GET', `/v0/runs/get?id=${id}`)).json,
    until: async (id: string, status: string) => {
      await expect.poll(async () => (await call('GET', `/v0/runs/get?id=${id}`)).json['status']).toBe(status);
    },
  };
}

async function start(options: StartOptions = {}) {
  const emulator = await launch({ workspace: WORKSPACE as never, ...options });
  return { emulator, ...clientOf(emulator) };
}

/** Changes and destroys what it can. */
async function breakEverything({ call, execute }: Awaited<ReturnType<typeof start>>): Promise<void> {
  await execute('quick');
  await call('POST', '/_emulator/reset', {});
  await execute('asks');
  await call('PUT', '/_emulator/clock', { state: 'running', speed: 100 });
  const imported = { version: 1, workspace: { version: 1, tasks: [WORKSPACE.tasks[0]] } };
  expect((await call('POST', '/_emulator/import', imported)).status).toBe(200);
  await execute('quick');
}

describe('a checkpoint', () => {
  test.each([['in memory'], ['in a folder']])('restores what an export shows to the byte, %s', async (where) => {
    const data = where === 'in memory' ? {} : { data: join(folder(), 'data') };
    const client = await start(data);
    const { save, restore, execute, until, exported, call } = client;
    await until((await execute('quick')).runID, 'Succeeded');
    const [asking, waiting] = [(await execute('asks')).runID, (await execute('waits')).runID];
    await expect.poll(async () => (await call('GET', '/_emulator/prompts')).text).toContain(asking);
    await until(waiting, 'Active');
    const before = await exported();
    expect((await save({ name: 'base' })).json).toMatchObject({ name: 'base', runs: 3, prompts: 1, problem: '' });
    for (let i = 0; i < 2; i++) {
      await breakEverything(client);
      expect(await exported()).not.toBe(before);
      expect(await restore('base')).toMatchObject({ status: 200, json: {} });
      expect(await exported()).toBe(before);
    }
    const [prompt] = (await call('GET', `/v0/prompts/list?runID=${asking}`)).json['prompts'] as { id: string }[];
    await call('POST', '/v0/prompts/submit', { id: prompt?.id, values: {} });
    await until(asking, 'Succeeded');
  });
});
