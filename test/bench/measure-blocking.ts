import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Burden, stateBurdens, useLargeWorkspace } from './burdens.ts';
import type { Figure } from './figures.ts';
import { fill, get } from './lab.ts';
import type { Plan } from './measures.ts';
import type { Turn, Watched } from './processes.ts';

/** The longest that a client polling `/_emulator/ready` waits while others ask much of a large state. */
export async function blocking({ lab, stock, rounds, only }: Plan): Promise<Figure[]> {
  const own = await lab.watchedHangar('blocked');
  try {
    await fill(own.url, stock);
    await useLargeWorkspace(own.url);
    const figures: Figure[] = [];
    for (const burden of stateBurdens())
      if (burden.name.includes(only)) figures.push(await waitOf(own, burden, rounds));
    return figures;
  } finally {
    await own.stop();
  }
}

async function waitOf(own: Watched, burden: Burden, rounds: number): Promise<Figure> {
  const waits: Wait[] = [];
  for (let round = 0; round < rounds; round++) {
    await burden.prepare?.(own.url);
    waits.push(await waitDuring(own, burden.work));
  }
  const least = (of: (wait: Wait) => number): number => Math.min(...waits.map(of));
  const processor = least(({ turn }) => turn.processor).toFixed(0);
  return {
    name: `longest wait of a poll: ${burden.name}`,
    target: { atMost: 300 },
    unit: 'ms',
    values: waits.map(({ longest }) => longest),
    note: `longest turn ${processor} ms of processor time; it took ${(least(({ took }) => took) / 1000).toFixed(1)} s`,
  };
}

interface Wait {
  /** The longest answer of the poller, in milliseconds. */
  readonly longest: number;
  readonly took: number;
  readonly turn: Turn;
}

/** Polls a server while work is done. */
export async function waitDuring(
  { url, longestTurn }: Watched,
  work: (url: string) => Promise<unknown>,
): Promise<Wait> {
  const poller = new Worker(new URL('poller.mjs', import.meta.url), { workerData: get(url, '/_emulator/ready') });
  await once(poller, 'online');
  // The poller's first request loads its client, and what was done before is over.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await longestTurn();
  const began = performance.now();
  await work(url);
  const took = performance.now() - began;
  // One answer at least came after the work.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const turn = await longestTurn();
  poller.postMessage('end');
  const [{ longest }] = (await once(poller, 'message')) as [{ longest: number }];
  return { longest, took, turn };
}
