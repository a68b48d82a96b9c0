import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { hasProc, startOf } from '../../../electron/emulator/platform/processes.ts';
import { builtProgram } from '../../support/built-program.ts';
import { block } from '../../support/docs.ts';
import { skipWithout } from '../../support/needs.ts';
import { type ProgramEnd, run, start } from '../../support/program.ts';

const { folder, home } = builtProgram();

beforeEach(async () => {
  await writeFile(join(folder(), 'hangar.json'), block('explore-hangar.json'));
  await writeFile(join(folder(), 'job.mjs'), block('explore-job.mjs'));
});

const path = (name: string): string => join(folder(), name);

function hangar(args: readonly string[]): Promise<ProgramEnd> {
  return run(['explore', ...args], { env: home(), cwd: folder() });
}

/** A killed process stays as a zombie where nothing waits for it, which has ended all the same. */
const hasNotEnded = (pid: number): boolean => startOf(pid) !== undefined;

const CURED = block('explore-job.mjs').replace("'Content-Type'", "'Idempotency-Key': order, 'Content-Type'");

/** A workspace whose payments wait for an approval, which comes at once unless a trial has another person. */
const ASKING = {
  version: 1,
  tasks: [
    {
      slug: 'pay',
      parameters: [{ slug: 'order_id', type: 'string' }],
      behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'Pay?' }] },
    },
  ],
  answers: [{ slug: 'all', submit: {} }],
};

/** A client that waits a minute for a payment, and then pays once more. */
const IMPATIENT = `
import { setTimeout as pause } from 'node:timers/promises';
const { HANGAR_URL, HANGAR_API_KEY } = process.env;
const headers = { 'X-Service-API-Key': HANGAR_API_KEY, 'Content-Type': 'application/json' };
async function pay() {
  const body = JSON.stringify({ slug: 'pay', paramValues: { order_id: 'AB1' } });
  const { runID } = await (await fetch(HANGAR_URL + '/v0/tasks/execute', { method: 'POST', headers, body })).json();
  for (let waited = 0; waited < 60; waited += 10) {
    await pause(10_000);
    const { status } = await (await fetch(HANGAR_URL + '/v0/runs/get?id=' + runID, { headers })).json();
    if (status === 'Succeeded') return true;
    if (status !== 'Active') throw new Error('the payment is ' + status);
  }
  return false;
}
if (!(await pay())) await pay();
`;

const ONCE = ['--invariant', 'once refund per order_id'];
const JOB = ['--', process.execPath, 'job.mjs'];

