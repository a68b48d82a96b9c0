import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCommandRunner } from '../../electron/emulator/behaviors/command/command-runner.ts';
import { openProcessRecords } from '../../electron/emulator/behaviors/process-records.ts';
import { isAlive } from '../../electron/emulator/behaviors/processes.ts';
import { commandOf, endOf, folderWith, runToEnd, until } from '../support/behaviors.ts';
import { fakeRun, type FakeRunOptions } from '../support/run-context.ts';

const folder = folderWith({
  'here.sh': '#!/bin/sh\necho here',
  'sub/where.sh': '#!/bin/sh\npwd',
  'no-interpreter.sh': '#!/no/such/interpreter\n',
});
const runner = createCommandRunner({
  workspaceFolder: () => folder,
  serverUrl: () => 'http://127.0.0.1:4100',
  processes: openProcessRecords(null),
});
afterAll(() => runner.close());

const NODE = process.execPath;
const run = (command: string[], rest: Parameters<typeof commandOf>[1] = {}, options?: FakeRunOptions) =>
  runToEnd(runner.run, commandOf(command, rest), options);
const runNode = (code: string, options?: FakeRunOptions) => run([NODE, '-e', code], {}, options);

describe('What a command is given', () => {
  test('Its words as they are, without a shell', async () => {
    const words = ['a b', '$HOME', '"quoted"', '*', ''];
    expect(await run([NODE, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...words])).toEqual({
      failure: '',
      lines: [`info ${JSON.stringify(words)}`],
      output: undefined,
    });
  });

  test('A shell when the task asks for one', async () => {
    expect((await run(['echo $((1 + 2)) |', 'sed s/3/three/'], { shell: true })).lines).toEqual(['info three']);
  });

  test("The workspace file's folder to run in, or one beneath it, or any", async () => {
    const folders = await Promise.all([
      run(['./here.sh']),
      run(['./where.sh'], { cwd: 'sub' }),
      run(['pwd'], { cwd: '/' }),
    ]);
    expect(folders.map(({ lines }) => lines)).toEqual([['info here'], [`info ${join(folder, 'sub')}`], ['info /']]);
  });

  test('Parameters on standard input and in the environment, resources, and access to the server', async () => {
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

  test('Large values on standard input only, with a word about it', async () => {
    const params = { large: 'x'.repeat(5_000_000), small: 's' };
    const code = `const input = JSON.parse(require('fs').readFileSync(0)); console.log(input.large.length, process.env.PARAM_LARGE, process.env.PARAM_SMALL);`;
    expect((await runNode(code, { scope: { params } })).lines).toEqual([
      'warning PARAM_LARGE is not set: its value is too large for an environment variable, or contains a NUL.',
      'info 5000000 undefined s',
    ]);
  });

  test('An input that it need not read', async () => {
    expect(await run(['true'], {}, { scope: { params: { large: 'x'.repeat(1_000_000) } } })).toMatchObject({
      failure: '',
    });
  });
});

describe('What a command writes', () => {
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
    [
      'characters across chunks',
      `const bytes = Buffer.from('häng \\u{1F6EB}\\n'); (async () => { for (const byte of bytes) { process.stdout.write(Buffer.of(byte)); await new Promise((r) => setTimeout(r, 5)); } })();`,
      ['info häng 🛫'],
    ],
    ['bytes that are no UTF-8', `process.stdout.write(Buffer.from([0x61, 0xff, 0x62, 0x0a]))`, ['info a\ufffdb']],
    ['nothing', ``, []],
  ])('%s', async (_, code, lines) => {
    expect(await runNode(code)).toEqual({ failure: '', lines, output: undefined });
  });

  test('A very long line, cut into pieces', async () => {
    const { lines } = await runNode(`process.stdout.write('x'.repeat(200_000))`);
    expect(lines.map((line) => line.length - 'info '.length)).toEqual([64_000, 64_000, 64_000, 8_000]);
  });

  test('Lines reach the log while the command runs on', async () => {
    const fake = fakeRun();
    const ended = endOf(runner.run, commandOf(['sh', '-c', 'echo first; sleep 60']), fake);
    await until(() => fake.lines.length > 0);
    fake.abort();
    expect(await ended).toEqual({ failure: 'the command was stopped', lines: ['info first'], output: undefined });
  });

  test('More than a log takes is cut off with a word about it, and the command ends all the same', async () => {
    const { lines, failure, output } = await run(['sh', '-c', 'yes | head -n 1000000; echo; echo hangar_output:set 1']);
    expect({ failure, output, count: lines.length, last: lines.at(-1) }).toEqual({
      failure: '',
      output: 1,
      count: 100_001,
      last: 'warning The log is cut off here: a run may log 100,000 lines and 16 MB. Further lines are dropped.',
    });
  });
});

