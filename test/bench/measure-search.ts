import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Figure, Target } from './figures.ts';
import { ask, execute, fill, get } from './lab.ts';
import type { Plan } from './measures.ts';
import { processorMilliseconds, type Watched } from './processes.ts';

/** Filters. Unless all runs match, the first page is complete only once every run has been looked at. */
const SEARCHES: Readonly<Record<string, string>> = {
  'that all match': 'order ab1042',
  'by an indexed term': 'status:succeeded',
  'that one run matches': 'last-of-all',
  'that one run matches by a parameter': 'param.order_id:last',
  'that none matches': 'nothing-has-this',
  'that none matches, outside ASCII': 'возврат',
};

/** The time to the first 50 rows of a search over many runs, and how long others wait meanwhile. */
export async function search({ lab, rounds, stock }: Plan): Promise<Figure[]> {
  const own = await lab.watchedHangar('searched');
  try {
    await fill(own.url, stock);
    return await searchesOf(own, { rounds, stock, target: { atMost: 300 } });
  } finally {
    await own.stop();
  }
}

/** Parameters of the searches of one server. */
interface Searching {
  readonly rounds: number;
  /** Number of runs. */
  readonly stock: number;
  /** Time until the first rows, in milliseconds. */
  readonly target: Target;
}

/** Searches the runs of a server in each way, beside a client that polls. */
export async function searchesOf(own: Watched, searching: Searching): Promise<Figure[]> {
  // The last one, since the oldest runs are dropped.
  const body = JSON.stringify({ slug: 'chatty', paramValues: { order_id: 'last-of-all' } });
  await ask({ ...execute(own.url), body });
  await own.longestTurn();
  const poller = new Worker(new URL('poller.mjs', import.meta.url), { workerData: get(own.url, '/_emulator/ready') });
  const figures: Figure[] = [];
  for (const [name, q] of Object.entries(SEARCHES)) figures.push(await oneSearch(own, { name, q }, searching));
  const turn = await own.longestTurn();
  poller.postMessage('end');
  const [polls] = (await once(poller, 'message')) as [{ longest: number; p50: number; polls: number }];
  const processor = `${turn.processor.toFixed(1)} ms of processor time`;
  const note = `${polls.polls} polls, p50 ${polls.p50.toFixed(1)} ms; the longest turn ${turn.clock.toFixed(1)} ms, ${processor}`;
  const name = `longest wait of a poll beside searches over ${searching.stock} runs`;
  return [...figures, { name, target: { atMost: 20 }, unit: 'ms', values: [polls.longest], note }];
}

/** Searches some times; processor time of the whole process is in the note. */
async function oneSearch(
  { url, pid }: Watched,
  { name, q }: Readonly<Record<'name' | 'q', string>>,
  { rounds, stock, target }: Searching,
): Promise<Figure> {
  const values: number[] = [];
  const before = processorMilliseconds(pid);
  let found = { runs: [] as object[], total: 0 };
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    found = await ask(get(url, `/_emulator/runs?limit=50&q=${encodeURIComponent(q)}`));
    values.push(performance.now() - began);
  }
  const processor = ((processorMilliseconds(pid) - before) / rounds).toFixed(0);
  const note = `${found.runs.length} rows, total ${found.total}; ${processor} ms of processor time`;
  return { name: `first rows of a search over ${stock} runs ${name}`, target, unit: 'ms', values, note };
}
