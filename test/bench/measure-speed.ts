import type { Run } from '../../shared/model/run.ts';
import { spread, type Figure } from './figures.ts';
import { ask, execute, fill, finishedRun, get } from './lab.ts';
import { load, type Shot } from './load.ts';
import type { Plan } from './measures.ts';
import { bare, type Served } from './processes.ts';

/** Loads two servers by turns; gives the ratio of each round, and how fast each was. */
async function ratios(plan: Plan, ours: Shot, theirs: Shot): Promise<{ values: number[]; note: string }> {
  // A server is measured as it goes on, not while its code is being compiled.
  await load(ours, plan);
  await load(theirs, plan);
  const rounds: [number, number][] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const own = (await load(ours, plan)).perSecond;
    const other = (await load(theirs, plan)).perSecond;
    rounds.push([own, other]);
  }
  const median = (side: 0 | 1): string => spread(rounds.map((each) => each[side])).median.toFixed(0);
  return { values: rounds.map(([own, other]) => own / other), note: `${median(0)} to ${median(1)} a second` };
}

/** Runs with servers that are stopped afterwards, however it ends. */
async function withServers<T>(
  servers: readonly Promise<Served>[],
  use: (...served: Served[]) => Promise<T>,
): Promise<T> {
  const served = await Promise.all(servers);
  try {
    return await use(...served);
  } finally {
    await Promise.all(served.map(({ stop }) => stop()));
  }
}

/** GET runs/get of a finished run, against bare node:http sending the same bytes. */
export async function reading(plan: Plan): Promise<Figure[]> {
  return withServers([plan.lab.hangar('reading')], async (own) => {
    const run = await finishedRun(own.url);
    const reference = await bare('same', plan.lab.file('run.json', JSON.stringify(run)));
    try {
      const measured = await ratios(plan, get(own.url, `/v0/runs/get?id=${run.id}`), { url: reference.url });
      return [
        { name: 'GET runs/get of a finished run, to bare node:http', target: { atLeast: 0.7 }, unit: '×', ...measured },
      ];
    } finally {
      await reference.stop();
    }
  });
}

/** POST tasks/execute, against bare node:http parsing the same body. */
export async function executing(plan: Plan): Promise<Figure[]> {
  return withServers([plan.lab.hangar('executing'), bare('parse')], async (own, reference) => {
    const measured = await ratios(plan, execute(own.url), { ...execute(own.url), url: reference.url });
    await assertAllSucceeded(own.url);
    return [{ name: 'POST tasks/execute, to bare node:http', target: { atLeast: 0.25 }, unit: '×', ...measured }];
  });
}

/** POST tasks/execute with an idempotency key of its own for each, against without. */
export async function idempotency(plan: Plan): Promise<Figure[]> {
  return withServers([plan.lab.hangar('keyed'), plan.lab.hangar('unkeyed')], async (keyed, own) => {
    const measured = await ratios(
      plan,
      { ...execute(keyed.url), uniqueHeader: 'idempotency-key' },
      { ...execute(own.url), uniqueHeader: 'x-request-id' },
    );
    await assertAllSucceeded(keyed.url);
    return [{ name: 'POST with an idempotency key, to without', target: { atLeast: 0.9 }, unit: '×', ...measured }];
  });
}

async function assertAllSucceeded(url: string): Promise<void> {
  const { total } = await ask<{ total: number }>(get(url, '/_emulator/runs?limit=1'));
  const { total: succeeded } = await ask<{ total: number }>(get(url, '/_emulator/runs?limit=1&status=Succeeded'));
  if (succeeded !== total) throw new Error(`${total - succeeded} of ${total} runs did not succeed`);
}

/** The same POST with the disk asked to have it, against without. */
export async function durability(plan: Plan): Promise<Figure[]> {
  const servers = [plan.lab.hangar('power', ['--durability', 'power']), plan.lab.hangar('process')];
  return withServers(servers, async (power, own) => {
    const measured = await ratios(plan, execute(power.url), execute(own.url));
    return [{ name: 'POST with --durability power, to process', target: { atLeast: 0.3 }, unit: '×', ...measured }];
  });
}

