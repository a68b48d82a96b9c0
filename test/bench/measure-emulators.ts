import type * as Library from '../../electron/programs/library.ts';
import type { Figure } from './figures.ts';
import type { Plan } from './measures.ts';

/** The library as it is built. */
const LIBRARY = new URL('../../out/main/library.js', import.meta.url).href;
const STARTS = 20;

/** `startEmulator()` in a process that has an emulator already, as test suites with one for each file have. */
export async function emulators({ rounds }: Plan): Promise<Figure[]> {
  const { startEmulator } = (await import(LIBRARY)) as typeof Library;
  const running = [await startEmulator()];
  const values: number[] = [];
  const before = process.cpuUsage();
  for (let start = 0; start < rounds * STARTS; start++) {
    const began = performance.now();
    running.push(await startEmulator());
    values.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(before);
  await Promise.all(running.map(({ stop }) => stop()));
  const note = `${((user + system) / 1000 / values.length).toFixed(1)} ms of processor time`;
  return [{ name: 'startEmulator() beside others', target: { atMost: 10 }, unit: 'ms', values, note }];
}
