import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type * as testing from '../../electron/programs/testing.ts';
import { FAULTY, serviceOf, WORKSPACE } from '../programs/explore/clients.ts';
import type { Figure } from './figures.ts';
import type { Plan } from './measures.ts';
import { KEY } from './processes.ts';

type Explore = typeof testing.explore;
type Client = Parameters<Explore>[0]['client'];

/** The built library and program, as users have them: the sources need a bundler. */
const BUILT = (name: string): string => new URL(`../../out/main/${name}`, import.meta.url).pathname;

async function built(): Promise<Explore> {
  const { explore } = (await import(BUILT('testing.js'))) as typeof testing;
  return explore;
}

/** Without 429, for which clients wait a second. */
const FAULTS = [
  ...['--kind lose', '--kind refuse', '--status 503', '--status 500 --after', '--kind truncate', '--kind body'],
];
const SCHEDULES = 1000;

/** The search for the mistake of each faulty client. */
export async function exploreFaulty({ rounds }: Plan): Promise<Figure[]> {
  const explore = await built();
  const seconds: number[] = [];
  const elements: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const { client, invariants, order = false } of FAULTY) {
      const options = { workspace: WORKSPACE, invariants: [...invariants], client, order };
      const { took, result } = await timed(() =>
        explore({ ...options, trialTimeoutSeconds: invariants.includes('ends') ? 1 : 20 }),
      );
      seconds.push(took);
      for (const { invariant, schedule, reproduced } of result.counterexamples) {
        if (invariant !== invariants[0]) continue;
        elements.push(schedule.length);
        again.push(reproduced);
      }
    }
  return [
    {
      name: `the mistake of one of ${FAULTY.length} faulty clients`,
      target: { atMost: 60 },
      unit: 's',
      values: seconds,
    },
    { name: 'elements of its smallest schedule', target: { atMost: 2 }, unit: '', values: elements },
    { name: 'repetitions in which it broke again', target: { atLeast: 5 }, unit: 'of 5', values: again },
  ];
}

/** The cost of schedules and trials, beside the client's own time. */
export async function exploreTrials({ lab, rounds }: Plan): Promise<Figure[]> {
  const explore = await built();
  const wall: number[] = [];
  const overhead: number[] = [];
  const around: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const search = { workspace: WORKSPACE, faults: FAULTS, faultsAtOnce: 4, trials: SCHEDULES + 2 };
    const { took } = await timed(() => explore({ ...search, client: fourCalls }));
    wall.push(took);
    let own = 0;
    const client: Client = async (options) => {
      const began = performance.now();
      await fourCalls(options).finally(() => (own += performance.now() - began));
    };
    const alone = await timed(() => explore({ ...search, client, jobs: 1 }));
    overhead.push((alone.took * 1000 - own) / (SCHEDULES + 2));
    around.push(await aroundCommand(lab.file('explore.json', JSON.stringify(WORKSPACE))));
  }
  return [
    { name: `${SCHEDULES} schedules of four calls, in the process`, target: { atMost: 15 }, unit: 's', values: wall },
    { name: 'a trial beside its client, in the process', target: { atMost: 5 }, unit: 'ms', values: overhead },
    { name: 'a trial beside its client, a command', target: { atMost: 15 }, unit: 'ms', values: around },
  ];
}

/** A client that makes four calls and tries none again. */
async function fourCalls(options: Parameters<typeof serviceOf>[0]): Promise<void> {
  const service = serviceOf(options);
  const runID = await service.execute('refund', 'AB1', { key: 'refund-AB1' }).catch(() => 'run1');
  await service.status(runID).catch(() => undefined);
  await service.execute('mail', 'AB1', { key: 'mail-AB1' }).catch(() => undefined);
  await service.newest('refund', 'AB1').catch(() => undefined);
}

