import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { workerText } from '../../build/worker-text.ts';
import { spread, type Figure } from './figures.ts';
import { execute, finishedRun, get, Lab } from './lab.ts';
import { load, type Shot } from './load.ts';
import type { Plan } from './measures.ts';
import { processorMilliseconds, type Served } from './processes.ts';

const ENTRY = fileURLToPath(new URL('../../electron/programs/headless.ts', import.meta.url));

/** Leaves out all that follows the traffic log: findings, coverage, and the traffic that is kept on disk. */
function withoutEvidence(): Plugin {
  return {
    name: 'without-evidence',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/traffic-log.ts')) return undefined;
      const left = code.replace('this.#listeners.add(listener);', '');
      if (left === code) throw new Error('traffic-log.ts adds its listeners in another way');
      return left;
    },
  };
}

/** Builds the headless program as one file. Gives its path. */
async function built(folder: string, plugins: readonly Plugin[]): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [workerText(), ...plugins],
    build: { ssr: ENTRY, outDir: folder, rolldownOptions: { output: { entryFileNames: 'headless.mjs' } } },
    ssr: { noExternal: true },
  });
  return join(folder, 'headless.mjs');
}

/** Microseconds of processor time that a server takes for each request of a stretch of load. */
async function microseconds({ pid }: Served, shot: Shot, { seconds }: Plan): Promise<number> {
  const before = processorMilliseconds(pid);
  const { perSecond } = await load(shot, { seconds });
  return ((processorMilliseconds(pid) - before) * 1000) / (perSecond * seconds);
}

/** Microseconds of processor time for each request, of the server with and of the one without evidence. */
interface Times {
  readonly on: number;
  readonly off: number;
}

/** Two turns of each server, so that a machine that becomes faster or slower meanwhile favours neither. */
async function round({ on, off }: Readonly<Record<keyof Times, () => Promise<number>>>): Promise<Times> {
  const times = [await on(), await off(), await off(), await on()] as const;
  return { on: (times[0] + times[3]) / 2, off: (times[1] + times[2]) / 2 };
}

/** The requests that are measured, by name. */
async function shotsOf({ url }: Served): Promise<Readonly<Record<string, Shot>>> {
  const { id } = await finishedRun(url);
  return { 'GET runs/get': get(url, `/v0/runs/get?id=${id}`), 'POST tasks/execute': execute(url) };
}

/** Speed with findings, coverage and kept traffic, to a build without these: by processor time for each request, by turns. */
export async function evidence(plan: Plan): Promise<Figure[]> {
  const labOf = async (name: string, plugins: readonly Plugin[]): Promise<Lab> =>
    new Lab(await built(join(plan.lab.folder, name), plugins));
  const labs = [await labOf('with', []), await labOf('without', [withoutEvidence()])] as const;
  const [on, off] = [await labs[0].hangar('data'), await labs[1].hangar('data')];
  try {
    const [shotsOn, shotsOff] = [await shotsOf(on), await shotsOf(off)];
    const figures: Figure[] = [];
    for (const [name, shot] of Object.entries(shotsOn)) {
      const turn = {
        on: () => microseconds(on, shot, plan),
        off: () => microseconds(off, shotsOff[name] ?? shot, plan),
      };
      const times: Times[] = [];
      for (let n = 0; n <= plan.rounds; n++) times.push(await round(turn));
      figures.push(figureOf(name, times.slice(1)));
    }
    return figures;
  } finally {
    await Promise.all([on.stop(), off.stop()]);
    for (const lab of labs) lab.remove();
  }
}

function figureOf(name: string, times: readonly Times[]): Figure {
  const medianOf = (values: readonly number[]): string => spread(values).median.toFixed(1);
  return {
    name: `${name} with findings, coverage and kept traffic, to without`,
    ...{ target: { atLeast: 0.95 }, unit: '×', values: times.map(({ on, off }) => off / on) },
    note: `${medianOf(times.map(({ on }) => on))} to ${medianOf(times.map(({ off }) => off))} µs of processor time`,
  };
}
