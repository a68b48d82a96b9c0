import { expect, test } from 'vitest';
import { mkdirSync, statSync, watch } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { builtProgram } from '../../support/built-program.ts';
import { isJsonObject } from '../../../shared/values/json.ts';
import { clientOf, serve, type Ready } from '../../support/program.ts';
import { steps } from '../../support/steps.ts';

const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  // Most of the file is gone again, so that it is rewritten every second.
  settings: { retainRuns: 100 },
  tasks: [
    {
      slug: 'heavy',
      concurrency: 1000,
      parameters: [{ slug: 'n', type: 'integer' }, { slug: 'note' }],
      behavior: steps({ do: 'log', text: 'n is {{ params.n }}' }, { do: 'output', value: { n: '{{ params.n }}' } }),
    },
  ],
};

/** Kept runs that are asked for after a kill. */
const ASKED = 80;

/** The moments of a rewrite at which the server is killed. `store/faults.test.ts` has every one, on a disk that fails. */
const MOMENTS: readonly (readonly [
  moment: string,
  shows: (state: string, before: number) => boolean,
  delay: number,
])[] = [
  ['has begun', (state) => inode(state, 'state.jsonl.new') !== undefined, 0],
  ['is under way', (state) => inode(state, 'state.jsonl.new') !== undefined, 5],
  ['is under way for longer', (state) => inode(state, 'state.jsonl.new') !== undefined, 20],
  ['has ended', (state, before) => inode(state, 'state.jsonl') !== before, 0],
  ['has ended a moment ago', (state, before) => inode(state, 'state.jsonl') !== before, 5],
];

function inode(state: string, name: string): number | undefined {
  return statSync(join(state, name), { throwIfNoEntry: false })?.ino;
}

const { dataWith, folder } = builtProgram();

/** Executes until the server is gone; notes what was answered. */
async function hammer({ url, apiKey }: Ready, told: Map<string, number>, first: number): Promise<void> {
  for (let n = first; ; n += 4) {
    const answer = await fetch(`${url}/v0/tasks/execute`, {
      method: 'POST',
      headers: { 'X-Service-API-Key': apiKey },
      body: JSON.stringify({ slug: 'heavy', paramValues: { n, note: 'x'.repeat(100_000) } }),
    }).catch(() => undefined);
    const body = answer && ((await answer.json().catch(() => ({}))) as { runID?: string });
    if (body?.runID === undefined) return;
    told.set(body.runID, n);
  }
}

/** Resolves when a moment shows; one may be too short to be seen, then a later one is. */
function reaching(state: string, shows: (state: string, before: number) => boolean): Promise<void> {
  const before = inode(state, 'state.jsonl') ?? 0;
  return new Promise((resolve) => {
    const look = (): void => {
      if (!shows(state, before)) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(state, look);
    look();
  });
}

/** Runs that were answered and are not as they were. Older ones may have been dropped. */
async function wrongRuns(ready: Ready, told: ReadonlyMap<string, number>): Promise<unknown[]> {
  const api = clientOf(ready).v0;
  const wrong: unknown[] = [];
  for (const [id, n] of [...told].slice(-ASKED)) {
    const { status, paramValues } = await api.runs.get({ query: { id } });
    const { output } = await api.runs.getOutputs({ query: { id } });
    const isRight = paramValues['n'] === n && ['Queued', 'Active', 'Succeeded'].includes(status);
    if (!isRight || (status === 'Succeeded' && !(isJsonObject(output) && output['n'] === n)))
      wrong.push({ id, n, status, output });
  }
  return wrong;
}

test('what a real Hangar has answered still holds when it is killed while it rewrites its file', async () => {
  const args = dataWith(WORKSPACE);
  const state = join(folder(), 'data', 'state');
  mkdirSync(state, { recursive: true });
  let server = await serve(args);
  for (const [moment, shows, delay] of MOMENTS) {
    const told = new Map<string, number>();
    const clients = [0, 1, 2, 3].map((n) => hammer(server.ready, told, n));
    await reaching(state, shows);
    await wait(delay);
    await server.stop('SIGKILL');
    await Promise.all(clients);
    server = await serve(args);
    expect([moment, await wrongRuns(server.ready, told), told.size > 0]).toEqual([moment, [], true]);
  }
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
});
