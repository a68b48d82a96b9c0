import { spread, type Figure } from './figures.ts';
import { ask, execute, finishedRun, get } from './lab.ts';
import { load, type Shot } from './load.ts';
import type { Plan } from './measures.ts';

const FAULTS = 1000;
const WAITS = 10_000;

/** A request of `/_emulator` with a body. */
function change(url: string, path: string, body: unknown, method: Shot['method'] = 'POST'): Shot {
  const headers = { 'content-type': 'application/json' };
  return { url: url + path, method, headers, body: JSON.stringify(body) };
}

/** POST tasks/execute with 1,000 faults about other requests, against without: microseconds for each request. */
export async function faults(plan: Plan): Promise<Figure[]> {
  const own = await plan.lab.hangar('faults');
  try {
    const others = Array.from({ length: FAULTS }, (_, n) => {
      const match = [{ task: `t${n}` }, { apiKey: `k${n}` }, { client: `c${n}*` }, { headers: { 'X-Test': `v${n}` } }][
        n % 4
      ];
      return { slug: `fault_${n}`, kind: 'refuse', match };
    });
    await load(execute(own.url), plan);
    const values: number[] = [];
    for (let round = 0; round < plan.rounds; round++) {
      const without = (await load(execute(own.url), plan)).perSecond;
      await ask(change(own.url, '/_emulator/faults', others));
      const beside = (await load(execute(own.url), plan)).perSecond;
      await ask({ url: `${own.url}/_emulator/faults`, method: 'DELETE' });
      values.push(1_000_000 / beside - 1_000_000 / without);
    }
    return [{ name: `${FAULTS} faults that do not match, for each POST`, target: { atMost: 20 }, unit: 'µs', values }];
  } finally {
    await own.stop();
  }
}

/** One advance of a frozen clock over 10,000 waits that end at different instants. */
export async function clock(plan: Plan): Promise<Figure[]> {
  const values: number[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const own = await plan.lab.hangar(`clock-${round}`);
    try {
      await ask(change(own.url, '/_emulator/clock', { state: 'frozen' }, 'PUT'));
      const waiting = {
        slug: `waits_${round}`,
        concurrency: 1000,
        parameters: [{ slug: 'seconds', type: 'float' }],
        behavior: {
          kind: 'steps',
          steps: Array.from({ length: 10 }, () => ({ do: 'wait', seconds: '{{ params.seconds }}' })),
        },
      };
      await ask(change(own.url, '/_emulator/tasks', waiting));
      for (let n = 0; n < WAITS / 10; n++)
        await ask({
          ...execute(own.url),
          body: JSON.stringify({ slug: `waits_${round}`, paramValues: { seconds: 1 + n / 100 } }),
        });
      const began = performance.now();
      const { events } = await ask<{ events: readonly unknown[] }>(
        change(own.url, '/_emulator/clock/advance', { seconds: 1000, waitSeconds: 60 }),
      );
      values.push((performance.now() - began) / 1000);
      if (events.length !== WAITS) throw new Error(`${events.length} events instead of ${WAITS}`);
    } finally {
      await own.stop();
    }
  }
  const note = `median ${spread(values.map((seconds) => (seconds * 1e6) / WAITS)).median.toFixed(0)} µs for each`;
  return [{ name: 'an advance over 10,000 waits', target: { atMost: 2 }, unit: 's', values, note }];
}

/** POST tasks/execute and GET runs/get with 1,000 requests kept in the traffic log and its files, against none. */
export async function traffic(plan: Plan): Promise<Figure[]> {
  const own = await plan.lab.hangar('traffic');
  try {
    const run = await finishedRun(own.url);
    const shots = [
      ['GET runs/get', get(own.url, `/v0/runs/get?id=${run.id}`)],
      ['POST tasks/execute', execute(own.url)],
    ] as const;
    const keep = (trafficEntries: number) => ask(change(own.url, '/_emulator/settings', { trafficEntries }, 'PUT'));
    const figures: Figure[] = [];
    for (const [name, shot] of shots) {
      await load(shot, plan);
      const values: number[] = [];
      for (let round = 0; round < plan.rounds; round++) {
        await keep(0);
        const without = (await load(shot, plan)).perSecond;
        await keep(1000);
        values.push((await load(shot, plan)).perSecond / without);
      }
      figures.push({
        name: `${name} with traffic kept on disk, to without`,
        target: { atLeast: 0.95 },
        unit: '×',
        values,
      });
    }
    return figures;
  } finally {
    await own.stop();
  }
}
