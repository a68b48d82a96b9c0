import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { SCRIPT_LIMITS } from '../../../electron/emulator/behaviors/script/script-slots.ts';
import { endOf, runToEnd, scriptOf, type RunEnd } from '../../support/behaviors.ts';
import { scriptTask, startLive } from '../../support/live.ts';
import { fakeRun } from '../../support/run-context.ts';
import { scriptRunner } from '../../support/runners.ts';
import { until } from '../../support/until.ts';
import { lackOf } from '../../tools/tools.ts';

const MEGABYTE = 1024 * 1024;

/** Each kind of memory that a script can take, without ever giving its thread a moment. */
const KINDS: Readonly<Record<string, string>> = {
  // The engine ends a thread at 512 MB of heap: slow enough for a busy server to look before that.
  heap: `const still = new Int32Array(new SharedArrayBuffer(4));
    export default () => { const all = []; for (;;) { all.push(new Array(1_000_000).fill(0.5)); Atomics.wait(still, 0, 0, 50); } }`,
  buffers: `export default () => { const all = []; for (;;) all.push(Buffer.alloc(20_000_000, 1)); }`,
  shared_buffers: `export default () => { const all = []; for (;;) all.push(new Uint8Array(new SharedArrayBuffer(20_000_000)).fill(1)); }`,
  web_assembly: `export default () => { const all = []; for (;;) { const memory = new WebAssembly.Memory({ initial: 300 }); new Uint8Array(memory.buffer).fill(1); all.push(memory); } }`,
  clones: `export default () => { const part = new Uint8Array(20_000_000).fill(1); const all = []; for (;;) all.push(structuredClone(part)); }`,
  joined: `export default () => { const part = Buffer.alloc(20_000_000); const all = []; for (;;) all.push(Buffer.concat([part, part])); }`,
  strings: `export default () => { const all = []; for (let i = 0; ; i++) all.push(Buffer.alloc(20_000_000, i).toString('latin1')); }`,
  nested_thread: `import { Worker } from 'node:worker_threads';
    export default () => { new Worker('const all = []; for (;;) all.push(Buffer.alloc(20000000, 1))', { eval: true }); for (;;); }`,
  messages: `import { parentPort } from 'node:worker_threads';
    export default () => { for (;;) parentPort.postMessage(JSON.stringify({ type: 'records', records: [{ do: 'log', level: 'info', text: 'x'.repeat(900_000) }] })); }`,
  // Linux tells what processes a script has started; see the threat model for the other systems.
  ...(lackOf('Linux') === '' && {
    program: `import { execFileSync } from 'node:child_process';
      export default () => execFileSync(process.execPath, ['-e', 'const all = []; for (;;) all.push(Buffer.alloc(20000000, 1))'], { stdio: 'ignore' });`,
    detached_program: `import { spawn } from 'node:child_process';
      export default () => { spawn(process.execPath, ['-e', 'const all = []; for (;;) all.push(Buffer.alloc(20000000, 1))'], { stdio: 'ignore', detached: true }); for (;;); }`,
  }),
};

/** Less than in the product, in megabytes: whatever a script takes beyond is written by the processor, page by page. */
const MEMORY = { each: 128, all: 320 };
const runner = scriptRunner({ poolSize: () => 2, limits: { ...SCRIPT_LIMITS, memory: MEMORY } });
afterAll(() => runner.close());

const run = (source: string) => runToEnd(runner.run, scriptOf({ source }));
const GOOD = `export default async ({ sleep }) => { await sleep(0.05); return 'good'; }`;
const TOO_MUCH = expect.stringContaining('the script ran out of memory: it may use 128 MB') as string;

/** The most that this process, in which the server runs, grew by while the work was done. In bytes. */
async function growthDuring(work: Promise<unknown>): Promise<number> {
  const base = process.memoryUsage.rss();
  let most = base;
  let isOver = false;
  void work.finally(() => (isOver = true));
  while (!isOver) {
    most = Math.max(most, process.memoryUsage.rss());
    await pause(20);
  }
  return most - base;
}

describe('a script that takes too much memory fails for that reason, and the server does not grow', () => {
  test.each(Object.entries(KINDS))('%s', async (_, source) => {
    const bad = run(source);
    const good = run(GOOD);
    const growth = await growthDuring(bad);
    expect([(await bad).failure, (await good).output]).toEqual([TOO_MUCH, 'good']);
    expect(growth).toBeLessThan(500 * MEGABYTE);
  });

  test('also when it ends before its memory was measured', async () => {
    expect((await run(`export default () => Buffer.alloc(200_000_000, 1).length`)).failure).toEqual(TOO_MUCH);
  });

  test('kinds that use memory in different processes, all at once', async () => {
    const kinds = ['heap', 'buffers', 'messages', 'detached_program'].flatMap((kind) => KINDS[kind] ?? []);
    const runs = Promise.all(kinds.map(run));
    const growth = await growthDuring(runs);
    expect((await runs).map(({ failure }) => failure)).toEqual(kinds.map(() => TOO_MUCH));
    expect((await run(GOOD)).output).toBe('good');
    expect(growth).toBeLessThan(500 * MEGABYTE);
  });

  test('all together have a limit too: the one that uses most is ended, until the others fit', async () => {
    const some = `export default async ({ sleep }) => { const kept = Buffer.alloc(85_000_000, 1); await sleep(60); return kept.length; }`;
    const fakes = Array.from({ length: 5 }, () => fakeRun());
    const ends: RunEnd[] = [];
    const all = fakes.map((fake) => endOf(runner.run, scriptOf({ source: some }), fake).then((end) => ends.push(end)));
    await until(() => ends.length >= 2);
    // Long enough for the memory to be looked at a few times more.
    await run(`export default ({ sleep }) => sleep(0.5)`);
    expect(ends.map(({ failure }) => failure)).toEqual(
      [1, 2].map(() => expect.stringContaining('and all scripts together 320 MB') as string),
    );
    for (const fake of fakes) fake.abort();
    await Promise.all(all);
  });
});

test('by default a script may use 512 MB, of its heap as of other memory, and fails alone', async () => {
  const sources = { heap: KINDS['heap']!, buffers: KINDS['buffers']!, good: GOOD };
  const live = await startLive({ tasks: Object.entries(sources).map(([slug, source]) => scriptTask(slug, source)) });
  const ends = await Promise.all(Object.keys(sources).map((slug) => live.run(slug)));
  await live.emulator.stop();
  expect(ends.map(({ status, lines }) => [status, lines.at(-1)])).toEqual([
    // The engine of the thread may end it before the watch sees it.
    ['Failed', expect.stringContaining('it may use 512 MB')],
    ['Failed', expect.stringContaining('it may use 512 MB, and all scripts together 1024 MB')],
    ['Succeeded', undefined],
  ]);
});
