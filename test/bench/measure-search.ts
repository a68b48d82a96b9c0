import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Figure, Target } from './figures.ts';
import { ask, execute, fill, get } from './lab.ts';
import type { Plan } from './measures.ts';

/** Searches: one that all runs match, one that a single run matches, and one that none does. */
const SEARCHES: Readonly<Record<string, { readonly q: string; readonly target: Target }>> = {
  'that all match': { q: 'order ab1042', target: { atMost: 300 } },
  'by an indexed term': { q: 'status:succeeded', target: { atMost: 300 } },
  'that one run matches': { q: 'last-of-all', target: null },
  'that none matches': { q: 'nothing-has-this', target: null },
};

/** The time to the first 50 rows of a search over many runs, and the longest that a client polling another endpoint waits. */
export async function search({ lab, rounds, stock }: Plan): Promise<Figure[]> {
  const own = await lab.hangar('searched');
  try {
    await fill(own.url, stock);
    // The last one, since the oldest runs are dropped.
    const body = JSON.stringify({ slug: 'chatty', paramValues: { order_id: 'last-of-all' } });
    await ask({ ...execute(own.url), body });
    const poller = new Worker(new URL('poller.mjs', import.meta.url), {
      workerData: get(own.url, '/_emulator/ready'),
    });
    const figures: Figure[] = [];
    for (const [name, { q, target }] of Object.entries(SEARCHES)) {
      const values: number[] = [];
      let found = { runs: [] as object[], total: 0 };
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        found = await ask(get(own.url, `/_emulator/runs?limit=50&q=${encodeURIComponent(q)}`));
        values.push(performance.now() - began);
      }
      figures.push({
        name: `first rows of a search over ${stock} runs ${name}`,
        target,
        unit: 'ms',
        values,
        note: `${found.runs.length} rows, total ${found.total}`,
      });
    }
    poller.postMessage('end');
    const [{ longest, polls }] = (await once(poller, 'message')) as [{ longest: number; polls: number }];
    const note = `${polls} polls`;
    return [
      ...figures,
      {
        name: 'longest wait of a poll beside these searches',
        target: { atMost: 20 },
        unit: 'ms',
        values: [longest],
        note,
      },
    ];
  } finally {
    await own.stop();
  }
}
