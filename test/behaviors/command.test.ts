import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join, parse } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isAlive } from '../../electron/emulator/platform/processes.ts';
import { commandOf, endOf, folderWith, runToEnd } from '../support/behaviors.ts';
import { fakeRun, type FakeRunOptions } from '../support/run-context.ts';
import { needs, skipWithout } from '../support/needs.ts';
import { commandRunner } from '../support/runners.ts';
import { until } from '../support/until.ts';

const folder = folderWith({
  'here.sh': '#!/bin/sh\necho here',
  'sub/empty': '',
  'no-interpreter.sh': '#!/no/such/interpreter\n',
});
mkdirSync(join(folder, 'locked'), { mode: 0o000 });
const runner = commandRunner({ workspaceFolder: () => folder });
afterAll(() => runner.close());

const NODE = process.execPath;
/** Keeps a program of Node running. */
const FOREVER = 'setInterval(() => {}, 1000);';
const run = (command: string[], rest: Parameters<typeof commandOf>[1] = {}, options?: FakeRunOptions) =>
  runToEnd(runner.run, commandOf(command, rest), options);
const runNode = (code: string, options?: FakeRunOptions) => run([NODE, '-e', code], {}, options);

describe('a command', () => {
  test('gets its words unchanged, without a shell', async () => {
    const words = ['a b', '$HOME', '"quoted"', '*', ''];
    expect(await run([NODE, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...words])).toEqual({
      failure: '',
      lines: [`info ${JSON.stringify(words)}`],
      output: undefined,
    });
  });

  test('runs in a shell when its task asks for one', async () => {
    expect((await run(['echo one&&', 'echo two'], { shell: true })).lines).toEqual(['info one', 'info two']);
  });

  test('runs in the folder of the workspace file, in one below it, or in any other', async () => {
    const { root } = parse(folder);
    const where = [NODE, '-p', 'process.cwd()'];
    const folders = await Promise.all([run(where), run(where, { cwd: 'sub' }), run(where, { cwd: root })]);
    const named = [folder, join(folder, 'sub'), root].map((path) => [`info ${realpathSync(path)}`]);
    expect(folders.map(({ lines }) => lines)).toEqual(named);
  });

  test('may be a file in its folder', async (context) => {
    skipWithout(context, 'POSIX');
    expect((await run(['./here.sh'])).lines).toEqual(['info here']);
  });

  test('gets parameters on standard input and in the environment, resources, and access to the server', async () => {
    process.env['HANGAR_ADMIN_TOKEN'] = 'not for commands';
    const scope: FakeRunOptions['scope'] = {
      params: { text: 'a\nb', count: 3, flag: false, rows: [{ a: 1 }], absent: null },
      resources: { db: { id: 'res1', slug: 'demo_db', kind: 'postgres', host: 'localhost' } },
      run: { id: 'run1', taskSlug: 'demo', sessionID: '', createdAt: '' },
    };
    const code = `
      const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));
      const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PARAM|HANGAR|OWN)_/.test(name)));
      console.log('hangar_output:set ' + JSON.stringify({ input, env, path: 'PATH' in process.env }));`;
    const ended = await run([NODE, '-e', code], { env: { OWN_NAME: 'own' } }, { scope });
    delete process.env['HANGAR_ADMIN_TOKEN'];
    expect(ended).toEqual({
      failure: '',
      lines: [],
      output: {
        input: scope.params,
        env: {
          OWN_NAME: 'own',
          PARAM_TEXT: 'a\nb',
          PARAM_COUNT: '3',
          PARAM_FLAG: 'false',
          PARAM_ROWS: '[{"a":1}]',
          HANGAR_RESOURCES: JSON.stringify(scope.resources),
          HANGAR_URL: 'http://127.0.0.1:4100',
          HANGAR_API_KEY: expect.stringMatching(/^tkn_run_/) as string,
          HANGAR_NOW: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
          HANGAR_RUN_ID: 'run1',
          HANGAR_RUN_URL: 'http://127.0.0.1:4100/runs/run1',
          HANGAR_PARENT_RUN_ID: '',
          HANGAR_SESSION_ID: '',
          HANGAR_TASK_ID: 'tsk1',
          HANGAR_TASK_SLUG: 'demo',
          HANGAR_TASK_NAME: 'Demo',
          HANGAR_TASK_URL: 'http://127.0.0.1:4100/tasks/demo',
          HANGAR_TEAM_ID: 'tea1',
          HANGAR_ENV_ID: 'env1',
          HANGAR_ENV_SLUG: 'prod',
          HANGAR_ENV_NAME: 'Production',
          HANGAR_ENV_IS_DEFAULT: 'true',
          HANGAR_RUNNER_ID: 'usr1',
          HANGAR_RUNNER_EMAIL: 'ada@example.com',
          HANGAR_RUNNER_NAME: 'Ada',
          HANGAR_RUNTIME: 'standard',
        },
        path: true,
      },
    });
  });

  test('gets large values on standard input only, with a warning', async () => {
    const params = { large: 'x'.repeat(5_000_000), small: 's' };
    const code = `const input = JSON.parse(require('fs').readFileSync(0)); console.log(input.large.length, process.env.PARAM_LARGE, process.env.PARAM_SMALL);`;
    expect((await runNode(code, { scope: { params } })).lines).toEqual([
      'warning PARAM_LARGE is not set: its value is too large for an environment variable, or contains a NUL.',
      'warning ACME_PARAM_LARGE is not set: its value is too large for an environment variable, or contains a NUL.',
      'info 5000000 undefined s',
    ]);
  });

  test('need not read its input', async () => {
    expect(await runNode('', { scope: { params: { large: 'x'.repeat(1_000_000) } } })).toMatchObject({ failure: '' });
  });
});

