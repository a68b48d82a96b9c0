import { expect, test } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { builtProgram } from '../../support/built-program.ts';
import { clientOf, serve, type Ready } from '../../support/program.ts';
import { steps } from '../../support/steps.ts';

const ROUNDS = 50;
const KEY = 'tkn_kill';

/** Quick tasks, one that asks, one that executes others, one that waits across kills, and a runbook. */
const workspace: AuthoredWorkspace = {
  version: 1,
  tasks: [
    {
      slug: 'quick',
      concurrency: 1000,
      parameters: [{ slug: 'n', type: 'integer' }],
      behavior: steps({ do: 'log', text: 'n is {{ params.n }}' }, { do: 'output', value: { n: '{{ params.n }}' } }),
    },
    {
      slug: 'asks',
      concurrency: 1000,
      behavior: steps(
        { do: 'prompt', description: 'Go on?', parameters: [{ slug: 'why', default: 'just so' }], as: 'answer' },
        { do: 'output', value: { why: '{{ answer.values.why }}' } },
      ),
    },
    {
      slug: 'parent',
      concurrency: 1000,
      parameters: [{ slug: 'n', type: 'integer' }],
      behavior: steps(
        { do: 'wait', seconds: 0.05 },
        { do: 'execute', task: 'quick', paramValues: { n: '{{ params.n }}' }, as: 'child' },
        { do: 'wait', seconds: 0.05 },
        { do: 'output', value: '{{ child.output }}' },
      ),
    },
  ],
  runbooks: [
    {
      slug: 'book',
      blocks: [
        { slug: 'first', kind: 'task', task: 'quick', paramValues: { n: 1 } },
        { slug: 'second', kind: 'task', task: 'parent', paramValues: { n: '{{ first.output.n + 1 }}' } },
      ],
    },
  ],
};

const { dataWith } = builtProgram();

type Api = ReturnType<typeof clientOf>['v0'];

/** The answers to clients in all rounds. */
class Told {
  /** The expected output of each run, by ID. */
  readonly outputs = new Map<string, unknown>();
  /** Runs that were seen to have succeeded. */
  readonly succeeded = new Set<string>();
  readonly sessions = new Set<string>();
  /** Runs by the idempotency key that made them. */
  readonly byKey = new Map<string, string>();
  readonly submitted = new Set<string>();
  readonly cancelled = new Set<string>();
  /** Slugs of resources that were created, by ID. */
  readonly resources = new Map<string, string>();
}

/** One client that does everything, until its server is gone; all that it notes was answered. */
async function hammer(ready: Ready, told: Told, name: string): Promise<void> {
  const api = clientOf(ready).v0;
  for (let n = 0; ; n++) {
    const idempotencyKey = `${name}-${n}`;
    const quick = await executeOnce(ready, idempotencyKey, n);
    told.byKey.set(idempotencyKey, quick);
    told.outputs.set(quick, { n });
    await noteSucceeded(api, told, quick);
    const { runID: parent } = await api.tasks.execute({ body: { slug: 'parent', paramValues: { n } } });
    told.outputs.set(parent, { n });
    if (n % 3 === 0) told.sessions.add((await api.runbooks.execute({ body: { slug: 'book' } })).sessionID);
    const { runID: asking } = await api.tasks.execute({ body: { slug: 'asks' } });
    if (n % 3 === 2) await cancel(api, told, asking);
    else told.outputs.set(asking, { why: 'just so' });
    if (n % 3 === 1) await submitPromptOf(api, told, asking);
    if (n % 3 === 0) await createResource(api, told, `${name}_${n}`);
  }
}

/** A client's work ends when the connection breaks; any answer that it did not expect is a fault. */
function assertGone(error: unknown): void {
  if (!(error instanceof TypeError)) throw error;
}

