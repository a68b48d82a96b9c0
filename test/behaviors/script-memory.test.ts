import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import { scriptTask, startLive, type Live } from '../support/live.ts';

const MEGABYTE = 1024 * 1024;

/** Each kind of memory that a script can take, without ever giving its thread a moment. */
const KINDS: Readonly<Record<string, string>> = {
  heap: `export default () => { const all = []; for (;;) all.push(new Array(1_000_000).fill(0.5)); }`,
  buffers: `export default () => { const all = []; for (;;) all.push(Buffer.alloc(20_000_000, 1)); }`,
  shared_buffers: `export default () => { const all = []; for (;;) all.push(new Uint8Array(new SharedArrayBuffer(20_000_000)).fill(1)); }`,
  web_assembly: `export default () => { const all = []; for (;;) { const memory = new WebAssembly.Memory({ initial: 300 }); new Uint8Array(memory.buffer).fill(1); all.push(memory); } }`,
  clones: `export default () => { const part = new Uint8Array(20_000_000).fill(1); const all = []; for (;;) all.push(structuredClone(part)); }`,
  strings: `export default () => { const all = []; for (let i = 0; ; i++) all.push(Buffer.alloc(20_000_000, i).toString('latin1')); }`,
  nested_thread: `import { Worker } from 'node:worker_threads';
    export default () => { new Worker('const all = []; for (;;) all.push(Buffer.alloc(20000000, 1))', { eval: true }); for (;;); }`,
  messages: `import { parentPort } from 'node:worker_threads';
    export default () => { for (;;) parentPort.postMessage(JSON.stringify({ type: 'records', records: [{ do: 'log', level: 'info', text: 'x'.repeat(900_000) }] })); }`,
  // Linux tells what processes a script has started; see the threat model for the other systems.
  ...(process.platform === 'linux' && {
    program: `import { execFileSync } from 'node:child_process';
      export default () => execFileSync(process.execPath, ['-e', 'const all = []; for (;;) all.push(Buffer.alloc(20000000, 1))'], { stdio: 'ignore' });`,
    detached_program: `import { spawn } from 'node:child_process';
      export default () => { spawn(process.execPath, ['-e', 'const all = []; for (;;) all.push(Buffer.alloc(20000000, 1))'], { stdio: 'ignore', detached: true }); for (;;); }`,
  }),
};

let live: Live;
beforeAll(async () => {
  live = await startLive({
    tasks: [
      ...Object.entries(KINDS).map(([slug, source]) => scriptTask(slug, source)),
      scriptTask(
        'some',
        `export default async ({ sleep }) => { const kept = Buffer.alloc(300_000_000, 1); await sleep(60); return kept.length; }`,
      ),
      scriptTask('brief', `export default () => Buffer.alloc(700_000_000, 1).length`),
      scriptTask('good', `export default async ({ sleep }) => { await sleep(0.05); return 'good'; }`),
    ],
  });
});
afterAll(() => live.emulator.stop());

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

describe('A script that takes too much memory fails for that reason, and the server does not grow', () => {
  test.each(Object.keys(KINDS))(
    '%s',
    async (kind) => {
      const run = live.run(kind);
      const good = live.run('good');
      const growth = await growthDuring(run);
      const { status, lines } = await run;
      expect([status, lines.at(-1), (await good).status]).toEqual([
        'Failed',
        expect.stringContaining('the script ran out of memory: it may use 512 MB'),
        'Succeeded',
      ]);
      expect(growth).toBeLessThan(500 * MEGABYTE);
    },
    60_000,
  );

  test('Also when it is done before anybody looked', async () => {
    const { status, lines } = await live.run('brief');
    expect([status, lines.at(-1)]).toEqual(['Failed', expect.stringContaining('it may use 512 MB')]);
  });

  test('All kinds at once', async () => {
    const runs = Promise.all(Object.keys(KINDS).map((kind) => live.run(kind)));
    const growth = await growthDuring(runs);
    expect((await runs).map(({ status }) => status)).toEqual(Object.keys(KINDS).map(() => 'Failed'));
    expect((await live.run('good')).status).toBe('Succeeded');
    expect(growth).toBeLessThan(500 * MEGABYTE);
  }, 120_000);

  test('All together have a limit too: the one that uses most is ended, until the others fit', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => live.start('some')));
    const withStatus = async (status: string) => {
      const runs = await Promise.all(ids.map((id) => live.api.v0.runs.get({ query: { id } })));
      return runs.filter((run) => run.status === status).map(({ id }) => id);
    };
    while ((await withStatus('Failed')).length < 2) await pause(50);
    const ends = await Promise.all((await withStatus('Failed')).map((id) => live.ended(id)));
    for (const { lines } of ends) expect(lines.at(-1)).toContain('and all scripts together 1024 MB');
    await pause(500);
    expect(await withStatus('Active')).toHaveLength(3);
    await Promise.all(ids.map((runID) => live.api.v0.runs.cancel({ body: { runID } }).catch(() => undefined)));
  }, 60_000);
});
