import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { contract } from '../../shared/contract/index.ts';
import { endpointsOf } from '../../shared/http/endpoint.ts';
import { giantBodies } from '../support/giant-bodies.ts';
import type { Figure } from './figures.ts';
import { ask, fill, get } from './lab.ts';
import type { Plan } from './measures.ts';
import { KEY, type Served } from './processes.ts';

/** What is asked for while a client polls. */
interface Burden {
  readonly name: string;
  readonly work: (url: string) => Promise<unknown>;
}

const BODY_BYTES = 9_500_000;
const numbers = (count: number, step = 1): number[] => Array.from({ length: count }, (_, i) => i * step);
const grown = (preset: readonly number[]) => ({
  slug: 'grows',
  parameters: [{ slug: 'j', type: 'json', default: preset }],
});

async function send(url: string, path: string, { method = 'POST', body }: { method?: string; body?: string } = {}) {
  const headers = { 'x-service-api-key': KEY };
  const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, text: await answer.text() };
}

const save = (preset: readonly number[]) => (url: string) =>
  send(url, '/_emulator/tasks/grows', { method: 'PUT', body: JSON.stringify(grown(preset)) });

/** What a person or a pipeline does to a large state. */
const BURDENS: readonly Burden[] = [
  { name: 'search for a text', work: (url) => ask(get(url, '/_emulator/runs?text=nothing-has-this')) },
  {
    name: 'five searches at once',
    work: (url) => Promise.all(numbers(5).map((i) => ask(get(url, `/_emulator/runs?text=nothing-${i}`)))),
  },
  { name: 'runs/list by time', work: (url) => ask(get(url, '/v0/runs/list?until=2000-01-01T00:00:00Z')) },
  { name: 'a default grows to 4,000 numbers', work: save(numbers(4000)) },
  { name: 'a default grows to 200,000 numbers', work: save(numbers(200_000)) },
  { name: '200,000 numbers change', work: save(numbers(200_000, 2)) },
  { name: 'export', work: (url) => send(url, '/_emulator/export', { method: 'GET' }) },
  {
    name: 'export, then import',
    work: async (url) => {
      const { text } = await send(url, '/_emulator/export', { method: 'GET' });
      const { status } = await send(url, '/_emulator/import', { body: text });
      if (status !== 200) throw new Error(`the import was refused: ${status}`);
    },
  },
  { name: 'reset', work: (url) => send(url, '/_emulator/reset', { body: '{}' }) },
];

/** The longest that a client polling `/_emulator/ready` waits while others ask much of a large state. */
export async function blocking({ lab, stock }: Plan): Promise<Figure[]> {
  const own = await lab.hangar('blocked');
  await fill(own.url, stock);
  return waitsDuring(own, BURDENS);
}

/** The same while others send giant bodies. */
export async function giantRequests({ lab }: Plan): Promise<Figure[]> {
  return waitsDuring(await lab.hangar('giant'), bodyBurdens());
}

async function waitsDuring(own: Served, burdens: readonly Burden[]): Promise<Figure[]> {
  try {
    await send(own.url, '/_emulator/tasks', { body: JSON.stringify(grown([1, 2, 3])) });
    const figures: Figure[] = [];
    for (const { name, work } of burdens) {
      const { longest, took } = await waitDuring(own.url, work);
      figures.push({
        name: `longest wait of a poll: ${name}`,
        target: null,
        unit: 'ms',
        values: [longest],
        note: `it took ${(took / 1000).toFixed(1)} s`,
      });
    }
    return figures;
  } finally {
    await own.stop();
  }
}

/** All giant bodies of an endpoint, one after the other: v0, and what creates. */
function bodyBurdens(): Burden[] {
  return [...endpointsOf(contract)]
    .filter(
      ({ endpoint }) => endpoint.body !== undefined && endpoint.bodyFormat !== 'bytes' && endpoint.method === 'POST',
    )
    .filter(({ endpoint }) => endpoint.params === undefined)
    .map(({ name, endpoint }) => ({
      name: `bodies of 10 MB to ${name}`,
      work: async (url) => {
        for (const { text } of giantBodies(endpoint, BODY_BYTES)) await send(url, endpoint.path, { body: text });
      },
    }));
}

async function waitDuring(url: string, work: Burden['work']): Promise<{ longest: number; took: number }> {
  const poller = new Worker(new URL('poller.mjs', import.meta.url), { workerData: get(url, '/_emulator/ready') });
  await once(poller, 'online');
  // The poller's first request loads its client.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const began = performance.now();
  await work(url);
  const took = performance.now() - began;
  // One answer at least came after the work.
  await new Promise((resolve) => setTimeout(resolve, 300));
  poller.postMessage('end');
  const [{ longest }] = (await once(poller, 'message')) as [{ longest: number }];
  return { longest, took };
}