describe('hangar explore', () => {
  test('finds the mistake of the first example of the documentation, and its cure', async () => {
    expect(block('explore-job.mjs').split('\n').length).toBeLessThan(30);
    const { code, stdout } = await hangar([...ONCE, '--save', 'found.json', '--report', 'r.json', ...JOB]);
    expect([code, stdout]).toEqual([10, expect.stringMatching(/refund succeeded twice for order_id "AB1"[^]*5 of 5/)]);
    const report = JSON.parse(await readFile(path('r.json'), 'utf8')) as { counterexamples: { schedule: object[] }[] };
    const schedule = JSON.parse(await readFile(path('found.json'), 'utf8')) as object[];
    expect(schedule).toEqual([{ kind: 'lose', call: { operation: 'tasks/execute', task: 'refund', nth: 1 } }]);
    expect(report.counterexamples[0]?.schedule).toEqual(schedule);
    expect((await hangar([...ONCE, '--replay', 'found.json', ...JOB])).code).toBe(10);
    await writeFile(path('job.mjs'), CURED);
    const good = await hangar([...ONCE, '--replay', JSON.stringify(schedule), ...JOB]);
    expect([good.code, good.stdout]).toEqual([0, expect.stringContaining('Every invariant held')]);
    const all = await hangar([...ONCE, '--faults-at-once', '1', ...JOB]);
    expect([all.code, all.stdout]).toEqual([0, expect.stringContaining('7 of 7 single faults')]);
  });

  test('begins with the definition files of a folder', async () => {
    await mkdir(path('tasks'));
    await writeFile(path('tasks/a.task.yaml'), 'slug: a\nshell: { entrypoint: a.sh }\n');
    await writeFile(path('tasks/a.sh'), 'echo a');
    await writeFile(
      path('job.mjs'),
      `const answer = await fetch(process.env.HANGAR_URL + '/v0/tasks/execute', {
        method: 'POST',
        headers: { 'X-Service-API-Key': process.env.HANGAR_API_KEY },
        body: '{"slug":"a"}',
      });
      process.exit(answer.ok ? 0 : 1);`,
    );
    await rm(path('hangar.json'));
    const { code, stdout } = await hangar(['--definitions', 'tasks', '--replay', '[]', ...JOB]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Every invariant held')]);
  });

  test('gives the client its number and its schedule, and the report to all formats', async () => {
    await writeFile(
      path('job.mjs'),
      `console.log(process.env.HANGAR_TRIAL, process.env.HANGAR_SCHEDULE); process.exit(1);`,
    );
    const args = ['--invariant', 'exit 0 means refund', '--invariant', 'always exitCode === 0', '--report', 'r.xml'];
    const { code, stdout } = await hangar([...args, ...JOB]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/The client breaks "always exitCode === 0" without any fault/),
    ]);
    expect(await readFile(path('r.xml'), 'utf8')).toContain('failure message="without any fault');
  });

  test('tries nothing when the client fails without any fault, and shows its output', async () => {
    await writeFile(path('job.mjs'), `console.error('no such order'); process.exit(3);`);
    const { code, stdout } = await hangar([...ONCE, '--report', 'r.xml', ...JOB]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/the client ended without success, exit code 3[^]*no such order/),
    ]);
    expect(stdout).not.toContain('Explored');
    expect(await readFile(path('r.xml'), 'utf8')).toContain('without any fault: the client ended without success');
    expect((await hangar([...ONCE, '--replay', '[]', ...JOB])).code).toBe(1);
  });

  test.each([
    [['--invariant', 'once refnd'], /did you mean "refund"/],
    [['--faults-at-once', '5'], /--faults-at-once must be a whole number from 1 to 4/],
    [['--shard', '3/2'], /--shard must be I\/N/],
    [['--replay', 'nothing.json'], /nothing\.json cannot be read/],
    [['--replay', '[{"kind":"lose"}]'], /must be an object with one of call, run, prompt, request/],
    [['--from', 'base'], /--url/],
    [['--budget', '0'], /--budget must be more than 0, not "0"/],
    [['--invariant', 'always rns.length'], /unknown name "rns"; did you mean "runs"\?$/m],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, stderr } = await hangar([...args, ...JOB]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test('lets the clocks of a Node client run faster', async () => {
    await writeFile(
      path('job.mjs'),
      `import { setTimeout as pause } from 'node:timers/promises';
      const began = Date.now();
      await pause(30_000);
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      process.exit(Date.now() - began >= 60_000 ? 0 : 1);`,
    );
    const args = ['--invariant', 'always exitCode === 0', '--speed', '300', '--trials', '2'];
    const { code, stdout } = await hangar([...args, ...JOB]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('ran 300 times as fast')]);
  });

  test.each([
    ['waits for Retry-After on its own clock', 1000, 0],
    // A tenth of it, so that a busy machine does not wait for the rest.
    ['waits too short for Retry-After on its own clock', 100, 10],
  ])('judges a client with fast clocks that %s', async (_, milliseconds, expected) => {
    await writeFile(
      path('job.mjs'),
      `import { setTimeout as pause } from 'node:timers/promises';
      const { HANGAR_URL, HANGAR_API_KEY } = process.env;
      const refund = () => fetch(HANGAR_URL + '/v0/tasks/execute', {
        method: 'POST',
        headers: { 'X-Service-API-Key': HANGAR_API_KEY, 'Content-Type': 'application/json', 'Idempotency-Key': 'AB1' },
        body: JSON.stringify({ slug: 'refund', paramValues: { order_id: 'AB1' } }),
      });
      const first = await refund();
      if (first.ok) process.exit(0);
      await pause(Number(first.headers.get('retry-after')) * ${milliseconds});
      await refund();`,
    );
    const args = ['--fault', '--status 429 --retry-after 100', '--speed', '100', '--faults-at-once', '1'];
    const { code, stdout } = await hangar([...args, ...JOB]);
    expect([code, stdout]).toEqual([expected, expect.stringContaining('1 of 1 single faults')]);
  });

  test('tries ends of runs, and finds a client that takes an accepted run for a success', async () => {
    await writeFile(path('job.mjs'), CURED);
    const flags = ['--invariant', 'exit 0 means refund per order_id', '--fault', 'runs/get', '--save', 'found.json'];
    expect((await hangar([...flags, ...JOB])).code).toBe(0);
    const { code, stdout } = await hangar([...flags, '--runs', ...JOB]);
    expect([code, stdout]).toEqual([
      10,
      expect.stringMatching(/Schedule: +run #1 of refund: fails\.\nReproduced: 5 of 5/),
    ]);
    const schedule = await readFile(path('found.json'), 'utf8');
    expect(JSON.parse(schedule)).toEqual([{ run: { task: 'refund', nth: 1 }, kind: 'run' }]);
    // The same around one command, which ends with success all the same.
    const args = ['exec', '--workspace', 'hangar.json', '--schedule', 'found.json', ...JOB];
    expect((await run(args, { env: home(), cwd: folder() })).code).toBe(0);
  });

  test('tries persons, and finds a client that pays again when an approval comes late', async () => {
    await writeFile(path('hangar.json'), JSON.stringify(ASKING));
    await writeFile(path('job.mjs'), IMPATIENT);
    const flags = ['--invariant', 'once pay per order_id', '--fault', 'runs/list', '--speed', '200'];
    expect((await hangar([...flags, ...JOB])).code).toBe(0);
    const { code, stdout } = await hangar([...flags, '--people', '--faults-at-once', '1', ...JOB]);
    expect([code, stdout]).toEqual([
      10,
      expect.stringMatching(/pay succeeded twice[^]*prompt #1 of pay: submitted after 600 s\.\nReproduced: 5 of 5/),
    ]);
    expect(stdout).toMatch(/[1-4] of 4 people, no orders/);
  });

  test('merges the reports of shards', async () => {
    for (const part of ['1/2', '2/2'])
      await hangar([
        ...ONCE,
        '--all',
        '--fault',
        '--kind lose',
        '--fault',
        '--kind refuse',
        '--shard',
        part,
        '--report',
        `${part[0] ?? ''}.json`,
        ...JOB,
      ]);
    const { code, stdout } = await hangar(['--merge', '1.json', '2.json']);
    expect([code, stdout]).toEqual([10, expect.stringContaining('2 of 2 single faults')]);
  });

  test.for([
    ['SIGKILL', null],
    ['SIGINT', 130],
  ] as const)(
    'leaves no file and no client behind, also not one that hangs, when it gets %s',
    async ([signal, expected], context) => {
      skipWithout(context, 'POSIX');
      // On Linux also one that has left the group, as a daemon does.
      await writeFile(
        path('job.mjs'),
        `import { spawn } from 'node:child_process';
      const hang = 'setInterval(() => {}, 1000)';
      const daemon = spawn(process.execPath, ['-e', hang], { detached: true, stdio: 'ignore' });
      console.error([process.pid, ${String(hasProc())} ? daemon.pid : process.pid].join());
      eval(hang);`,
      );
      await mkdir(path('temporary'));
      const env = { ...home(), TMPDIR: path('temporary') };
      const { child } = start(['explore', '--verbose', '--report', 'r.json', ...JOB], { env, cwd: folder() });
      if (child.stderr === null) throw new Error('nothing to read');
      const [text] = (await once(child.stderr, 'data')) as [Buffer];
      const clients = text.toString().trim().split(',').map(Number);
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      expect(code).toBe(expected);
      await expect.poll(() => clients.filter(hasNotEnded)).toEqual([]);
      expect(await readdir(path('temporary'))).toEqual([]);
      if (expected === null) return;
      expect(JSON.parse(await readFile(path('r.json'), 'utf8'))).toMatchObject({
        complete: false,
        counterexamples: [],
      });
    },
  );

  test('ends what a client has started outside of its group before the next trial begins', async (context) => {
    skipWithout(context, 'Linux');
    // It leaves the group, starts another one, and ends, so that nothing tells whose child that is.
    await writeFile(
      path('daemon.cjs'),
      `const { spawn } = require('node:child_process');
      const options = { detached: true, stdio: 'ignore' };
      const hang = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], options);
      require('node:fs').appendFileSync('pids', hang.pid + '\\n');
      process.exit();`,
    );
    await writeFile(
      path('job.mjs'),
      `import { spawn } from 'node:child_process';
      import { once } from 'node:events';
      await once(spawn(process.execPath, ['daemon.cjs'], { detached: true, stdio: 'ignore' }), 'exit');`,
    );
    const { code } = await hangar(['--trials', '2', ...JOB]);
    const pids = (await readFile(path('pids'), 'utf8')).trim().split('\n').map(Number);
    expect([code, pids.length, pids.filter(hasNotEnded)]).toEqual([0, 2, []]);
  });

  test('hands back what it found when it is stopped while it shrinks', async (context) => {
    skipWithout(context, 'POSIX');
    const wait = `if (process.env.HANGAR_TRIAL === '0') await new Promise(() => setInterval(() => console.error('waits'), 50));`;
    await writeFile(path('job.mjs'), `${wait}\n${block('explore-job.mjs')}`);
    const args = ['explore', ...ONCE, '--verbose', '--report', 'r.json', ...JOB];
    const { child, printed, ended } = start(args, { env: home(), cwd: folder() });
    await expect.poll(() => printed.stderr, { timeout: 30_000 }).toContain('waits');
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect([code, stdout]).toEqual([
      10,
      expect.stringMatching(/refund succeeded twice[^]*Reproduced: not repeated, since it was stopped/),
    ]);
    const report = JSON.parse(await readFile(path('r.json'), 'utf8')) as { counterexamples: object[] };
    expect(report).toMatchObject({ complete: false });
    expect(report.counterexamples[0]).toMatchObject({ schedule: [{ kind: 'lose' }], reproduced: 0, repetitions: 0 });
  });

  test('takes the client and the flags from a file, whose values the command line overrides', async () => {
    const file = JSON.parse(block('explore.json')) as object;
    await writeFile(path('explore.json'), JSON.stringify({ ...file, command: [process.execPath, 'job.mjs'] }));
    expect((await hangar(['--explore', 'explore.json'])).code).toBe(10);
    expect(await readFile(path('explore.xml'), 'utf8')).toContain('failure message="Counterexample');
    await writeFile(path('job.mjs'), CURED);
    const { code, stdout } = await hangar(['--explore', 'explore.json', '--faults-at-once', '1', '--report', 'r.json']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 of 2 single faults')]);
    await writeFile(path('explore.json'), JSON.stringify({ faultsAtOnce: 9, report: 'r.txt' }));
    expect(await hangar(['--explore', 'explore.json', ...JOB])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('faultsAtOnce'),
    });
  });
});
