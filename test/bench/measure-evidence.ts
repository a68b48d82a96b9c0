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

/** Speed of a server under load. */
interface Speed {
  readonly perSecond: number;
  /** Microseconds of processor time of all threads for each request. */
  readonly microseconds: number;
}

/** Measures a server under load. */
export async function speedOf({ pid }: Served, shot: Shot, { seconds }: Plan): Promise<Speed> {
  const before = processorMilliseconds(pid);
  const { perSecond } = await load(shot, { seconds });
  return { perSecond, microseconds: ((processorMilliseconds(pid) - before) * 1000) / (perSecond * seconds) };
}

/** Speed of the server with and of the one without evidence. */
interface Speeds {
  readonly on: Speed;
  readonly off: Speed;
}

/** Two turns of each server, so that a machine that becomes faster or slower meanwhile favours neither. */
export async function round({ on, off }: Readonly<Record<keyof Speeds, () => Promise<Speed>>>): Promise<Speeds> {
  const turns = [await on(), await off(), await off(), await on()] as const;
  return { on: mean(turns[0], turns[3]), off: mean(turns[1], turns[2]) };
}

function mean(first: Speed, second: Speed): Speed {
  return {
    perSecond: (first.perSecond + second.perSecond) / 2,
    microseconds: (first.microseconds + second.microseconds) / 2,
  };
}

/** The requests that are measured, by name. */
async function shotsOf({ url }: Served): Promise<Readonly<Record<string, Shot>>> {
  const { id } = await finishedRun(url);
  return { 'GET runs/get': get(url, `/v0/runs/get?id=${id}`), 'POST tasks/execute': execute(url) };
}

/** Requests a second with findings, coverage and kept traffic, to a build without these, by turns. */
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
        on: () => speedOf(on, shot, plan),
        off: () => speedOf(off, shotsOff[name] ?? shot, plan),
      };
      const rounds: Speeds[] = [];
      for (let n = 0; n <= plan.rounds; n++) rounds.push(await round(turn));
      figures.push(figureOf(name, rounds.slice(1)));
    }
    return figures;
  } finally {
    await Promise.all([on.stop(), off.stop()]);
    for (const lab of labs) lab.remove();
  }
}

function figureOf(name: string, rounds: readonly Speeds[]): Figure {
  const medianOf = (side: keyof Speeds): string =>
    spread(rounds.map((each) => each[side].microseconds)).median.toFixed(1);
  return {
    name: `${name} with findings, coverage and kept traffic, to without`,
    ...{ target: { atLeast: 0.95 }, unit: '×', values: rounds.map(({ on, off }) => on.perSecond / off.perSecond) },
    note: `${medianOf('on')} to ${medianOf('off')} µs of processor time`,
  };
}
