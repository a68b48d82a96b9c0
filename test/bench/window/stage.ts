import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { timelineOf } from '../../../renderer/features/runs/timeline/timeline-data.ts';
import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { ask, execute, fill, finishedRun, get } from '../lab.ts';
import { KEY, serve, type Served } from '../processes.ts';

const SESSIONS = 50;
const PROMPTS = 20;
const TRAFFIC_ENTRIES = 10_000;
const TESTS = 20;

const say = { do: 'log' as const, text: 'order {{ params.order_id }}' };

const workspaceOf = (long: number): AuthoredWorkspace => ({
  version: 1,
  environments: [{ slug: 'test', name: 'Test', default: true, config: { REGION: 'eu' } }],
  users: [{ name: 'Ada', email: 'ada@example.com', role: 'admin' }],
  apiKeys: [{ name: 'Continuous integration', key: 'tkn_continuous' }],
  resources: [{ slug: 'shop_api', name: 'Shop', kind: 'rest', resource: { baseURL: 'http://127.0.0.1:9' } }],
  tasks: [
    {
      slug: 'chatty',
      name: 'Refund an order',
      parameters: [
        { slug: 'order_id', name: 'Order' },
        { slug: 'amount', name: 'Amount', type: 'float', default: 10 },
      ],
      concurrency: 1000,
      webhooks: { paid: {} },
      behavior: { kind: 'steps', steps: [say, say, say, { do: 'output', value: { refunded: '{{ params.amount }}' } }] },
    },
    {
      slug: 'long_log',
      name: 'A long log',
      behavior: {
        kind: 'script',
        source: `export default () => { for (let n = 1; n <= ${long}; n++) console.log('line ' + n + ' of what this run has to tell, with some words more'); }`,
      },
    },
    { slug: 'part', name: 'A part', concurrency: 1000, behavior: { kind: 'steps', steps: [say] } },
    {
      slug: 'whole',
      name: 'Many parts',
      parameters: [{ slug: 'order_id', default: 'AB1' }],
      behavior: {
        kind: 'steps',
        // Each executes another task, whose bar has two segments: queued and executing. A task may have 5000.
        steps: Array.from({ length: long / 2 }, () => ({ do: 'execute' as const, task: 'part' })),
      },
    },
    {
      slug: 'ask',
      name: 'Ask somebody',
      concurrency: 1000,
      behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'Go on?' }] },
    },
  ],
  runbooks: [
    {
      slug: 'close',
      name: 'Close the day',
      blocks: [{ slug: 'refund', kind: 'task', task: 'chatty', paramValues: { order_id: 'AB1' } }],
    },
  ],
  settings: { trafficEntries: TRAFFIC_ENTRIES },
});

/** A Hangar that holds much and to which requests come all the time. */
export interface Stage {
  readonly server: Served;
  /** The run with many log lines. */
  readonly longRun: string;
  /** The run whose timeline has many segments. */
  readonly wholeRun: string;
  /** Starts to send this number of requests a second, half of them executions and half reads. Returns a function that stops it. */
  readonly arrive: (perSecond: number) => () => void;
}

/** Amounts of data in a Hangar. */
export interface Amounts {
  /** Number of runs. */
  readonly stock: number;
  /** Number of lines of a log, segments of a timeline and requests of the traffic; even. */
  readonly long: number;
}

/** Starts the program on a data folder, and fills it when it holds less. */
export async function openStage(program: string, data: string, amounts: Amounts): Promise<Stage> {
  mkdirSync(data, { recursive: true });
  const workspace = join(data, 'authored.json');
  writeFileSync(workspace, JSON.stringify(workspaceOf(amounts.long)));
  const flags = ['--port', '0', '--data', data, '--workspace', workspace, '--api-key', KEY, '--log-format', 'json'];
  const server = await serve([program, 'serve', ...flags]);
  try {
    return await furnished(server, amounts);
  } catch (error) {
    // It would outlive this program and keep its output open.
    await server.stop();
    throw error;
  }
}