describe('the output of a command', () => {
  test.each<[string, string, string[]]>([
    [
      'lines of both streams',
      `console.log('out'); setTimeout(() => console.error('err'), 50);`,
      ['info out', 'error err'],
    ],
    ['a last line without an end', `process.stdout.write('one\\ntwo')`, ['info one', 'info two']],
    ['empty lines', `process.stdout.write('one\\n\\ntwo\\n')`, ['info one', 'info ', 'info two']],
    ['lines as Windows ends them', `process.stdout.write('one\\r\\ntwo\\r\\n')`, ['info one', 'info two']],
    ['progress written over itself', `process.stdout.write('10%\\r20%\\r\\n')`, ['info 10%', 'info 20%']],
    ['bytes that are no UTF-8', `process.stdout.write(Buffer.from([0x61, 0xff, 0x62, 0x0a]))`, ['info a\ufffdb']],
    ['nothing', ``, []],
  ])('%s', async (_, code, lines) => {
    expect(await runNode(code)).toEqual({ failure: '', lines, output: undefined });
  });

  test('a very long line is cut into pieces', async () => {
    const { lines } = await runNode(`process.stdout.write('x'.repeat(200_000))`);
    expect(lines.map((line) => line.length - 'info '.length)).toEqual([64_000, 64_000, 64_000, 8_000]);
  });

  test('reaches the log while the command runs', async () => {
    const fake = fakeRun();
    const ended = endOf(runner.run, commandOf([NODE, '-e', `console.log('first'); ${FOREVER}`]), fake);
    await until(() => fake.lines.length > 0);
    fake.abort();
    expect(await ended).toEqual({ failure: 'the command was stopped', lines: ['info first'], output: undefined });
  });

  test('beyond the limit of a log is dropped with a warning, and the command ends normally', async () => {
    const { lines, failure, output } = await runNode(
      `process.stdout.write('y\\n'.repeat(1_000_000) + '\\nhangar_output:set 1\\n')`,
    );
    expect({ failure, output, count: lines.length, last: lines.at(-1) }).toEqual({
      failure: '',
      output: 1,
      count: 100_001,
      last: 'warning The log is cut off here: a run may log 100,000 lines and 16 MB. Further lines are dropped.',
    });
  });
});

