import type { Figure } from './figures.ts';
import { ask, execute, get } from './lab.ts';
import type { Plan } from './measures.ts';
import { processorMilliseconds } from './processes.ts';

/** Numbers of stored runs, with the most that a restore of them may take, in milliseconds. */
const STOCKS = [
  { runs: 1000, target: { atMost: 100 } },
  { runs: 20_000, target: null },
] as const;

/** Requests on a checkpoint, by what they do. */
const REQUESTS = {
  save: { path: '', method: 'POST', body: '{"name":"bench","replace":true}' },
  diff: { path: '/bench/diff?to=now', method: 'GET' },
  restore: { path: '/bench/restore', method: 'POST', body: '{}' },
} as const;

/** Requests that are sent at once. */
const AT_ONCE = 50;

/** Executes a task this number of times. */
async function executeTimes(url: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, left) }, () => ask(execute(url, 'chatty'))));
}

/** A save, a diff and a restore of stored runs, to the answer; processor time of the whole process in the note. */
export async function checkpoints({ lab, rounds }: Plan): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { runs, target } of STOCKS) {
    const own = await lab.hangar(`checkpoints-${runs}`);
    try {
      await executeTimes(own.url, runs);
      const taken = { save: [], diff: [], restore: [] } as Record<keyof typeof REQUESTS, [number, number][]>;
      for (let round = 0; round < rounds; round++) {
        for (const name of ['save', 'diff', 'restore'] as const) {
          if (name === 'diff') await ask(execute(own.url));
          const { path, ...request } = REQUESTS[name];
          const [began, processor] = [performance.now(), processorMilliseconds(own.pid)];
          await ask({ ...get(own.url, `/_emulator/checkpoints${path}`), ...request });
          taken[name].push([performance.now() - began, processorMilliseconds(own.pid) - processor]);
        }
      }
      for (const [name, values] of Object.entries(taken)) {
        const processor = values.map(([, time]) => time.toFixed(0)).join(', ');
        figures.push({
          name: `${name} of a checkpoint of ${runs} runs`,
          target: name === 'restore' ? target : null,
          ...{ unit: 'ms', values: values.map(([clock]) => clock), note: `processor: ${processor} ms` },
        });
      }
    } finally {
      await own.stop();
    }
  }
  return figures;
}