/** A run's whole life for 50 clients: execute, poll until Succeeded, read outputs and logs. */
export async function life({ lab, seconds }: Plan): Promise<Figure[]> {
  return withServers([lab.hangar('life')], async (own) => {
    // Both processes are measured as they go on: while their code is compiled, a life takes three times as long.
    await livesOf(own, seconds);
    const took = (await livesOf(own, seconds)).sort((a, b) => a - b);
    const at = (share: number): number => took[Math.floor(share * (took.length - 1))] ?? NaN;
    const note = `${took.length} lives`;
    return [
      { name: "a run's whole life, 50 clients, p50", target: null, unit: 'ms', values: [at(0.5)], note },
      { name: "a run's whole life, 50 clients, p99", target: { atMost: 60 }, unit: 'ms', values: [at(0.99)], note },
    ];
  });
}

/** Durations of the lives that 50 clients bring to their end, in milliseconds. */
async function livesOf(own: Served, seconds: number): Promise<number[]> {
  const took: number[] = [];
  const until = performance.now() + seconds * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const began = performance.now();
      const run: Run = await finishedRun(own.url, 'chatty');
      await Promise.all([
        ask(get(own.url, `/v0/runs/getOutputs?id=${run.id}`)),
        ask(get(own.url, `/v0/runs/getLogs?runID=${run.id}`)),
      ]);
      took.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: 50 }, client));
  return took;
}

/** POST while 20 windows follow the event stream, against without. */
export async function eventStream(plan: Plan): Promise<Figure[]> {
  return withServers([plan.lab.hangar('watched'), plan.lab.hangar('alone')], async (watched, alone) => {
    const windows = Array.from({ length: 20 }, () => follow(watched.url));
    try {
      const measured = await ratios(plan, execute(watched.url), execute(alone.url));
      return [{ name: 'POST with 20 windows connected, to none', target: { atLeast: 0.8 }, unit: '×', ...measured }];
    } finally {
      for (const window of windows) window.abort();
    }
  });
}

/** Follows the stream as a window does: when it is told to load anew, it loads the lists that it shows. */
function follow(url: string): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  const load = (path: string): Promise<unknown> => fetch(url + path, { signal }).then((answer) => answer.text());
  const read = async (): Promise<void> => {
    const { body } = await fetch(`${url}/_emulator/events`, { signal });
    for await (const chunk of body!) {
      if (!Buffer.from(chunk).includes('"type":"reset"')) continue;
      await Promise.all(['/_emulator/runs?limit=200', '/_emulator/traffic?limit=1000'].map(load));
    }
  };
  read().catch((error: unknown) => {
    if (!controller.signal.aborted) throw error;
  });
  return controller;
}

/** p99 of POST, GET and list with many stored runs, against with few. */
export async function latencyByStock(plan: Plan): Promise<Figure[]> {
  return withServers([plan.lab.hangar('stock'), plan.lab.hangar('small')], async (many, few) => {
    await fill(many.url, plan.stock);
    await fill(few.url, 100);
    return latencies(plan, many, few);
  });
}

async function latencies(plan: Plan, many: Served, few: Served): Promise<Figure[]> {
  const shots: Record<string, (url: string, id: string) => Shot> = {
    GET: (url, id) => get(url, `/v0/runs/get?id=${id}`),
    'list of 50': (url) => get(url, '/v0/runs/list?limit=50'),
    POST: (url) => execute(url, 'chatty'),
  };
  const figures: Figure[] = [];
  for (const [name, shot] of Object.entries(shots)) {
    const [large, small] = await Promise.all(
      [many, few].map(async ({ url }) => shot(url, (await finishedRun(url)).id)),
    );
    const rounds: [number, number][] = [];
    for (let round = 0; round < plan.rounds; round++) {
      const options = { seconds: plan.seconds, connections: 10 };
      rounds.push([(await load(large!, options)).p99, (await load(small!, options)).p99]);
    }
    const values = rounds.map(([own, other]) => own / other);
    const note = rounds.map((both) => `${both.map((p99) => p99.toFixed(1)).join('/')} ms`).join(', ');
    figures.push({
      name: `p99 of ${name} with ${plan.stock} stored runs, to 100`,
      target: { atMost: 1.3 },
      unit: '×',
      values,
      note,
    });
  }
  return figures;
}
