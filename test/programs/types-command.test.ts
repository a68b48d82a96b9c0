import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator, type RunningEmulator } from '../../electron/programs/library.ts';
import { builtProgram } from '../support/built-program.ts';
import { runHere } from '../support/command.ts';
import { COMPILER } from '../support/compiler.ts';
import { skipWithout } from '../support/needs.ts';
import { clientOf, type ProgramEnd } from '../support/program.ts';

const { folder, home } = builtProgram();

const REFUND = {
  slug: 'refund',
  name: 'Refund an order',
  parameters: [
    { slug: 'order', desc: 'ID of the order' },
    { slug: 'amount', type: 'float', default: 10 },
    { slug: 'tags', multi: true, constraints: { optional: true } },
  ],
  behavior: {
    kind: 'steps',
    steps: [
      {
        do: 'output',
        value: { order: '{{ params.order }}', cents: '{{ params.amount }}', note: 'for {{ params.order }}' },
      },
    ],
  },
};
const WORKSPACE = {
  version: 1,
  tasks: [
    REFUND,
    {
      slug: 'count',
      behavior: {
        kind: 'script',
        source: 'export default () => ({ rows: [{ id: 1, by: null }, { id: 2, by: "ada" }] });',
      },
    },
    { slug: 'fails', behavior: { kind: 'steps', steps: [{ do: 'fail', message: 'out of paper' }] } },
    { slug: 'text', behavior: { kind: 'steps', steps: [{ do: 'output', value: 'plain' }] } },
  ],
  runbooks: [{ slug: 'close', blocks: [{ kind: 'task', slug: 'one', task: 'text' }] }],
};

let server: RunningEmulator;
beforeEach(async () => {
  const workspace = join(folder(), 'hangar.json');
  await writeFile(workspace, JSON.stringify(WORKSPACE));
  server = await startEmulator({ workspace });
});
afterEach(() => server.stop());

/** Runs `hangar types` in the folder of the test. */
async function types(...args: readonly string[]): Promise<ProgramEnd> {
  return runHere(['types', ...args], { env: { ...home(), HANGAR_URL: server.url }, cwd: folder() });
}

/** Renames the order of the task, as the window would. */
async function renameParameter(): Promise<void> {
  const [order, ...others] = REFUND.parameters;
  const parameters = [{ ...order, slug: 'orderID' }, ...others];
  const answer = await fetch(`${server.url}/_emulator/tasks/refund`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...REFUND, parameters, behavior: { kind: 'steps', steps: [] } }),
  });
  expect(answer.status).toBe(200);
}