async function executeOnce(ready: Ready, idempotencyKey: string, n: number): Promise<string> {
  const answer = await fetch(`${ready.url}/v0/tasks/execute`, {
    method: 'POST',
    headers: { 'X-Service-API-Key': ready.apiKey, 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify({ slug: 'quick', paramValues: { n } }),
  });
  const { runID } = (await answer.json()) as { runID?: string };
  if (runID === undefined) throw new Error(`answered ${answer.status} without a run`);
  return runID;
}

async function noteSucceeded(api: Api, told: Told, id: string): Promise<void> {
  if ((await api.runs.get({ query: { id } })).status === 'Succeeded') told.succeeded.add(id);
}

async function submitPromptOf(api: Api, told: Told, runID: string): Promise<void> {
  const { prompts } = await api.prompts.list({ query: { runID } });
  for (const { id } of prompts) {
    await api.prompts.submit({ body: { id, values: {} } });
    told.submitted.add(id);
  }
}

async function cancel(api: Api, told: Told, runID: string): Promise<void> {
  await api.runs.cancel({ body: { runID } });
  told.cancelled.add(runID);
}

async function createResource(api: Api, told: Told, slug: string): Promise<void> {
  const { id } = await api.resources.create({ body: { slug, kind: 'slack', resource: { accessToken: 'x' } } });
  told.resources.set(id, slug);
}

/** The answers to a client that no longer hold. */
async function broken(ready: Ready, told: Told): Promise<string[]> {
  const { v0: api, emulator } = clientOf(ready);
  const found: string[] = [];
  const runs = await statusesOf(emulator);
  for (const id of told.outputs.keys()) if (!runs.has(id)) found.push(`${id} is gone`);
  for (const id of told.succeeded) if (runs.get(id) !== 'Succeeded') found.push(`${id} no longer succeeded`);
  for (const id of told.cancelled) if (runs.get(id) !== 'Cancelled') found.push(`${id} is no longer cancelled`);
  const { items } = await emulator.definitions.resources.list();
  const resources = new Map(items.map(({ id, slug }) => [id, slug]));
  for (const [id, slug] of told.resources) if (resources.get(id) !== slug) found.push(`resource ${slug} is gone`);
  for (const [key, id] of sample(told.byKey, 20)) {
    if ((await executeOnce(ready, key, -1)) !== id) found.push(`key ${key} ran again`);
  }
  for (const id of sample(told.submitted, 20)) {
    const { prompt } = await api.prompts.get({ query: { id } });
    if (prompt.submittedAt === null) found.push(`prompt ${id} is pending again`);
  }
  return found;
}

function sample<T>(items: Iterable<T>, count: number): T[] {
  return [...items].slice(-count);
}

/** Statuses of all runs, by ID. In large pages, since each round reads all that there are. */
async function statusesOf(emulator: ReturnType<typeof clientOf>['emulator']): Promise<Map<string, string>> {
  const statuses = new Map<string, string>();
  for (;;) {
    const query = { offset: String(statuses.size), limit: '1000' };
    const { runs } = await emulator.runs.list({ query });
    for (const { id, status } of runs) statuses.set(id, status);
    if (runs.length < 1000) return statuses;
  }
}

async function allRuns(api: Api) {
  const all = [];
  for (let page = 0; ; page++) {
    const { runs } = await api.runs.list({ query: { limit: '50', page: String(page) } });
    all.push(...runs);
    if (runs.length < 50) return all;
  }
}

/** Answers every prompt and waits until no run is unfinished. */
async function finishEverything(ready: Ready): Promise<void> {
  const { v0: api, emulator } = clientOf(ready);
  for (const { prompt } of (await emulator.prompts.list()).prompts) {
    await api.prompts.submit({ body: { id: prompt.id, values: {} } });
  }
  for (;;) {
    const { total } = await emulator.runs.list({ query: { status: 'NotStarted,Queued,Active', limit: '1' } });
    if (total === 0) return;
    await pause(50);
  }
}

test(`answers still hold after kill -9 at a random moment, ${ROUNDS} times on one folder`, async () => {
  const args = [...dataWith(workspace), '--api-key', KEY];
  const told = new Told();
  const recoveries: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { ready, stop, printed } = await serve(args);
    recoveries.push(printed.stdout);
    expect(await broken(ready, told)).toEqual([]);
    const before = told.outputs.size;
    const clients = ['a', 'b', 'c', 'd'].map((name) => hammer(ready, told, `${round}${name}`).catch(assertGone));
    // A busy machine takes its time for the first answer of a round.
    await expect.poll(() => told.outputs.size, { interval: 2 }).toBeGreaterThan(before);
    await pause(Math.random() * 180);
    await stop('SIGKILL');
    await Promise.all(clients);
  }
  const { ready, stop, printed } = await serve(args);
  expect(await broken(ready, told)).toEqual([]);
  await finishEverything(ready);
  const api = clientOf(ready).v0;
  const wrong: unknown[] = [];
  for (const [id, expected] of told.outputs) {
    const { output } = await api.runs.getOutputs({ query: { id } });
    if (JSON.stringify(output) !== JSON.stringify(expected)) wrong.push({ id, expected, output });
  }
  for (const id of told.sessions) {
    const { status } = await api.sessions.get({ query: { id } });
    if (status !== 'Succeeded') wrong.push({ id, status });
  }
  expect(wrong).toEqual([]);
  // A child that was started twice would stand beside the first one.
  const parents = (await allRuns(api)).filter(({ childRunIDs }) => childRunIDs.length > 1);
  expect(parents).toEqual([]);
  expect(recoveries.slice(1).filter((text) => /recovered|resumed/i.test(text)).length).toBeGreaterThan(ROUNDS / 2);
  expect(printed.stderr).toBe('');
  expect(await stop()).toMatchObject({ code: 0 });
}, 480_000);
