import type { Figure } from './figures.ts';
import { ask, execute, fill, get, type Lab } from './lab.ts';
import type { Plan } from './measures.ts';
import { bare, bareStart, residentBytes } from './processes.ts';

const MEGABYTE = 1_000_000;

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