describe('a command that ends', () => {
  test.each<[string, string[], Parameters<typeof commandOf>[1], string]>([
    ['fails with another exit code than 0', [NODE, '-e', 'process.exit(3)'], {}, 'the command ended with exit code 3'],
    [
      'fails without its program in PATH',
      ['no-such-program'],
      {},
      'the program "no-such-program" was not found in any folder of PATH',
    ],
    [
      'fails without its program at the path',
      ['./no-such.sh'],
      {},
      `the program ${join(folder, 'no-such.sh')} does not exist`,
    ],
    [
      'fails without its working directory',
      [NODE, '-e', ''],
      { cwd: 'no/such' },
      `the working directory ${join(folder, 'no/such')} does not exist`,
    ],
  ])('%s', async (_, command, rest, failure) => {
    expect(await run(command, rest)).toEqual({ failure, lines: [], output: undefined });
  });

  test('ends its background processes, in its group or out of it', async (context) => {
    skipWithout(context, 'Linux');
    const own = `setsid sh -c 'echo $$ > own-group; exec sleep 1000' & while [ ! -s own-group ]; do sleep 0.01; done`;
    const { lines, failure } = await run(['sh', '-c', `sleep 1000 & echo $!; ${own}; cat own-group`]);
    const pids = lines.map((line) => Number(line.slice('info '.length)));
    await until(() => !pids.some(isAlive));
    expect({ failure, started: pids.length }).toEqual({ failure: '', started: 2 });
  });

  test('is ended by its cancelled run', async () => {
    const fake = fakeRun();
    const ended = endOf(runner.run, commandOf([NODE, '-e', `console.log(process.pid); ${FOREVER}`]), fake);
    await until(() => fake.lines.length > 0);
    fake.abort();
    const { failure } = await ended;
    const pid = Number(fake.lines[0]?.slice('info '.length));
    await until(() => !isAlive(pid));
    expect(failure).toBe('the command was stopped');
  });
});

describe('a command that ends as those of POSIX do', () => {
  needs('POSIX');

  test.each<[string, string[], Parameters<typeof commandOf>[1], string]>([
    ['fails by a signal', ['sh', '-c', 'kill -SEGV $$'], {}, 'the command was ended by SIGSEGV'],
    [
      'fails without the interpreter of its program',
      ['./no-interpreter.sh'],
      {},
      `the interpreter in the first line of ${join(folder, 'no-interpreter.sh')} was not found`,
    ],
    [
      'fails without its program in PATH, of which this user may not look into a folder',
      ['no-such-program'],
      { env: { PATH: join(folder, 'locked') } },
      'the program "no-such-program" was not found in any folder of PATH',
    ],
    [
      'fails when its program in PATH is a folder',
      ['sub'],
      { env: { PATH: folder } },
      'the program "sub" is not executable: permission denied',
    ],
    ['fails when its program is a folder', ['./sub'], {}, 'the program "./sub" is not executable: permission denied'],
    [
      'fails when the shell finds no program',
      ['no-such-program 2>/dev/null'],
      { shell: true },
      'the command ended with exit code 127',
    ],
  ])('%s', async (_, command, rest, failure) => {
    expect(await run(command, rest)).toEqual({ failure, lines: [], output: undefined });
  });

  test('gets SIGTERM first when it is stopped, and may handle it', async () => {
    const fake = fakeRun();
    const code = `process.on('SIGTERM', () => { require('fs').writeFileSync('tidied', ''); process.exit(0); }); ${FOREVER} console.log('ready');`;
    const ended = endOf(runner.run, commandOf([NODE, '-e', code]), fake);
    await until(() => fake.lines.length > 0);
    fake.abort();
    const { failure } = await ended;
    expect({ failure, tidied: existsSync(join(folder, 'tidied')) }).toEqual({
      failure: 'the command was stopped',
      tidied: true,
    });
  });

  test('gets SIGKILL when it ignores SIGTERM', async () => {
    const own = commandRunner({ grace: 100 });
    const fake = fakeRun();
    const ended = endOf(own.run, commandOf(['sh', '-c', 'trap "" TERM; echo $$; while true; do sleep 1; done']), fake);
    await until(() => fake.lines.length > 0);
    fake.abort();
    const pid = Number(fake.lines[0]?.slice('info '.length));
    const { failure } = await ended;
    await own.close();
    expect({ failure, alive: isAlive(pid) }).toEqual({ failure: 'the command was stopped', alive: false });
  });

  test('gets SIGKILL at once when the server closes', async () => {
    // The end of the time that SIGTERM gives never comes.
    const own = commandRunner({ grace: 2 ** 31 - 1 });
    const fake = fakeRun();
    const ended = endOf(own.run, commandOf(['sh', '-c', 'trap "" TERM; echo $$; while true; do sleep 1; done']), fake);
    await until(() => fake.lines.length > 0);
    fake.abort();
    await own.close();
    expect((await ended).failure).toBe('the command was stopped');
  });
});
