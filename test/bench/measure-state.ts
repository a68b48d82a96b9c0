import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Figure } from './figures.ts';
import { ask, execute, fill, finishedRun, get, type Lab } from './lab.ts';
import { load } from './load.ts';
import type { Plan } from './measures.ts';
import { bare, bareStart, residentBytes } from './processes.ts';

const MEGABYTE = 1_000_000;

/** Everything ever written to a folder's files: their largest sizes, those of files that are gone too. */
function watchFolder(folder: string): { total: () => number; stop: () => void } {
  const largest = new Map<string, number>();
  const look = (): void => {
    for (const name of readdirSync(folder)) {
      try {
        largest.set(name, Math.max(largest.get(name) ?? 0, statSync(join(folder, name)).size));
      } catch {
        // It was removed between the listing and the look; what it had is known.
      }
    }
  };
  const timer = setInterval(look, 10);
  return {
    total: () => {
      look();
      return [...largest.values()].reduce((sum, size) => sum + size, 0);
    },
    stop: () => clearInterval(timer),
  };
}

/** Bytes written for each finished run, to what `/v0` shows of it: run, output and log lines. */
export async function diskBytes({ lab, seconds }: Plan): Promise<Figure[]> {
  const own = await lab.hangar('bytes');
  const watch = watchFolder(join(lab.folder, 'bytes', 'state'));
  try {
    const run = await finishedRun(own.url, 'chatty');
    const output = await ask(get(own.url, `/v0/runs/getOutputs?id=${run.id}`));
    const { logs } = await ask<{ logs: unknown }>(get(own.url, `/v0/runs/getLogs?runID=${run.id}`));
    const ownBytes = JSON.stringify(run).length + JSON.stringify(output).length + JSON.stringify(logs).length;
    const before = watch.total();
    const stored = async (): Promise<number> =>
      (await ask<{ total: number }>(get(own.url, '/_emulator/runs?limit=1'))).total;
    const first = await stored();
    await load(execute(own.url, 'chatty'), { seconds: Math.max(seconds * 2, 6) });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const runs = (await stored()) - first;
    const perRun = (watch.total() - before) / runs;
    const note = `${perRun.toFixed(0)} bytes for runs of ${ownBytes}`;
    return [
      {
        name: "bytes written per finished run, to the run's own JSON",
        target: { atMost: 2.5 },
        unit: '×',
        values: [perRun / ownBytes],
        note,
      },
    ];
  } finally {
    watch.stop();
    await own.stop();
  }
}

/** From the start of the process to the first answer, against a bare node process. */
export async function startTimes({ lab, rounds, stock }: Plan): Promise<Figure[]> {
  await storeRuns(lab, stock);
  const empty: number[] = [];
  const full: number[] = [];
  const notes: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const reference = await bareStart();
    const [first, second] = [await firstAnswer(lab.hangar(`empty-${round}`)), await firstAnswer(lab.hangar('stock'))];
    empty.push(first / reference);
    full.push(second / reference);
    notes.push(`${first.toFixed(0)}, ${second.toFixed(0)} to ${reference.toFixed(0)} ms`);
  }
  return [
    {
      name: 'start to first answer, empty, to a bare node process',
      target: { atMost: 4 },
      unit: '×',
      values: empty,
      note: notes.join('; '),
    },
    {
      name: `start to first answer, ${stock} runs, to a bare node process`,
      target: { atMost: 15 },
      unit: '×',
      values: full,
    },
  ];
}

/** Creates a data folder with this number of runs; an existing one stays unchanged. */
async function storeRuns(lab: Lab, stock: number): Promise<void> {
  const filled = await lab.hangar('stock');
  await fill(filled.url, stock);
  await filled.stop();
}

async function firstAnswer(starting: ReturnType<Plan['lab']['hangar']>): Promise<number> {
  const began = performance.now();
  const own = await starting;
  await ask(get(own.url, '/v0/runs/list?limit=1'));
  const took = performance.now() - began;
  await own.stop();
  return took;
}

/** Resident memory at rest: against bare node:http without runs, and in all with a stock of runs. */
export async function memory({ lab, rounds, stock }: Plan): Promise<Figure[]> {
  const ratios: number[] = [];
  const stocked: number[] = [];
  await storeRuns(lab, stock);
  for (let round = 0; round < rounds; round++) {
    const [reference, empty, full] = await Promise.all([
      bare('parse'),
      lab.hangar(`idle-${round}`),
      lab.hangar('stock'),
    ]);
    await ask(get(full.url, '/v0/runs/list?limit=1'));
    await ask(get(empty.url, '/v0/runs/list'));
    await ask(execute(reference.url));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    ratios.push(residentBytes(empty.pid) / residentBytes(reference.pid));
    stocked.push(residentBytes(full.pid) / MEGABYTE);
    await Promise.all([reference, empty, full].map(({ stop }) => stop()));
  }
  return [
    { name: 'resident memory at rest, to bare node:http', target: { atMost: 2 }, unit: '×', values: ratios },
    { name: `resident memory with ${stock} runs`, target: { atMost: 180 }, unit: 'MB', values: stocked },
  ];
}

/** Runs a second that pour in while a client polls: enough for a rewrite every few seconds, and both cores have rest. */
const POURING = 4000;

/** The longest that a client polling runs/get waits while runs pour in and the file is rewritten. */
export async function rewritePause({ lab, stock }: Plan): Promise<Figure[]> {
  const own = await lab.hangar('rewritten');
  try {
    const run = await finishedRun(own.url);
    const poller = new Worker(new URL('poller.mjs', import.meta.url), {
      workerData: get(own.url, `/v0/runs/get?id=${run.id}`),
    });
    // Executing makes the rewrites: one whenever the file has doubled.
    await fill(own.url, stock, POURING);
    poller.postMessage('end');
    const [{ longest, p50, polls }] = (await once(poller, 'message')) as [Polls];
    return [
      {
        name: `longest wait of a poll while ${stock} runs are made and the file is rewritten`,
        target: { atMost: 50 },
        unit: 'ms',
        values: [longest],
        note: `${polls} polls, p50 ${p50.toFixed(1)} ms, beside ${POURING} runs a second`,
      },
    ];
  } finally {
    await own.stop();
  }
}

/** The report of `poller.mjs`, in milliseconds. */
interface Polls {
  readonly longest: number;
  readonly p50: number;
  readonly polls: number;
}
