import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState, type StateStore } from '../../electron/emulator/store/state/state.ts';
import { finished, line, START } from '../store/sample.ts';

/**
 * Measures the store with 100,000 finished runs of 5 log lines: bytes written, time to start, memory, pauses of the event loop.
 * Not run by the tests: `npx rolldown test/bench/store.bench.ts --platform node -o /tmp/store.mjs && node --expose-gc
 * /tmp/store.mjs`
 */

const RUNS = Number(process.env['RUNS'] ?? 100_000);
const PER_TURN = 20;
const folder = mkdtempSync(join(tmpdir(), 'hangar-store-'));
const options = { folder, now: () => START, onFailure: (error: Error) => console.error(error.message) };

function memory(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

function report(what: string, value: number, unit: string): void {
  console.log(`${what.padEnd(52)} ${value.toFixed(2).padStart(10)} ${unit}`);
}

/** The longest time that a timer of one millisecond came late. */
function watchPauses(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

function sampleRun(n: number) {
  return finished(n, {
    taskID: `tsk${n % 20}`,
    paramValues: { order_id: `AB${n}`, amount: n },
    output: { refunded: n, via: 'prod' },
  });
}

const logs = [1, 2, 3, 4, 5].map((n) => line(n, `Refunding order AB12345, step ${n}`));

async function put(state: StateStore): Promise<void> {
  for (let n = 0; n < RUNS;) {
    for (let i = 0; i < PER_TURN && n < RUNS; i++, n++) {
      const run = sampleRun(n);
      state.put('run', run);
      state.appendLogs(run.id, logs);
    }
    await state.flushed();
  }
}

function sizeOf(name: RegExp): number {
  const names = readdirSync(folder).filter((file) => name.test(file));
  return names.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

async function written(): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  return Number(/write_bytes|wchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8').catch(() => ''))?.[1] ?? 0);
}

async function main(): Promise<void> {
  const idle = memory();
  const before = await written();
  let state = await openState(options);
  const pauses = watchPauses();
  let began = performance.now();
  await put(state);
  report('put and flushed, runs per second', RUNS / ((performance.now() - began) / 1000), '/s');
  await state.compact();
  report('longest pause of the event loop meanwhile', pauses(), 'ms');
  const bytes = (await written()) - before;
  const own = JSON.stringify(sampleRun(12_345)).length;
  report('bytes written per run', bytes / RUNS, 'bytes');
  report('… of its own JSON, logs not counted', bytes / RUNS / own, '×');
  report('… of its own JSON with its logs', bytes / RUNS / (own + JSON.stringify(logs).length), '×');
  report('archives on disk', sizeOf(/^archive.*jsonl$/) / 1e6, 'MB');
  report('indexes on disk', sizeOf(/index/) / 1e6, 'MB');
  await state.close();
  const closed = memory();
  began = performance.now();
  state = await openState(options);
  report('time to open', performance.now() - began, 'ms');
  report('memory of the open state per run (after the load above)', (memory() - closed) / RUNS, 'bytes');
  report('memory of everything per run', (memory() - idle) / RUNS, 'bytes');
  began = performance.now();
  for (let i = 0; i < 100; i++) {
    const page = [];
    for (const { id } of state.runIndex({ taskID: `tsk${i % 20}` })) if (page.push(state.get('run', id)) === 50) break;
  }
  report('the newest 50 of a task, of different tasks', (performance.now() - began) / 100, 'ms');
  await state.close();
  rmSync(folder, { recursive: true });
}

await main();
