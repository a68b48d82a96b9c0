import { spread, type Figure } from './figures.ts';
import { ask, execute, finishedRun, get } from './lab.ts';
import { load, type Shot } from './load.ts';
import type { Plan } from './measures.ts';
import { bare, type Served } from './processes.ts';

/** Loads two servers by turns; gives the ratio of each round, and how fast each was. */
async function ratios(plan: Plan, ours: Shot, theirs: Shot): Promise<{ values: number[]; note: string }> {
  // A server is measured as it goes on, not while its code is being compiled.
  await load(ours, plan);
  await load(theirs, plan);
  const rounds: [number, number][] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const own = await load(ours, plan);
    const other = await load(theirs, plan);
    rounds.push([own, other]);
  }
  const median = (side: 0 | 1): string => spread(rounds.map((each) => each[side])).median.toFixed(0);
  return { values: rounds.map(([own, other]) => own / other), note: `${median(0)} to ${median(1)} a second` };
}

/** Runs with servers that are stopped afterwards, however it ends. */
async function withServers<T>(
  servers: readonly Promise<Served>[],
  use: (...served: Served[]) => Promise<T>,
): Promise<T> {
  const served = await Promise.all(servers);
  try {
    return await use(...served);
  } finally {
    await Promise.all(served.map(({ stop }) => stop()));
  }
}

/** GET runs/get of a finished run, against bare node:http sending the same bytes. */
export async function reading(plan: Plan): Promise<Figure[]> {
  return withServers([plan.lab.hangar('reading')], async (own) => {
    const run = await finishedRun(own.url);
    const reference = await bare('same', plan.lab.file('run.json', JSON.stringify(run)));
    try {
      const measured = await ratios(plan, get(own.url, `/v0/runs/get?id=${run.id}`), { url: reference.url });
      return [
        { name: 'GET runs/get of a finished run, to bare node:http', target: { atLeast: 0.7 }, unit: '×', ...measured },
      ];
    } finally {
      await reference.stop();
    }
  });
}

/** POST tasks/execute, against bare node:http parsing the same body. */
export async function executing(plan: Plan): Promise<Figure[]> {
  return withServers([plan.lab.hangar('executing'), bare('parse')], async (own, reference) => {
    const measured = await ratios(plan, execute(own.url), { ...execute(own.url), url: reference.url });
    await assertAllSucceeded(own.url);
    return [{ name: 'POST tasks/execute, to bare node:http', target: { atLeast: 0.25 }, unit: '×', ...measured }];
  });
}

async function assertAllSucceeded(url: string): Promise<void> {
  const { total } = await ask<{ total: number }>(get(url, '/_emulator/runs?limit=1'));
  const { total: succeeded } = await ask<{ total: number }>(get(url, '/_emulator/runs?limit=1&status=Succeeded'));
  if (succeeded !== total) throw new Error(`${total - succeeded} of ${total} runs did not succeed`);
}