describe('Lines that set outputs', () => {
  test.each<[string, string[], unknown, string[]]>([
    ['the whole', ['hangar_output:set {"a":1}'], { a: 1 }, []],
    [
      'by path',
      ['hangar_output:set:a.b 1', 'hangar_output:append:a.list "x"', 'hangar_output:append:a.list "y"'],
      { a: { b: 1, list: ['x', 'y'] } },
      [],
    ],
    ['lists', ['hangar_output:append 1', 'hangar_output:append 2'], [1, 2], []],
    ['amid other lines', ['before', 'hangar_output:set "é"', 'after'], 'é', ['info before', 'info after']],
    [
      'not when what follows is no JSON',
      ['hangar_output:set {a:1}'],
      undefined,
      [
        expect.stringMatching(
          /^warning Ignored the line "hangar_output:set \{a:1\}": its value is not JSON \(.*\)\.$/,
        ) as string,
      ],
    ],
    [
      'not when nothing follows',
      ['hangar_output:set'],
      undefined,
      [expect.stringMatching(/^warning Ignored the line/) as string],
    ],
    [
      'not when it is neither set nor append',
      ['hangar_output:push 1'],
      undefined,
      [
        'warning Ignored the line "hangar_output:push 1": expected hangar_output:set[:path] JSON or hangar_output:append[:path] JSON.',
      ],
    ],
    ['not within a line', ['x hangar_output:set 1'], undefined, ['info x hangar_output:set 1']],
  ])('%s', async (_, printed, output, lines) => {
    const code = `process.stdout.write(${JSON.stringify(printed.join('\n'))})`;
    expect(await runNode(code)).toEqual({ failure: '', lines, output });
  });

  test('Of a size that is no line for a log', async () => {
    const value = 'x'.repeat(2_000_000);
    expect(await runNode(`console.log('hangar_output:set ' + JSON.stringify('x'.repeat(2_000_000)))`)).toEqual({
      failure: '',
      lines: [],
      output: value,
    });
  });

  test('A command fails when its outputs grow too large', async () => {
    const code = `for (let i = 0; i < 11; i++) console.log('hangar_output:append:rows ' + JSON.stringify('x'.repeat(1e6)));`;
    expect(await runNode(code)).toMatchObject({
      failure: 'the output is too large: 10.0 MB of JSON; at most 10 MB are allowed',
    });
  });
});

describe('How a command ends', () => {
  test.each<[string, string[], Parameters<typeof commandOf>[1], string]>([
    ['with another exit code than 0', ['sh', '-c', 'exit 3'], {}, 'the command ended with exit code 3'],
    ['by a signal', ['sh', '-c', 'kill -SEGV $$'], {}, 'the command was ended by SIGSEGV'],
    [
      'for want of the program',
      ['no-such-program'],
      {},
      'the program "no-such-program" was not found in any folder of PATH',
    ],
    [
      'for want of the program at its path',
      ['./no-such.sh'],
      {},
      `the program ${join(folder, 'no-such.sh')} does not exist`,
    ],
    [
      'for want of its interpreter',
      ['./no-interpreter.sh'],
      {},
      `the interpreter in the first line of ${join(folder, 'no-interpreter.sh')} was not found`,
    ],
    [
      'for want of the folder',
      ['true'],
      { cwd: 'no/such' },
      `the working directory ${join(folder, 'no/such')} does not exist`,
    ],
    ['because it is a folder', ['./sub'], {}, 'the program "./sub" is not executable: permission denied'],
    [
      'because the shell finds nothing',
      ['no-such-program 2>/dev/null'],
      { shell: true },
      'the command ended with exit code 127',
    ],
  ])('%s', async (_, command, rest, failure) => {
    expect(await run(command, rest)).toEqual({ failure, lines: [], output: undefined });
  });

  test('With all that it has left running in the background, in its group or out of it', async () => {
    const { lines, failure } = await run([
      'sh',
      '-c',
      'sleep 1000 & echo $!; setsid sleep 1000 & sleep 0.2; pgrep -n -x sleep',
    ]);
    const pids = lines.map((line) => Number(line.slice('info '.length)));
    await until(() => !pids.some(isAlive));
    expect({ failure, started: pids.length }).toEqual({ failure: '', started: 2 });
  });

  test('By SIGTERM first when it has to stop, which it may use to tidy up', async () => {
    const fake = fakeRun();
    const code = `process.on('SIGTERM', () => { require('fs').writeFileSync('tidied', ''); process.exit(0); }); setInterval(() => {}, 1000); console.log('ready');`;
    const ended = endOf(runner.run, commandOf([NODE, '-e', code]), fake);
    await until(() => fake.lines.length > 0);
    fake.abort();
    const { failure } = await ended;
    expect({ failure, tidied: (await run(['ls', 'tidied'])).lines }).toEqual({
      failure: 'the command was stopped',
      tidied: ['info tidied'],
    });
  });

  test('By SIGKILL when it does not heed SIGTERM', async () => {
    const fake = fakeRun();
    const ended = endOf(
      runner.run,
      commandOf(['sh', '-c', 'trap "" TERM; echo $$; while true; do sleep 1; done']),
      fake,
    );
    await until(() => fake.lines.length > 0);
    fake.abort();
    const pid = Number(fake.lines[0]?.slice('info '.length));
    const { failure } = await ended;
    expect({ failure, alive: isAlive(pid) }).toEqual({ failure: 'the command was stopped', alive: false });
  });

  test('At once when the server closes, however long SIGTERM would give it', async () => {
    const own = createCommandRunner({
      workspaceFolder: () => folder,
      serverUrl: () => '',
      processes: openProcessRecords(null),
    });
    const fake = fakeRun();
    const ended = endOf(own.run, commandOf(['sh', '-c', 'trap "" TERM; echo $$; while true; do sleep 1; done']), fake);
    await until(() => fake.lines.length > 0);
    fake.abort();
    await own.close();
    expect((await ended).failure).toBe('the command was stopped');
  });
});