async function furnished(server: Served, { stock, long }: Amounts): Promise<Stage> {
  const { url } = server;
  await fill(url, stock);
  for (let n = 0; n < SESSIONS; n++) await post(url, 'runbooks', 'close');
  for (let n = 0; n < PROMPTS; n++) await post(url, 'tasks', 'ask');
  const longRun = await runWithLines(url, long);
  const wholeRun = await runWithSegments(url, long);
  await fillTraffic(url, long);
  await furnishLab(url);
  return { server, longRun, wholeRun, arrive: (perSecond) => arrive(url, longRun, perSecond) };
}

function post(url: string, what: 'tasks' | 'runbooks', slug: string): Promise<{ runID?: string }> {
  return ask({
    ...execute(url, slug),
    url: `${url}/v0/${what}/execute`,
    body: JSON.stringify({ slug, paramValues: {} }),
  });
}

/** Makes what the places Tests, Explore, Findings and Rules list. */
async function furnishLab(url: string): Promise<void> {
  const send = <T>(path: string, body: object) =>
    ask<T>({ ...get(url, `/_emulator/${path}`), method: 'POST', body: JSON.stringify(body) });
  for (let n = 0; n < TESTS; n++) {
    const test = { name: `refunds order ${n}`, file: `test/refund-${n % 5}.test.ts`, line: n + 1 };
    const { id } = await send<{ id: string }>('sandboxes', { test });
    await send(`sandboxes/${id}/outcome`, { state: n % 5 === 0 ? 'failed' : 'passed' });
    await ask({ ...get(url, `/_emulator/sandboxes/${id}`), method: 'DELETE' });
  }
  const settings = { from: 'definitions', seed: 1, jobs: 2, speed: 1, budgetSeconds: 60 };
  await send('explorations', {
    ...{ command: 'node job.mjs', invariants: ['no error findings'] },
    settings: { ...settings, people: false, runs: false, order: false },
  });
  const known = await ask<{ items: readonly unknown[] }>(get(url, '/_emulator/answers'));
  if (known.items.length === 0) await send('answers', { slug: 'later', match: { task: 'nothing' } });
  // A parameter that the task does not have is a finding.
  await ask({
    ...execute(url, ''),
    body: JSON.stringify({ slug: 'chatty', paramValues: { order_id: 'A', amuont: 1 } }),
  });
}

async function runWithLines(url: string, long: number): Promise<string> {
  const { id } = await finishedRun(url, 'long_log');
  const { total } = await ask<{ total: number }>(get(url, `/_emulator/runs/${id}/logs?limit=1`));
  if (total < long) throw new Error(`the long log has ${total} lines only`);
  return id;
}

async function runWithSegments(url: string, long: number): Promise<string> {
  const { id } = await finishedRun(url, 'whole');
  const root = await ask<RunDetail>(get(url, `/_emulator/runs/${id}`));
  const { lanes } = timelineOf({ root, branches: new Map(), lines: [], requests: [], opened: new Map() });
  const segments = lanes.reduce((sum, lane) => sum + lane.segments.length, 0);
  if (segments < long) throw new Error(`the timeline has ${segments} segments only`);
  return id;
}

async function fillTraffic(url: string, long: number): Promise<void> {
  for (;;) {
    const { entries } = await ask<{ entries: unknown[] }>(get(url, `/_emulator/traffic?limit=${long}`));
    if (entries.length >= long) return;
    await Promise.all(Array.from({ length: 500 }, () => ask(get(url, '/v0/runs/list?limit=1'))));
  }
}

function arrive(url: string, run: string, perSecond: number): () => void {
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    const shot = sent % 2 === 0 ? execute(url, 'chatty') : get(url, `/v0/runs/get?id=${run}`);
    ask(shot).catch((error: unknown) => process.stderr.write(`a request failed: ${String(error)}\n`));
  }, 1000 / perSecond);
  return () => clearInterval(timer);
}
