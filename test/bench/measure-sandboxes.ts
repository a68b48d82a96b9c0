import { SUITE_WORKSPACE, withResets, withSandboxes } from '../support/flaky-suite.ts';
import type { Figure } from './figures.ts';
import { ask, execute } from './lab.ts';
import type { Plan } from './measures.ts';
import { KEY, residentBytes } from './processes.ts';

const TESTS = 200;
const WORKERS = 16;
const MOST = 64;

/** The creation of a sandbox on an idle server, its memory, and a suite with sandboxes against the same with resets. */
export async function sandboxes({ lab, rounds }: Plan): Promise<Figure[]> {
  const own = await lab.hangar('sandboxes');
  try {
    const [task] = SUITE_WORKSPACE.tasks ?? [];
    await ask({ ...execute(own.url), url: `${own.url}/_emulator/tasks`, body: JSON.stringify(task) });
    const ready: number[] = [];
    const memory: number[] = [];
    const ratio: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const server = { url: own.url, apiKey: KEY };
      const resets = await secondsOf(() => withResets(server, TESTS));
      ratio.push((await secondsOf(() => withSandboxes(server, TESTS, WORKERS))) / resets);
      const before = residentBytes(own.pid) / 1e6;
      const ids: string[] = [];
      for (let n = 0; n < MOST; n++) {
        const began = performance.now();
        const shot = { url: `${own.url}/_emulator/sandboxes`, method: 'POST' as const, body: '{}' };
        ids.push((await ask<{ id: string }>(shot)).id);
        ready.push(performance.now() - began);
      }
      memory.push(residentBytes(own.pid) / 1e6 - before);
      for (const id of ids) await ask({ url: `${own.url}/_emulator/sandboxes/${id}`, method: 'DELETE' });
    }
    return [
      { name: 'a sandbox, to the answer of its request', target: { atMost: 20 }, unit: 'ms', values: ready },
      { name: `memory of ${MOST} sandboxes`, target: null, unit: 'MB', values: memory },
      {
        name: `${TESTS} tests with a sandbox each, to ${TESTS} resets`,
        target: { atMost: 1.3 },
        unit: '×',
        values: ratio,
      },
    ];
  } finally {
    await own.stop();
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
