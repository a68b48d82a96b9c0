import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import type { AuthoredTask } from '../../shared/model/task.ts';
import { ask, get } from './lab.ts';
import { KEY } from './processes.ts';

type StepsOf = NonNullable<Extract<AuthoredTask['behavior'], { kind: 'steps' }>['steps']>;

/** A thing to ask for while a client polls. */
export interface Burden {
  readonly name: string;
  /** Done before each measurement, unmeasured. */
  readonly prepare?: (url: string) => Promise<unknown>;
  readonly work: (url: string) => Promise<unknown>;
}

const TASKS = 2000;
const MANY_LINES = Array.from({ length: 100_000 }, (_, i) => `l ${i}`).join('\n');
const CHILDREN = 5000;

const numbers = (count: number, step = 1): number[] => Array.from({ length: count }, (_, i) => i * step);
const script = (slug: string, source: string) => ({
  slug,
  concurrency: 10,
  behavior: { kind: 'script' as const, source },
});
const steps = (slug: string, list: StepsOf) => ({
  slug,
  concurrency: 1000,
  behavior: { kind: 'steps' as const, steps: list },
});
const logging = (slug: string, text: string) => steps(slug, [{ do: 'log', text }]);

/** A message that is none of Hangar's, past its own code. */
const HOSTILE_MESSAGE = `import { writeSync } from 'node:fs';
export default async () => {
  const text = Buffer.from('[' + '[1],'.repeat(7_500_000) + '1]\\n');
  for (let at = 0; at < text.length;) at += writeSync(3, text, at);
  await new Promise(() => {});
};`;

/** A workspace with something of everything that takes long; `n` makes each of its many tasks another one. */
function largeWorkspace(n: number): AuthoredWorkspace {
  const many = numbers(TASKS).map((i) => ({
    ...logging(`task_${i}`, `order {{ params.order_id }} ${n}`),
    name: `Task ${i} of edit ${n}`,
    parameters: [{ slug: 'order_id', name: 'Order' }],
  }));
  return {
    version: 1,
    settings: { trafficEntries: 20_000 },
    apiKeys: numbers(1000).map((i) => ({ name: `key ${i}`, key: `tkn_bench${i}` })),
    tasks: [
      ...many,
      logging('lines', MANY_LINES),
      logging('child', ''),
      steps(
        'parent',
        numbers(CHILDREN).map(() => ({ do: 'execute', task: 'child' })),
      ),
      script(
        'object_output',
        `export default ({ output }) => output.set(Array.from({ length: 99_000 }, (_, i) => ({ id: i, name: 'a thing with a long name, which is number ' + i, tags: 'one two three' })))`,
      ),
      script('hostile', HOSTILE_MESSAGE),
    ],
  };
}

async function send(url: string, path: string, { method = 'POST', body }: { method?: string; body?: unknown } = {}) {
  const headers = { 'x-service-api-key': KEY };
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(url + path, { method, headers, ...(text === undefined ? {} : { body: text }) });
  return { status: answer.status, text: await answer.text() };
}

/** Sends what must succeed. */
async function demand(...[url, path, options]: Parameters<typeof send>): Promise<string> {
  const { status, text } = await send(url, path, options);
  if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
  return text;
}

/** Executes a task and waits for its end; gives the run's ID. */
async function ended(url: string, slug: string): Promise<string> {
  const { runID } = JSON.parse(await demand(url, '/v0/tasks/execute', { body: { slug } })) as { runID: string };
  for (;;) {
    const { status } = await ask<{ status: string }>(get(url, `/v0/runs/get?id=${runID}`));
    if (['Succeeded', 'Failed', 'Cancelled'].includes(status)) return runID;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A burden on the run of a task, which is executed first. */
function onRun(name: string, slug: string, paths: (id: string) => readonly string[]): Burden {
  let id = '';
  return {
    name,
    prepare: async (url) => (id = await ended(url, slug)),
    work: async (url) => {
      for (const path of paths(id)) await send(url, path, { method: 'GET' });
    },
  };
}

const defaultOf = (preset: unknown) => ({ slug: 'grows', parameters: [{ slug: 'j', type: 'json', default: preset }] });

/** An edit of a default of a parameter. */
function edit(name: string, from: unknown, to: unknown): Burden {
  return {
    name,
    prepare: async (url) => {
      await send(url, '/_emulator/tasks/grows', { method: 'DELETE' });
      await send(url, '/_emulator/tasks', { body: defaultOf(from) });
    },
    work: (url) => demand(url, '/_emulator/tasks/grows', { method: 'PUT', body: defaultOf(to) }),
  };
}

/** Burdens on a large state: what a person or a pipeline does to it, and what a run does. */
export function stateBurdens(): Burden[] {
  let exported = '';
  let edits = 0;
  const restore = async (url: string): Promise<void> => {
    exported ||= await demand(url, '/_emulator/export', { method: 'GET' });
    await demand(url, '/_emulator/import', { body: exported });
  };
  const reads = (id: string) => [`/v0/runs/getOutputs?id=${id}`, `/_emulator/runs/${id}`];
  return [
    { name: 'search for a text', work: (url) => ask(get(url, '/_emulator/runs?text=nothing-has-this')) },
    { name: 'export', work: (url) => send(url, '/_emulator/export', { method: 'GET' }) },
    { name: 'import of the export', prepare: restore, work: restore },
    {
      name: 'retention drops nearly all runs',
      prepare: restore,
      work: (url) => demand(url, '/_emulator/settings', { method: 'PUT', body: { retainRuns: 100 } }),
    },
    { name: 'reset', prepare: restore, work: (url) => demand(url, '/_emulator/reset', { body: '{}' }) },
    {
      name: `all ${TASKS} tasks of a workspace change`,
      prepare: (url) => demand(url, '/_emulator/import', { body: { version: 1, workspace: largeWorkspace(edits++) } }),
      work: (url) => demand(url, '/_emulator/import', { body: { version: 1, workspace: largeWorkspace(edits++) } }),
    },
    edit('a default of 99,000 numbers changes', numbers(99_000), numbers(99_000, 2)),
    onRun('a log of 100,000 lines, 10,000 at once', 'lines', (id) => [
      `/_emulator/runs/${id}/logs?limit=10000`,
      `/_emulator/runs/${id}/logs?limit=10000&offset=90000`,
      `/v0/runs/getLogs?runID=${id}`,
    ]),
    { name: 'a run writes 100,000 lines', work: (url) => ended(url, 'lines') },
    { name: `a run executes ${CHILDREN} others`, work: (url) => ended(url, 'parent') },
    { name: 'a run writes an output of 10 MB, 99,000 objects', work: (url) => ended(url, 'object_output') },
    onRun('it is read', 'object_output', reads),
    { name: 'a script sends a message of 30 MB that is none', work: (url) => ended(url, 'hostile') },
    {
      name: '20,000 kept requests are listed',
      prepare: async (url) => {
        for (let i = 0; i < 400; i++)
          await Promise.all(numbers(50).map((n) => send(url, `/v0/runs/get?id=run${i}_${n}`, { method: 'GET' })));
      },
      work: (url) => send(url, '/_emulator/traffic?limit=100000', { method: 'GET' }),
    },
  ];
}

/** Makes the state ready for the burdens that need a large workspace. */
export const useLargeWorkspace = (url: string) =>
  demand(url, '/_emulator/import', { body: { version: 1, workspace: largeWorkspace(-1) } });
