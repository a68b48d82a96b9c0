import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAlive } from '../../../electron/emulator/platform/processes.ts';
import type { RunStatus } from '../../../shared/model/status.ts';
import { folderWith } from '../../support/behaviors.ts';
import { scriptTask, startLive, type EndedRun, type Live } from '../../support/live.ts';
import { until } from '../../support/until.ts';
import { lackOf } from '../../tools/tools.ts';

/** Mistakes and attacks of scripts, with the expected end; some end only when they are cancelled. Memory: `script-memory.test.ts`. */
const MISDEEDS: Record<string, { source: string; status: RunStatus; says: string; cancel?: true }> = {
  endless_loop: { source: `export default () => { for (;;); }`, status: 'Cancelled', says: '', cancel: true },
  endless_start: { source: `for (;;);`, status: 'Cancelled', says: '', cancel: true },
  endless_promises: {
    source: `export default async () => { for (;;) await null; }`,
    status: 'Cancelled',
    says: '',
    cancel: true,
  },
  endless_regex: {
    source: `export default () => /^(a+)+$/.test('a'.repeat(60) + 'b')`,
    status: 'Cancelled',
    says: '',
    cancel: true,
  },
  endless_wait: {
    source: `export default () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
    status: 'Cancelled',
    says: '',
    cancel: true,
  },
  endless_child: {
    source: `import { execSync } from 'node:child_process';\nexport default () => execSync('sleep 1000')`,
    status: 'Cancelled',
    says: '',
    cancel: true,
  },
  deaf_to_signals: {
    source: `export default async ({ signal }) => { signal.addEventListener('abort', () => { for (;;); }); await new Promise(() => {}); }`,
    status: 'Cancelled',
    says: '',
    cancel: true,
  },
  exit: { source: `export default () => process.exit(3)`, status: 'Failed', says: 'the script called process.exit(3)' },
  kill: {
    source: `export default () => process.kill(process.pid, 'SIGKILL')`,
    status: 'Failed',
    says: 'a script may not end the process that it runs in',
  },
  unhandled_rejection: {
    source: `export default async () => { Promise.reject(new Error('nobody cares')); await new Promise(() => {}); }`,
    status: 'Failed',
    says: 'nobody cares',
  },
  recursion: {
    source: `export default function f() { return f() + 1; }`,
    status: 'Failed',
    says: 'Maximum call stack size exceeded',
  },
  circular: {
    source: `export default () => { const a = { list: [] }; a.list.push(a); return a; }`,
    status: 'Failed',
    says: 'output.list[0] is circular: it contains itself',
  },
  huge_output: {
    source: `export default ({ output }) => { output.set('text', 'x'.repeat(11_000_000)); }`,
    status: 'Failed',
    says: 'the output is too large: 11.0 MB of JSON; at most 10 MB are allowed',
  },
  many_outputs: {
    source: `export default ({ output }) => { for (let i = 0; i < 12; i++) output.append('list', 'x'.repeat(1_000_000)); }`,
    status: 'Failed',
    says: 'at most 10 MB are allowed',
  },
  no_json: { source: `export default () => ({ at: [1n] })`, status: 'Failed', says: 'output.at[0] is a BigInt' },
  print_flood: {
    source: `export default () => { for (let i = 0; i < 110_000; i++) console.log(i); throw new Error('enough'); }`,
    status: 'Failed',
    says: 'enough',
  },
  long_line: {
    source: `export default ({ log }) => { log.info('x'.repeat(17_000_000)); }`,
    status: 'Succeeded',
    says: 'The log is cut off here',
  },
};

const FLOOD = scriptTask(
  'log_flood',
  `export default ({ log }) => { for (let i = 0; i < 110_000; i++) log.info('line ' + i); return 'done'; }`,
);

const GOOD = [
  scriptTask('good', `export default async ({ params, sleep }) => { await sleep(0.1); return params.n + 1; }`, {
    parameters: [{ slug: 'n', type: 'integer' }],
    concurrency: 1000,
  }),
  {
    slug: 'steps',
    concurrency: 1000,
    parameters: [{ slug: 'n', type: 'integer' as const }],
    behavior: { kind: 'steps' as const, steps: [{ do: 'output' as const, value: '{{ params.n + 1 }}' }] },
  },
];

let live: Live;
beforeAll(async () => {
  const bad = Object.entries(MISDEEDS).map(([slug, { source }]) => scriptTask(slug, source));
  live = await startLive({ tasks: [...bad, FLOOD, ...GOOD] });
  await live.run('good', { n: 1 });
});
afterAll(() => live.emulator.stop());

/** Commits a misdeed; a run that would never end is cancelled once it is at work. */
async function commit(name: string): Promise<EndedRun> {
  const id = await live.start(name);
  if (MISDEEDS[name]?.cancel === true) {
    await live.reaches(id, 'Active');
    await live.api.v0.runs.cancel({ body: { runID: id } });
  }
  return live.ended(id);
}

function summary({ status, output, lines }: EndedRun, says: string) {
  const said = [JSON.stringify(output).replaceAll('\\"', '"'), ...lines].some((text) => text.includes(says));
  return { status, said };
}

/** Threads of this process; on Linux only. */
function threads(): number {
  return lackOf('Linux') === '' ? readdirSync('/proc/self/task').length : 0;
}

describe('a script ends its own run and nothing else', () => {
  // A flood takes long, and is among those that are made at once.
  const alone = Object.keys(MISDEEDS).filter((name) => name !== 'print_flood');
  test.each(alone)('%s', async (name) => {
    const { status, says } = MISDEEDS[name]!;
    expect(summary(await commit(name), says)).toEqual({ status, said: true });
  });

  test('all at once, while the server answers, other runs succeed, and no thread is left', async () => {
    const before = threads();
    const misdeeds = Promise.all(Object.keys(MISDEEDS).map(async (name) => [name, await commit(name)] as const));
    let over = false;
    void misdeeds.finally(() => (over = true));
    const outputs: unknown[] = [];
    const expected: unknown[] = [];
    for (let n = 0; !over; n++) {
      outputs.push((await live.run('steps', { n })).output, (await live.run('good', { n })).output);
      expected.push({ output: n + 1 }, { output: n + 1 });
      await pause(1000);
    }
    const ends = Object.fromEntries((await misdeeds).map(([name, end]) => [name, summary(end, MISDEEDS[name]!.says)]));
    expect({ ends, outputs }).toEqual({
      ends: Object.fromEntries(Object.entries(MISDEEDS).map(([name, { status }]) => [name, { status, said: true }])),
      outputs: expected,
    });
    await until(() => threads() <= before);
  });

  test('a flood of lines is kept up to its limit, and its end says so', async () => {
    const runID = await live.start('log_flood');
    expect(await live.reaches(runID)).toBe('Succeeded');
    const { logs } = await live.api.v0.runs.getLogs({ query: { runID } });
    expect([logs.at(-2)?.text, logs.at(-1)?.text, logs.at(-1)?.level]).toEqual([
      'line 99999',
      'The log is cut off here: a run may log 100,000 lines and 16 MB. Further lines are dropped.',
      'warning',
    ]);
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
