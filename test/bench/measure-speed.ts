import { spread, type Figure, type Target } from './figures.ts';
import { ask, execute, finishedRun, get } from './lab.ts';
import { load, type Measured, type Shot } from './load.ts';
import type { Plan } from './measures.ts';
import { bare, type Served } from './processes.ts';

/** A server that another one is compared with. */
interface Reference {
  /** In the table. */
  readonly name: string;
  /** Least ratio of the other's rate to this one's. */
  readonly target: Target;
  readonly shot: Shot;
}

/** Loads a server and its references by turns. Gives the ratio of its rate to each of theirs, of every round. */
async function compare(plan: Plan, title: string, shot: Shot, references: readonly Reference[]): Promise<Figure[]> {
  const shots = [shot, ...references.map((reference) => reference.shot)];
  // A server is measured as it goes on, not while its code is being compiled.
  for (const each of shots) await load(each, plan);
  const own: Measured[] = [];
  const theirs = references.map((): Measured[] => []);
  for (let round = 0; round < plan.rounds; round++) {
    own.push(await load(shot, plan));
    for (const [index, reference] of references.entries()) theirs[index]?.push(await load(reference.shot, plan));
  }
  return references.map(({ name, target }, index) => {
    const other = theirs[index] ?? [];
    return {
      name: `${title}, to ${name}`,
      target,
      values: own.map(({ rate }, round) => rate / (other[round]?.rate ?? NaN)),
      unit: '×',
      note: `${median(own, 'rate')} to ${median(other, 'rate')} a second, p99 ${median(own, 'p99')} to ${median(other, 'p99')} ms`,
    };
  });
}

function median(measured: readonly Measured[], what: keyof Measured): string {
  return spread(measured.map((each) => each[what])).median.toFixed(0);
}

/** Runs with servers that are stopped afterwards, however it ends. */
async function withServers<T>(
  servers: readonly Promise<Served>[],
  use: (served: readonly Served[]) => Promise<T>,
): Promise<T> {
  const served = await Promise.all(servers);
  try {
    return await use(served);
  } finally {
    await Promise.all(served.map(({ stop }) => stop()));
  }
}

/** GET runs/get of a finished run, against bare node:http sending the same bytes, and against another build. */
export async function reading(plan: Plan): Promise<Figure[]> {
  return withServers([plan.lab.hangar('reading'), ...plan.lab.beside('reading')], async ([own, ...besides]) => {
    const run = await finishedRun(urlOf(own));
    const body = plan.lab.file('run.json', JSON.stringify(run));
    const references: Reference[] = [];
    for (const { url } of besides) {
      const other = await finishedRun(url);
      references.push({ ...ANOTHER_BUILD, target: { atLeast: 0.95 }, shot: get(url, `/v0/runs/get?id=${other.id}`) });
    }
    return withServers([bare('same', body)], ([plain]) =>
      compare(plan, 'GET runs/get of a finished run', get(urlOf(own), `/v0/runs/get?id=${run.id}`), [
        { ...BARE_NODE, target: { atLeast: 0.7 }, shot: { url: urlOf(plain) } },
        ...references,
      ]),
    );
  });
}

/** POST tasks/execute, against bare node:http parsing the same body, and against another build. */
export async function executing(plan: Plan): Promise<Figure[]> {
  const servers = [plan.lab.hangar('executing'), bare('parse'), ...plan.lab.beside('executing')];
  return withServers(servers, async ([own, plain, ...besides]) => {
    const figures = await compare(plan, 'POST tasks/execute', execute(urlOf(own)), [
      { ...BARE_NODE, target: { atLeast: 0.25 }, shot: { ...execute(urlOf(own)), url: urlOf(plain) } },
      ...besides.map(({ url }) => ({ ...ANOTHER_BUILD, target: { atLeast: 1.1 }, shot: execute(url) })),
    ]);
    await assertAllSucceeded(urlOf(own));
    return figures;
  });
}

const BARE_NODE = { name: 'bare node:http' };
const ANOTHER_BUILD = { name: 'the build beside' };

function urlOf(served: Served | undefined): string {
  if (served === undefined) throw new Error('a server was not started');
  return served.url;
}

async function assertAllSucceeded(url: string): Promise<void> {
  const { total } = await ask<{ total: number }>(get(url, '/_emulator/runs?limit=1'));
  const { total: succeeded } = await ask<{ total: number }>(get(url, '/_emulator/runs?limit=1&status=Succeeded'));
  if (succeeded !== total) throw new Error(`${total - succeeded} of ${total} runs did not succeed`);
}
