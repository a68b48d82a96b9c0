import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { testEmulator } from '../../support/emulator.ts';
import { steps } from '../../support/steps.ts';

// A text that is cut out of another one keeps the whole other one in memory, and the IDs of runs whose ends were read are kept for long.

/** Bytes in use after a collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  return process.memoryUsage().heapUsed;
}

const RUNS = 1000;
/** Characters of a query. */
const LONG = 15_000;

test('the queries with which the ends of runs were read are not kept in memory', async () => {
  const hangar = await testEmulator({
    settings: { trafficEntries: 1 },
    tasks: [{ slug: 'quick', concurrency: RUNS, behavior: steps() }],
  });
  const ids: string[] = [];
  for (let n = 0; n < RUNS; n++) ids.push(await hangar.execute('quick'));
  const read = async (id: string) => {
    const { status } = await hangar.send(`/v0/runs/get?id=${id}&more=${'x'.repeat(LONG)}`);
    expect(status).toBe(200);
  };
  await hangar.send('/_emulator/findings', { method: 'DELETE' });
  const before = heapUsed();
  for (const id of ids) await read(id);
  // Detectors keep the latest requests, as many as they need.
  expect((await hangar.send('/_emulator/findings', { method: 'DELETE' })).status).toBe(200);
  expect(heapUsed() - before).toBeLessThan((RUNS * LONG) / 3);
  expect((await hangar.api.emulator.coverage.read()).runStatuses).toEqual({ Succeeded: RUNS });
});