/** A client as a command that is started fast: three calls by curl, whatever comes of them. */
const CURL = [
  'curl -s -o /dev/null -H "X-Service-API-Key: $HANGAR_API_KEY" -H "Idempotency-Key: AB1"',
  ...['-d \'{"slug":"refund","paramValues":{"order_id":"AB1"}}\' $HANGAR_URL/v0/tasks/execute'],
].join(' ');
const COMMAND = ['sh', '-c', `${CURL}; ${CURL}; ${CURL}; exit 0`];
const TRIALS = { few: 10, many: 110 };

/** Milliseconds of a trial of a command, without those of the command alone. */
async function aroundCommand(workspace: string): Promise<number> {
  const flags = ['--workspace', workspace, '--jobs', '1', '--faults-at-once', '3'];
  const search = async (trials: number): Promise<number> => {
    const faults = FAULTS.flatMap((fault) => ['--fault', fault]);
    const words = ['explore', ...flags, ...faults, '--invariant', 'ends', '--trials', String(trials), '--', ...COMMAND];
    return (await timed(() => ended([process.execPath, BUILT('headless.js'), ...words]))).took;
  };
  const { few, many } = TRIALS;
  const trial = ((await search(many)) - (await search(few))) / (many - few);
  return (trial - (await commandAlone(workspace))) * 1000;
}

/** Seconds of the command alone, against a Hangar that runs. */
async function commandAlone(workspace: string): Promise<number> {
  const words = [
    BUILT('headless.js'),
    'exec',
    '--workspace',
    workspace,
    '--api-key',
    KEY,
    '--',
    process.execPath,
    '-e',
  ];
  const times = 50;
  const script = `
    const { spawnSync } = require('node:child_process');
    const [name, ...words] = ${JSON.stringify(COMMAND)};
    const began = performance.now();
    for (let n = 0; n < ${times}; n++) spawnSync(name, words, { stdio: 'ignore' });
    console.log((performance.now() - began) / 1000 / ${times});`;
  return Number(await ended([process.execPath, ...words, script]));
}

async function ended([name = '', ...words]: readonly string[]): Promise<string> {
  const child = spawn(name, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  return text;
}

/** Numbers of the trials after which memory is read. */
const READ_AFTER = [2000, 4000, 6000, 8000, 10_000];

/** The memory of many trials of one search. */
export async function exploreMemory(): Promise<Figure[]> {
  const explore = await built();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heaps: number[] = [];
  let count = 0;
  const client: Client = async (options) => {
    if (READ_AFTER.includes(++count)) {
      collect();
      heaps.push(process.memoryUsage().heapUsed / 1e6);
    }
    for (const order of ['AB1', 'AB2', 'AB3', 'AB4'])
      for (let attempt = 0; attempt < 2; attempt++) if ((await refund(options, order)) < 500) break;
  };
  await explore({ workspace: WORKSPACE, client, faults: FAULTS, faultsAtOnce: 4, trials: 10_100 });
  const growth = (heaps.at(-1) ?? NaN) - (heaps[0] ?? NaN);
  const note = heaps.map((megabytes) => megabytes.toFixed(1)).join(', ');
  return [{ name: 'heap from 2,000 to 10,000 trials', target: { atMost: 20 }, unit: 'MB', values: [growth], note }];
}

/** Executes the task; returns the status, 500 when there was no whole answer. Not by `fetch`, which keeps 28 KB for each address for ever. */
async function refund({ url, apiKey }: Parameters<Client>[0], order: string): Promise<number> {
  const headers = { 'X-Service-API-Key': apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': order };
  const call = request(`${url}/v0/tasks/execute`, { method: 'POST', agent: false, headers });
  // Also emitted after a part of the answer, to which reading the answer objects by itself.
  call.on('error', () => undefined);
  call.end(JSON.stringify({ slug: 'refund', paramValues: { order_id: order } }));
  try {
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    await text(answer);
    return answer.statusCode ?? 500;
  } catch {
    return 500;
  }
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ readonly took: number; readonly result: Result }> {
  const began = performance.now();
  const result = await work();
  return { took: (performance.now() - began) / 1000, result };
}
