import { expect, test } from 'vitest';
import { startLive } from '../support/live.ts';

const scriptOf = (source: string) => ({ slug: 't', behavior: { kind: 'script' as const, source } });

async function outputOf(source: string, seconds: number): Promise<unknown> {
  const clock = { now: '2030-01-01T00:00:00Z', state: 'frozen' as const };
  const { emulator, api, ended } = await startLive({ tasks: [scriptOf(source)] }, { clock });
  try {
    const { runID } = await api.v0.tasks.execute({ body: { slug: 't' } });
    const { events, blockedBy } = await emulator.clock.advance({ seconds, waitSeconds: 60 });
    return [(await ended(runID)).output, events.map(({ at, kind }) => `${at.slice(11, 19)} ${kind}`), blockedBy];
  } finally {
    await emulator.stop();
  }
}

test('Date and now() of a script follow the clock, and sleep waits on it', async () => {
  const source = `export default async ({ now, sleep }) => {
    const seen = [new Date().toISOString()];
    await sleep(1800);
    seen.push(new Date().toISOString(), now().toISOString(), new Date(Date.now()).toISOString());
    const made = new Date(2020, 0, 1);
    return { seen, text: Date().slice(11, 15), is: made instanceof Date && made.constructor === Date };
  }`;
  const later = '2030-01-01T00:30:00.000Z';
  expect(await outputOf(source, 7200)).toEqual([
    { seen: ['2030-01-01T00:00:00.000Z', later, later, later], text: '2030', is: true },
    ['00:30:00 wait'],
    [],
  ]);
});

test('waits of a script side by side end in order, each at its own instant', async () => {
  const source = `export default async ({ now, sleep }) => {
    const ends = [];
    const after = async (...list) => {
      for (const seconds of list) await sleep(seconds);
      ends.push([list.join(), now().toISOString().slice(11, 19)]);
    };
    await Promise.all([after(20), after(10, 5), after(10), after(10, 25)]);
    return { ends };
  }`;
  expect(await outputOf(source, 60)).toEqual([
    {
      ends: [
        ['10', '00:00:10'],
        ['10,5', '00:00:15'],
        ['20', '00:00:20'],
        ['10,25', '00:00:35'],
      ],
    },
    ['00:00:10 wait', '00:00:10 wait', '00:00:10 wait', '00:00:15 wait', '00:00:20 wait', '00:00:35 wait'],
    [],
  ]);
});

test('a script that does not get to its next wait blocks an advance', async () => {
  const source = `export default () => new Promise((resolve) => setTimeout(resolve, 5000));`;
  const { emulator, api } = await startLive({ tasks: [scriptOf(source)] });
  const { runID } = await api.v0.tasks.execute({ body: { slug: 't' } });
  const { events, blockedBy } = await emulator.clock.advance({ seconds: 10, waitSeconds: 0.2 });
  const { busy } = emulator.clock.read();
  await emulator.stop();
  expect([events, blockedBy, busy]).toEqual([[], [{ kind: 'script', runID }], [{ kind: 'script', runID }]]);
});
