import { expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/values/json.ts';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { builtProgram } from '../../support/built-program.ts';
import { skipWithout } from '../../support/needs.ts';
import { childOf, IN_OWN_NAMESPACE } from '../../support/pid-namespace.ts';
import { clientOf, serve, type Ready } from '../../support/program.ts';
import { steps } from '../../support/steps.ts';
import { until } from '../../support/until.ts';

/** Data folders that go away, in whole or in part, while Hangar uses them. */

const KEY = 'tkn_lost';
const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  tasks: [
    { slug: 'quick', behavior: steps({ do: 'output', value: { kept: true } }) },
    { slug: 'touch', behavior: { kind: 'command', command: ['touch', 'started'] } },
  ],
};
const ADVICE =
  'Nothing can be saved. Reads still work: save what you need with GET /_emulator/export, then restart Hangar.';

const { dataWith, folder } = builtProgram();

const data = (...names: string[]): string => join(folder(), 'data', ...names);
const args = (): string[] => [...dataWith(WORKSPACE), '--api-key', KEY];

async function start() {
  const served = await serve(args());
  const { runID } = await clientOf(served.ready).v0.tasks.execute({ body: { slug: 'quick' } });
  await outputOf(served.ready, runID);
  return { ...served, runID };
}

/** The output of a run, once it has one. */
function outputOf(ready: Ready, id: string): Promise<unknown> {
  const { runs } = clientOf(ready).v0;
  return until(async () => {
    const { output } = await runs.getOutputs({ query: { id } });
    return (output as JsonObject)['kept'];
  });
}

async function execute(url: string, slug = 'quick'): Promise<{ status: number; error?: string; runID?: string }> {
  const answer = await fetch(`${url}/v0/tasks/execute`, {
    method: 'POST',
    headers: { 'X-Service-API-Key': KEY },
    body: JSON.stringify({ slug }),
  });
  return { status: answer.status, ...((await answer.json()) as { error?: string; runID?: string }) };
}

const WAYS: readonly [how: string, takeAway: () => void, said: () => string][] = [
  ['the whole folder', () => rmSync(data(), { recursive: true }), () => `The data folder ${data('state')} was removed`],
  [
    'the whole folder, and an empty one is put in its place',
    () => {
      rmSync(data(), { recursive: true });
      mkdirSync(data('state'), { recursive: true });
    },
    () => `The lock file ${data('state', 'lock')} was removed`,
  ],
  [
    'only the files of the state',
    () => readdirSync(data('state')).forEach((name) => rmSync(data('state', name))),
    () => `The lock file ${data('state', 'lock')} was removed`,
  ],
  [
    'only the journal',
    () => rmSync(data('state', 'state.jsonl')),
    () => `${data('state', 'state.jsonl')} was removed or replaced`,
  ],
  [
    'the journal, and a copy is put in its place',
    () => {
      copyFileSync(data('state', 'state.jsonl'), data('copy'));
      renameSync(data('copy'), data('state', 'state.jsonl'));
    },
    () => `${data('state', 'state.jsonl')} was removed or replaced`,
  ],
];

test.each(WAYS)('when somebody removes %s, writes are refused and say so; reads go on', async (_, takeAway, said) => {
  const { ready, runID, printed, stop } = await start();
  takeAway();
  const reason = `${said()} while Hangar was using it. ${ADVICE}`;
  const refused = await execute(ready.url);
  expect(refused.status).toBe(500);
  expect(refused.error).toContain(reason);
  const api = clientOf(ready);
  // Refused before anything is done: nothing is started that nobody will know of.
  const writes = [
    execute(ready.url, 'touch').then(({ error }) => error),
    api.v0.runs.cancel({ body: { runID } }).catch(String),
    api.emulator.definitions.tasks.create({ body: { slug: 'more' } }).catch(String),
    api.emulator.reset({ body: {} }).catch(String),
    api.emulator.uploads.create({ query: { name: 'a.txt' }, body: new TextEncoder().encode('a') }).catch(String),
  ];
  for (const outcome of await Promise.all(writes)) expect(outcome).toContain(reason);
  expect(await api.v0.runs.getOutputs({ query: { id: runID } })).toEqual({ output: { kept: true } });
  expect(JSON.stringify(await api.emulator.export({ query: {} }))).toContain(runID);
  // A client's mistake is still one.
  const mistake = { method: 'POST', headers: { 'X-Service-API-Key': KEY }, body: '{"slug": 5}' };
  expect((await fetch(`${ready.url}/v0/tasks/execute`, mistake)).status).toBe(400);
  expect(existsSync(join(folder(), 'started'))).toBe(false);
  const ended = await stop();
  expect([ended.code, printed.stdout.split(reason).length - 1]).toEqual([0, 1]);
});

test('a folder that goes away is said soon, also when nobody writes', async () => {
  const { printed } = await start();
  rmSync(data(), { recursive: true });
  await until(() => printed.stdout.includes(`The data folder ${data('state')} was removed`));
  expect(existsSync(data())).toBe(false);
});

test('a folder that comes back is used again, and nothing that was acknowledged is lost', async () => {
  const { ready, runID, stop } = await start();
  renameSync(data(), data('..', 'away'));
  expect(await execute(ready.url)).toMatchObject({ status: 500 });
  renameSync(data('..', 'away'), data());
  const { status, runID: later = '' } = await execute(ready.url);
  expect([status, await outputOf(ready, later)]).toEqual([200, true]);
  await stop('SIGKILL');
  const again = await serve(args());
  expect([await outputOf(again.ready, runID), await outputOf(again.ready, later)]).toEqual([true, true]);
});

test('after a restart a folder that was removed is made anew', async () => {
  const { ready, stop } = await start();
  rmSync(data(), { recursive: true });
  expect(await execute(ready.url)).toMatchObject({ status: 500 });
  await stop();
  const again = await serve(args());
  expect(await execute(again.ready.url)).toMatchObject({ status: 200 });
  expect((await again.stop()).stderr).toBe('');
});

test('a workspace file that is removed is written again with the next change', async () => {
  const { ready } = await start();
  const file = join(folder(), 'workspace.json');
  rmSync(file);
  await clientOf(ready).emulator.definitions.tasks.create({ body: { slug: 'more' } });
  expect(existsSync(file)).toBe(true);
});

test('a server that was suspended while another one in another PID namespace took its folder refuses to write', async (context) => {
  skipWithout(context, 'PID namespaces');
  const { ready: first, child } = await serve(args(), { before: IN_OWN_NAMESPACE });
  const { runID = '' } = await execute(first.url);
  await outputOf(first, runID);
  const inner = childOf(child.pid ?? 0);
  process.kill(inner, 'SIGSTOP');
  const second = await serve(args());
  expect(second.printed.stdout).toContain('waiting 6 seconds to see whether it is still alive');
  process.kill(inner, 'SIGCONT');
  const refused = await execute(first.url);
  expect([refused.status, refused.error]).toEqual([
    500,
    expect.stringContaining(`The data folder ${data('state')} was taken over by another Hangar (pid `),
  ]);
  expect([await outputOf(first, runID), await outputOf(second.ready, runID)]).toEqual([true, true]);
  expect(await execute(second.ready.url)).toMatchObject({ status: 200 });
});
