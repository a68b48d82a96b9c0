import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAlive } from '../../../electron/emulator/platform/processes.ts';
import type { RunStatus } from '../../../shared/model/status.ts';
import { folderWith } from '../../support/behaviors.ts';
import { scriptTask, startLive, type Live } from '../../support/live.ts';
import { steps } from '../../support/steps.ts';
import { until } from '../../support/until.ts';
import { lackOf } from '../../tools/tools.ts';

/** Scripts that never end by themselves. Memory: `script-memory.test.ts`. */
const ENDLESS: Readonly<Record<string, string>> = {
  endless_loop: `export default () => { for (;;); }`,
  endless_start: `for (;;);`,
  endless_promises: `export default async () => { for (;;) await null; }`,
  endless_regex: `export default () => /^(a+)+$/.test('a'.repeat(60) + 'b')`,
  endless_wait: `export default () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
  endless_child: `import { execSync } from 'node:child_process';\nexport default () => execSync('sleep 1000')`,
  deaf_to_signals: `export default async ({ signal }) => { signal.addEventListener('abort', () => { for (;;); }); await new Promise(() => {}); }`,
};

/** Scripts that fail, each with the reason of its run. */
const FAILING: Readonly<Record<string, readonly [source: string, reason: string]>> = {
  exit: [`export default () => process.exit(3)`, 'the script called process.exit(3)'],
  kill: [
    `export default () => process.kill(process.pid, 'SIGKILL')`,
    'a script may not end the process that it runs in',
  ],
  recursion: [`export default function f() { return f() + 1; }`, 'Maximum call stack size exceeded'],
  circular: [
    `export default () => { const a = { list: [] }; a.list.push(a); return a; }`,
    'output.list[0] is circular: it contains itself',
  ],
  no_json: [`export default () => ({ at: [1n] })`, 'output.at[0] is a BigInt'],
  huge_output: [
    `export default ({ output }) => { output.set('text', 'x'.repeat(11_000_000)); }`,
    'the output is too large: 11.0 MB of JSON; at most 10 MB are allowed',
  ],
  print_flood: [
    `export default () => { for (let i = 0; i < 110_000; i++) console.log(i); throw new Error('enough'); }`,
    'enough',
  ],
};

const parameters = [{ slug: 'n', type: 'integer' as const }];
const GOOD = [
  scriptTask('good', `export default async ({ params, sleep }) => { await sleep(0.1); return params.n + 1; }`, {
    parameters,
    concurrency: 1000,
  }),
  { slug: 'steps', concurrency: 1000, parameters, behavior: steps({ do: 'output', value: '{{ params.n + 1 }}' }) },
];

let live: Live;
beforeAll(async () => {
  const sources = [...Object.entries(ENDLESS), ...Object.entries(FAILING).map(([slug, [source]]) => [slug, source])];
  live = await startLive({ tasks: [...sources.map(([slug = '', source = '']) => scriptTask(slug, source)), ...GOOD] });
  await live.run('good', { n: 1 });
});
afterAll(() => live.emulator.stop());

/** Executes a script that never ends, and cancels it once it is at work; gives its status. */
async function cancelled(slug: string): Promise<RunStatus> {
  const runID = await live.start(slug);
  await live.reaches(runID, 'Active');
  await live.api.v0.runs.cancel({ body: { runID } });
  return (await live.ended(runID)).status;
}

/** Executes a script that fails; gives its status, and whether its output or its log has the reason. */
async function failed(slug: string): Promise<readonly [RunStatus, boolean]> {
  const { status, output, lines } = await live.run(slug);
  const [, reason] = FAILING[slug]!;
  return [status, [JSON.stringify(output), ...lines].some((text) => text.includes(reason))];
}

/** Threads of this process; on Linux only. */
function threads(): number {
  return lackOf('Linux') === '' ? readdirSync('/proc/self/task').length : 0;
}

describe('a script ends its own run and nothing else', () => {
  test.each(Object.keys(ENDLESS))('%s, once it is cancelled', async (slug) => {
    expect(await cancelled(slug)).toBe('Cancelled');
  });

  // A flood takes long, and is among those that are made at once.
  test.each(Object.keys(FAILING).filter((slug) => slug !== 'print_flood'))('%s, with the reason', async (slug) => {
    expect(await failed(slug)).toEqual(['Failed', true]);
  });

  test('all at once, while the server answers, other runs succeed, and no thread is left', async () => {
    const before = threads();
    const misdeeds = Promise.all([
      Promise.all(Object.keys(ENDLESS).map(cancelled)),
      Promise.all(Object.keys(FAILING).map(failed)),
    ]);
    let over = false;
    void misdeeds.finally(() => (over = true));
    const outputs: unknown[] = [];
    const expected: unknown[] = [];
    for (let n = 0; !over; n++) {
      outputs.push((await live.run('steps', { n })).output, (await live.run('good', { n })).output);
      expected.push({ output: n + 1 }, { output: n + 1 });
      await pause(1000);
    }
    expect({ ends: await misdeeds, outputs }).toEqual({
      ends: [Object.keys(ENDLESS).map(() => 'Cancelled'), Object.keys(FAILING).map(() => ['Failed', true])],
      outputs: expected,
    });
    await until(() => threads() <= before);
  });
});

describe('a script that has to stop', () => {
  test('may clean up when its signal is aborted, and its pending calls reject', async () => {
    const source = `import { writeFileSync } from 'node:fs';
      export default async ({ params, sleep, log }) => {
        log.info('started');
        try { await sleep(60); } catch (error) { writeFileSync(params.file, error.name); }
      };`;
    const file = `${folderWith()}/tidied`;
    const own = await startLive({ tasks: [scriptTask('tidy', source, { parameters: [{ slug: 'file' }] })] });
    const runID = await own.start('tidy', { file });
    await until(async () => (await own.api.v0.runs.getLogs({ query: { runID } })).logs.length > 0);
    await own.api.v0.runs.cancel({ body: { runID } });
    await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
    await own.emulator.stop();
    expect(readFileSync(file, 'utf8')).toBe('AbortError');
  });

  test('ends with its timeout, even within an endless loop', async () => {
    const own = await startLive({ tasks: [scriptTask('slow', `export default () => { for (;;); }`, { timeout: 1 })] });
    const run = await own.run('slow');
    await own.emulator.stop();
    expect(run).toMatchObject({ status: 'Cancelled', lines: [expect.stringMatching(/^warning .*1 s/)] });
  });

  test('ends with the processes that it has started', async () => {
    const source = `import { spawn } from 'node:child_process';
      export default async ({ log, sleep }) => {
        const child = spawn('sh', ['-c', 'sleep 1000 & echo $!; sleep 1000'], { stdio: ['ignore', 'pipe', 'ignore'] });
        child.stdout.on('data', (pid) => log.info(child.pid + ' ' + pid));
        await sleep(60);
      };`;
    const own = await startLive({ tasks: [scriptTask('parent', source)] });
    const runID = await own.start('parent');
    const logged = await until(async () => (await own.api.v0.runs.getLogs({ query: { runID } })).logs[0]);
    const pids = logged.text.split(' ').map(Number);
    await own.api.v0.runs.cancel({ body: { runID } });
    await until(() => !pids.some(isAlive));
    await own.emulator.stop();
    expect(pids).toHaveLength(2);
  });
});