/** Compiles TypeScript under strict rules. It returns what the compiler says. */
async function compile(file: string): Promise<string> {
  const flags = [
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--types',
    '',
    '--lib',
    'es2022',
    '--outDir',
    'made',
  ];
  try {
    await promisify(execFile)(process.execPath, [...COMPILER, ...flags, file], { cwd: folder() });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** Runs a program against the server. It returns the JSON values that the program prints. */
async function printed(command: string, args: readonly string[]): Promise<unknown[]> {
  const env = { ...process.env, HANGAR_URL: server.url, HANGAR_API_KEY: server.apiKey };
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder(), env });
  return stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

const PROGRAM = `
import { execute, executeRunbook, ExecutionError, type Tasks } from './hangar-types.mjs';
const { order, cents, note } = await execute('refund', { order: 'AB1', amount: 2.5, tags: ['a'] });
const whole: { order: string; cents: number; note: string } = { order, cents, note };
const by: Array<string | null> = (await execute('count')).rows.map((row) => row.by);
const text: string = (await execute('text')).output;
const { sessionID } = await executeRunbook('close');
const failed: unknown = await execute('fails').catch((error) => (error instanceof ExecutionError ? [error.status, error.output] : error));
const refused: unknown = await execute('text', {}, { apiKey: 'tkn_wrong' }).catch((error) => (error as ExecutionError).status);
export type Output = Tasks['refund']['output'];
const out = globalThis as unknown as { console: { log(text: string): void } };
for (const value of [whole, by, text, sessionID.slice(0, 3), failed, refused]) out.console.log(JSON.stringify(value));
`;
const RESULTS = [
  { order: 'AB1', cents: 2.5, note: 'for AB1' },
  [null, 'ada'],
  'plain',
  'ses',
  ['Failed', { error: 'out of paper' }],
  '401',
];

/** Lets the script run once, so that its output is observed. */
async function observe(): Promise<void> {
  const { runID } = await clientOf(server).v0.tasks.execute({ body: { slug: 'count' } });
  const { run: ended } = await server.waitFor({ for: 'run', runID });
  expect(ended.status).toBe('Succeeded');
}

test('a TypeScript program compiles and executes with the types', async () => {
  await observe();
  expect(await types('--out', 'hangar-types.mts')).toMatchObject({ code: 0, stdout: 'hangar-types.mts is written.\n' });
  await writeFile(join(folder(), 'main.mts'), PROGRAM);
  expect(await compile('main.mts')).toBe('');
  expect(await printed(process.execPath, ['made/main.mjs'])).toEqual(RESULTS);
});

test('a Python program executes with the types', async (context) => {
  skipWithout(context, 'python3');
  expect((await types('--out', 'made.py')).code).toBe(0);
  const program = [
    'import json, made',
    "print(json.dumps(made.execute('refund', {'order': 'AB1', 'amount': 2.5, 'tags': ['a']})))",
    "print(json.dumps([row['by'] for row in made.execute('count')['rows']]))",
    "print(json.dumps(made.execute('text')['output']))",
    "print(json.dumps(made.execute_runbook('close')[:3]))",
    'try:\n    made.execute("fails")\nexcept made.ExecutionError as error:\n    print(json.dumps([error.status, error.output]))',
    'try:\n    made.execute("text", api_key="tkn_wrong")\nexcept made.ExecutionError as error:\n    print(json.dumps(error.status))',
  ].join('\n');
  expect(await printed('python3', ['-c', program])).toEqual(RESULTS);
});

describe('outputs', () => {
  test('of steps are declared, those of scripts observed once a run has succeeded', async () => {
    const before = (await types()).stdout;
    await observe();
    const after = (await types()).stdout;
    expect(before).toContain('Output: unknown, no run of the task has succeeded yet.');
    expect(before).toContain(
      'output: { readonly "cents": number; readonly "note": string; readonly "order": string; };',
    );
    expect(after).toContain('Output: observed in runs of the task.');
    expect(after).toContain('readonly "by": null | string;');
  });
});

describe('--check', () => {
  test.each(['hangar-types.ts', 'made.py'])('takes outputs in %s that were observed before', async (file) => {
    await observe();
    await types('--out', file);
    const text = await readFile(join(folder(), file), 'utf8');
    await server.reset();
    expect((await types('--out', 'anew.ts')).code).toBe(0);
    expect(await readFile(join(folder(), 'anew.ts'), 'utf8')).toContain('Output: unknown');
    expect((await types('--out', file, '--check')).code).toBe(0);
    await observe();
    await types('--out', file);
    expect(await readFile(join(folder(), file), 'utf8')).toBe(text);
  });

  test.each(['hangar-types.ts', 'made.py'])('finds a renamed parameter in %s', async (file) => {
    await types('--out', file);
    const { mtimeMs } = await stat(join(folder(), file));
    expect((await types('--out', file, '--check')).code).toBe(0);
    await types('--out', file);
    expect((await stat(join(folder(), file))).mtimeMs).toBe(mtimeMs);
    await renameParameter();
    const { code, stderr } = await types('--out', file, '--check');
    expect([code, stderr]).toEqual([9, expect.stringContaining(`${file} is out of date. Make it again: hangar types`)]);
    expect(await readFile(join(folder(), file), 'utf8')).not.toContain('orderID');
    expect((await types('--out', file, '--check', '--json')).stdout).toContain('"isUpToDate": false');
  });

  test('takes a file with other line ends, and refuses a missing one', async () => {
    await types('--out', 'a.ts');
    const text = await readFile(join(folder(), 'a.ts'), 'utf8');
    await writeFile(join(folder(), 'a.ts'), text.replaceAll('\n', '\r\n'));
    expect((await types('--out', 'a.ts', '--check')).code).toBe(0);
    expect((await types('--out', 'b.ts', '--check')).code).toBe(9);
  });
});

test.each([
  [['--check'], '--check needs --out FILE'],
  [['--lang', 'ruby'], 'must be typescript or python, not "ruby"'],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await types(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('the same workspace gives the same text, and --json one JSON value', async () => {
  const [one, two, json] = [await types(), await types(), await types('--json', '--lang', 'python')];
  expect(one.stdout).toBe(two.stdout);
  expect(JSON.parse(json.stdout)).toMatchObject({
    lang: 'python',
    text: expect.stringContaining('def execute(') as string,
  });
});

test('tasks of definition files have types like all others', async () => {
  const tasks = join(folder(), 'tasks');
  await mkdir(tasks);
  await writeFile(
    join(tasks, 'hello.task.yaml'),
    'slug: hello\nparameters: [{ slug: greeting, type: shorttext }]\nshell: { entrypoint: hello.sh }\n',
  );
  await writeFile(join(tasks, 'hello.sh'), 'echo hello');
  await server.stop();
  server = await startEmulator({ definitions: [tasks] });
  const { code, stdout, stderr } = await types();
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toContain('greeting');
});
