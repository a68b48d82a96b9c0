import type { Figure } from './figures.ts';
import { ask, get, type Lab } from './lab.ts';
import { dataWithRuns } from './many-runs.ts';
import { latencies, withServers } from './measure-speed.ts';
import { searchesOf } from './measure-search.ts';
import type { Plan } from './measures.ts';
import { processorMilliseconds, residentBytes, type Served } from './processes.ts';

const MILLION = 1_000_000;
const FEWER = 100_000;
/** Until the memory of a start has been collected, in milliseconds. */
const REST = 3000;
const KILOBYTE = 1024;

/** A million stored runs: start, memory, latency and searches. Their files are made by the first call on a machine. */
export async function million(plan: Plan): Promise<Figure[]> {
  const lab = plan.lab.withSettings({ retainRuns: 10 * MILLION });
  try {
    return [
      ...(await startAndMemory(lab, plan.rounds)),
      ...(await latencyOf(lab, { ...plan, stock: MILLION })),
      ...(await searches(lab, plan.rounds)),
    ];
  } finally {
    lab.remove();
  }
}

async function startAndMemory(lab: Lab, rounds: number): Promise<Figure[]> {
  const [many, fewer] = [await dataWithRuns(lab, MILLION), await dataWithRuns(lab, FEWER)];
  const started: Started[] = [];
  const perRun: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const of = { many: await startOf(lab, many, MILLION), fewer: await startOf(lab, fewer, FEWER) };
    started.push(of.many);
    perRun.push((of.many.resident - of.fewer.resident) / (MILLION - FEWER) / KILOBYTE);
  }
  const note = started.map(({ processor }) => `${processor.toFixed(0)} ms`).join(', ');
  return [
    {
      ...{ name: `start to first answer, ${MILLION} runs`, target: { atMost: 2000 }, unit: 'ms' },
      ...{ values: started.map(({ took }) => took), note: `processor time ${note}` },
    },
    {
      ...{ name: `resident memory for each run beyond ${FEWER}`, target: { atMost: 0.25 }, unit: 'KB', values: perRun },
      note: started.map(({ resident }) => `${(resident / KILOBYTE / KILOBYTE).toFixed(0)} MB`).join(', '),
    },
  ];
}

/** A start: milliseconds to the first answer, processor time of it, and bytes of memory after a rest. */
interface Started {
  readonly took: number;
  readonly processor: number;
  readonly resident: number;
}

async function startOf(lab: Lab, data: string, count: number): Promise<Started> {
  const began = performance.now();
  const own: Served = await lab.hangar(data);
  try {
    await ask(get(own.url, '/v0/runs/list?limit=1'));
    const [took, processor] = [performance.now() - began, processorMilliseconds(own.pid)];
    const { total } = await ask<{ total: number }>(get(own.url, '/_emulator/runs?limit=1'));
    if (total < count) throw new Error(`${count - total} of ${count} runs are missing`);
    await new Promise((resolve) => setTimeout(resolve, REST));
    return { took, processor, resident: residentBytes(own.pid) };
  } finally {
    await own.stop();
  }
}

async function latencyOf(lab: Lab, plan: Plan): Promise<Figure[]> {
  const [many, few] = [await dataWithRuns(lab, MILLION), await dataWithRuns(lab, 100)];
  return withServers([lab.hangar(many), lab.hangar(few)], (large, small) => latencies(plan, large, small));
}

async function searches(lab: Lab, rounds: number): Promise<Figure[]> {
  const own = await lab.watchedHangar(await dataWithRuns(lab, MILLION));
  try {
    return await searchesOf(own, { rounds, stock: MILLION, target: { atMost: 1000 } });
  } finally {
    await own.stop();
  }
}
