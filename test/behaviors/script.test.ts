import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startNodeProcess } from '../../electron/emulator/behaviors/script/script-process.ts';
import { folderWith, runToEnd, scriptOf } from '../support/behaviors.ts';
import type { FakeRunOptions } from '../support/run-context.ts';
import { scriptRunner } from '../support/runners.ts';

const folder = folderWith({
  'node_modules/esm-only/package.json': '{ "name": "esm-only", "exports": { "import": "./main.mjs" } }',
  'node_modules/esm-only/main.mjs': 'export const kind = "esm";',
  'node_modules/old-style/index.js': 'exports.kind = "cjs"; exports.where = __filename.length > 0;',
  'lib/typed.ts': 'export type Sum = number;\nimport { one } from "./one.js";\nexport const two = (one as Sum) + 1;',
  'lib/one.ts': 'export const one: number = 1;',
  'lib/plain.js': 'export const plain = "plain";',
  'lib/common.js': 'module.exports = { common: require("./data.json").answer };',
  'lib/common.cjs': 'exports.old = true;',
  'lib/data.json': '{ "answer": 42 }',
  'lib/even.ts':
    'import { isOdd } from "./odd.ts";\nexport const isEven = (n: number): boolean => n === 0 || isOdd(n - 1);',
  'lib/odd.ts':
    'import { isEven } from "./even.ts";\nexport const isOdd = (n: number): boolean => n !== 0 && isEven(n - 1);',
  'lib/broken.ts': '// a comment\nexport function fail(): never {\n  throw new RangeError("broken");\n}',
  'lib/mistake.js': 'export const fine = 1;\n\nconst fine = 2;',
});
const runner = scriptRunner({ workspaceFolder: () => folder, poolSize: () => 2 });
afterAll(() => runner.close());

const run = (source: string, options?: FakeRunOptions) => runToEnd(runner.run, scriptOf({ source }), options);

describe('a script may be', () => {
  test.each<[string, string, unknown]>([
    ['JavaScript', 'export default () => ({ a: 1 });', { a: 1 }],
    [
      'one that starts a process',
      `import { spawn } from 'node:child_process';
       export default () => new Promise((done) => {
         const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
         child.once('exit', (code) => done([Object.hasOwn(child, 'spawn'), child.pid > 0, code]));
       });`,
      [false, true, 0],
    ],
    [
      'TypeScript',
      `import type { Script } from 'hangar/script';
       import { type ScriptContext } from 'hangar/script';
       interface Row { readonly n: number }
       const main: Script = async ({ params }: ScriptContext) => ({ n: (params['n'] as number) + 1 }) satisfies Row;
       export default main;`,
      { n: 5 },
    ],
    ['a module that awaits at its top', 'const a = await Promise.resolve(2);\nexport default () => a;', 2],
    ['a function that returns nothing', 'export default () => {};', undefined],
    ['a function that returns null', 'export default async () => null;', null],
    [
      "a user of Node's built-ins",
      "import { createHash } from 'node:crypto';\nimport path from 'path';\nexport default () => [createHash('md5').update('').digest('hex'), path.basename('/a/b')];",
      ['d41d8cd98f00b204e9800998ecf8427e', 'b'],
    ],
    [
      'a user of packages beside the workspace file',
      "import { kind } from 'esm-only';\nimport old from 'old-style';\nexport default async () => [kind, old, (await import('esm-only')).kind];",
      ['esm', { kind: 'cjs', where: true }, 'esm'],
    ],
    [
      'a user of TypeScript files beside it',
      "import { two } from './lib/typed.ts';\nimport { isEven } from './lib/even';\nexport default () => [two, isEven(4)];",
      [2, true],
    ],
    [
      'a user of JavaScript and JSON files beside it',
      "import { plain } from './lib/plain.js';\nimport common from './lib/common.js';\nimport old from './lib/common.cjs';\nimport data from './lib/data.json' with { type: 'json' };\nexport default () => [plain, common, old, data];",
      ['plain', { common: 42 }, { old: true }, { answer: 42 }],
    ],
    [
      'a user of dynamic imports',
      "export default async () => (await Promise.all([import('./lib/typed.ts'), import('./lib/typed.ts')])).map(({ two }) => two);",
      [2, 2],
    ],
    [
      'a user of buffers',
      'class Mine extends Uint8Array {}\nexport default () => [new Mine(2) instanceof Uint8Array, Buffer.from([1]) instanceof Uint8Array, structuredClone(new Int8Array(1)).constructor === Int8Array, Uint8Array.from([7])[0], new Float64Array([1, 2]).length, new ArrayBuffer(3).byteLength];',
      [true, true, true, 7, 2, 3],
    ],
    [
      'a user of import.meta',
      'export default () => [import.meta.filename.endsWith("demo.ts"), import.meta.url.startsWith("file:")];',
      [true, true],
    ],
  ])('%s', async (_, source, output) => {
    expect(await run(source, { scope: { params: { n: 4 } } })).toEqual({ failure: '', lines: [], output });
  });

  test('a file, which each run reads again', async () => {
    const file = join(folder, 'scripts.ts');
    const runs = [];
    for (const version of [1, 2]) {
      writeFileSync(file, `const version: number = ${version};\nexport default () => version;`);
      runs.push((await runToEnd(runner.run, scriptOf({ file: 'scripts.ts' }))).output);
    }
    expect(runs).toEqual([1, 2]);
  });
});

describe('a script', () => {
  test('gets the values of its run', async () => {
    const scope = {
      params: { a: [1, { b: null }] },
      config: { REGION: 'eu' },
      resources: { db: { id: 'res1', slug: 'demo_db', kind: 'postgres', host: 'localhost' } },
      env: { slug: 'prod', name: 'Production', isDefault: true },
      run: { id: 'run1', taskSlug: 'refund', sessionID: 'ses1', createdAt: '2026-11-20 00:00:00.000000+00' },
    };
    const source = `export default ({ params, config, resources, env, run, signal, fetch, ...rest }) =>
      ({ params, config, resources, env, run, aborted: signal.aborted, fetch: typeof fetch, rest: Object.keys(rest).sort() });`;
    expect(await run(source, { scope })).toEqual({
      failure: '',
      lines: [],
      output: {
        ...scope,
        env: { ...scope.env, id: 'env1' },
        run: { ...scope.run, parentID: '', teamID: 'tea1', url: 'http://127.0.0.1:4100/runs/run1' },
        aborted: false,
        fetch: 'function',
        rest: [
          'api',
          'console',
          'execute',
          'executeRunbook',
          'log',
          'now',
          'output',
          'prompt',
          'runner',
          'sleep',
          'task',
        ],
      },
    });
  });

  test('finds the globals of Node as they are', async () => {
    const source = `const names = ['markResourceTiming', 'mark', 'now'];
export default () => [...names.map((name) => typeof performance[name]), typeof setImmediate, typeof pause, typeof Channel];`;
    const { output } = await run(source);
    expect(output).toEqual(['function', 'function', 'function', 'function', 'undefined', 'undefined']);
  });

  test('writes to its log by the logger, the console and the standard streams, in order', async () => {
    const source = `import imported from 'node:console';
    export default ({ log }) => {
      log.debug('one'); log.info('two\\nlines'); log.warning('three'); log.error(4);
      console.log('%s is %d', 'five', 5, { six: [6] }); console.debug('seven'); console.info('eight'); console.warn('nine'); console.error('ten');
      console.group('eleven'); console.log('twelve'); console.groupEnd();
      imported.log('thirteen');
      process.stdout.write('four'); process.stdout.write(Buffer.from('teen\\nlast')); process.stderr.write('error\\r\\n');
    };`;
    expect((await run(source)).lines).toEqual([
      'debug one',
      'info two',
      'info lines',
      'warning three',
      'error 4',
      'info five is 5 { six: [ 6 ] }',
      'debug seven',
      'info eight',
      'warning nine',
      'error ten',
      'info eleven',
      'info   twelve',
      'info thirteen',
      'info fourteen',
      'error error',
      'info last',
    ]);
  });

  test('sets and appends to its output by paths; its result replaces it', async () => {
    const set = `output.set({ rows: [] }); output.append('rows', { n: 1 }); output.append('rows', 2); output.set('total.net', 3);`;
    expect([
      (await run(`export default ({ output }) => { ${set} };`)).output,
      (await run(`export default ({ output }) => { ${set} return 'instead'; };`)).output,
      await run(`export default ({ output }) => { output.set('a', 1); throw new Error('too late'); };`),
    ]).toEqual([
      { rows: [{ n: 1 }, 2], total: { net: 3 } },
      'instead',
      {
        failure: 'too late',
        lines: ['error Error: too late', 'error     at default (demo.ts:1:60)'],
        output: { a: 1 },
      },
    ]);
  });

  test('prompts, and waits for the answer', async () => {
    const asked: unknown[] = [];
    const source = `export default async ({ prompt }) => (await prompt({ description: 'Refund?', confirmText: 'Yes', parameters: [{ slug: 'why' }] })).values;`;
    const ended = await run(source, { prompt: (ask) => (asked.push(ask), { why: 'broken' }) });
    expect([ended, asked]).toMatchObject([
      { failure: '', output: { why: 'broken' } },
      [
        {
          description: 'Refund?',
          confirmText: 'Yes',
          cancelText: 'Cancel',
          parameters: [{ slug: 'why', type: 'string' }],
        },
      ],
    ]);
  });

  test('executes child runs, several at once', async () => {
    const source = `export default async ({ execute }) => {
      const children = await Promise.all(['a', 'b'].map((text) => execute('notify', { text }, { resources: { db: 'demo_db' } })));
      return children;
    };`;
    const options: FakeRunOptions = {
      child: ({ task, paramValues, resources = {} }) => ({
        status: 'Succeeded',
        output: { task, paramValues, resources },
        failure: '',
      }),
    };
    expect((await run(source, options)).output).toEqual([
      {
        runID: 'run0',
        status: 'Succeeded',
        output: { task: 'notify', paramValues: { text: 'a' }, resources: { db: 'demo_db' } },
      },
      {
        runID: 'run1',
        status: 'Succeeded',
        output: { task: 'notify', paramValues: { text: 'b' }, resources: { db: 'demo_db' } },
      },
    ]);
  });

  test('executes runbooks, and waits', async () => {
    const source = `export default async ({ executeRunbook, sleep }) => {
      const before = performance.now();
      await sleep(0.05);
      return { session: await executeRunbook('close_month', { month: '2026-10-01' }), slept: performance.now() - before >= 49 };
    };`;
    expect((await run(source)).output).toEqual({ session: { sessionID: 'ses0', status: 'Succeeded' }, slept: true });
  });
});

describe('errors have names, fields, and the line of the author', () => {
  const caught = `(error) => ({ ...error, name: error.name, message: error.message, line: /demo\\.ts:(\\d+)/.exec(error.stack)?.[1] })`;

  test.each<[string, string, FakeRunOptions, unknown]>([
    [
      'a cancelled prompt',
      `prompt()`,
      { prompt: () => 'cancelled' },
      {
        name: 'PromptCancelledError',
        message: 'prompt was cancelled',
        promptID: 'pmt0',
        cancelledBy: 'usr1',
        line: '2',
      },
    ],
    [
      'a child run that failed',
      `execute('notify')`,
      { child: () => ({ status: 'Failed', output: { error: 'no' }, failure: 'no' }) },
      {
        name: 'RunFailedError',
        message: 'notify (run0) failed: no',
        runID: 'run0',
        status: 'Failed',
        output: { error: 'no' },
        line: '2',
      },
    ],
    [
      'a session that failed',
      `executeRunbook('close')`,
      { session: () => ({ status: 'Failed', failure: 'no' }) },
      {
        name: 'SessionFailedError',
        message: 'close (ses0) failed: no',
        sessionID: 'ses0',
        status: 'Failed',
        line: '2',
      },
    ],
    [
      'a prompt that cannot be asked',
      `prompt({ parameters: [{ slug: 'not a slug' }] })`,
      {},
      { name: 'ApiError', code: 'invalid_request', message: expect.stringContaining('parameters.0.slug'), line: '2' },
    ],
    [
      'a parameter value that is no JSON',
      `execute('notify', { at: new Map() })`,
      {},
      {
        name: 'TypeError',
        message: 'paramValues.at is a Map, which JSON cannot hold; use Object.fromEntries(…)',
        line: '2',
      },
    ],
    [
      'a wait for nothing',
      `sleep('soon')`,
      {},
      { name: 'TypeError', message: 'sleep() takes a number of seconds', line: '2' },
    ],
  ])('%s', async (_, call, options, expected) => {
    const ended = await run(
      `export default async ({ prompt, execute, executeRunbook, sleep }) =>\n  await ${call}.catch(${caught});`,
      options,
    );
    expect(ended).toEqual({ failure: '', lines: [], output: expected });
  });

  test.each<[string, string, string, string[]]>([
    [
      'in asynchronous code',
      `export default async (): Promise<void> => {\n  await null;\n  throw new TypeError('no');\n};`,
      'no',
      ['error TypeError: no', 'error     at default (demo.ts:3:9)'],
    ],
    [
      'in a file beside it',
      `import { fail } from './lib/broken.ts';\nexport default () => fail();`,
      'broken',
      ['error RangeError: broken', 'error     at fail (lib/broken.ts:3:9)', 'error     at default (demo.ts:2:22)'],
    ],
    [
      'at its top',
      `\nnull.x;\nexport default () => 1;`,
      "Cannot read properties of null (reading 'x')",
      ["error TypeError: Cannot read properties of null (reading 'x')", 'error     at demo.ts:2:6'],
    ],
    [
      'with a cause',
      `export default () => { throw new Error('outer', { cause: 'inner' }); };`,
      'outer',
      ['error Error: outer', 'error     at default (demo.ts:1:30) {', "error   [cause]: 'inner'", 'error }'],
    ],
    [
      'by something that is no error',
      `export default () => { throw { code: 7 }; };`,
      '{ code: 7 }',
      ['error { code: 7 }'],
    ],
    [
      'by a rejection that nobody handles',
      `export default async () => { Promise.reject(new Error('late')); await new Promise(() => {}); };`,
      'late',
      ['error Error: late', 'error     at default (demo.ts:1:45)'],
    ],
    [
      'by a timer',
      `export default () => new Promise(() => setTimeout(() => { throw new Error('timer'); }, 1));`,
      'timer',
      ['error Error: timer', 'error     at Timeout._onTimeout (demo.ts:1:65)'],
    ],
    [
      'because a prompt was cancelled',
      `export default async ({ prompt }) => {\n  await prompt();\n};`,
      'prompt was cancelled',
      [
        'error PromptCancelledError: prompt was cancelled',
        'error     at default (demo.ts:2:9) {',
        "error   promptID: 'pmt0',",
        "error   cancelledBy: 'usr1'",
        'error }',
      ],
    ],
  ])('fail a run %s', async (_, source, failure, lines) => {
    expect(await run(source, { prompt: () => 'cancelled' })).toEqual({ failure, lines, output: undefined });
  });

  test.each<[string, string, string]>([
    ['a syntax error', `export default () => {\n  let a = ;\n};`, 'demo.ts:2:11: '],
    ['what only the engine refuses', `let a = 1;\nlet a = 2;`, "demo.ts:2:5: Identifier 'a' has already been declared"],
    [
      'the same in a file beside it',
      `import './lib/mistake.js';`,
      "lib/mistake.js:3:7: Identifier 'fine' has already been declared",
    ],
    [
      'an import of a file that is not there',
      `import './lib/nothing.ts';`,
      'Cannot find the file lib/nothing.ts, imported by demo.ts',
    ],
    [
      'an import of a package that is not there',
      `import 'nothing-of-the-kind';`,
      "Cannot find package 'nothing-of-the-kind'",
    ],
    [
      'an import of a name that is not there',
      `import { three } from './lib/typed.ts';\nexport default () => three;`,
      "'./lib/typed.ts' does not provide an export named 'three'",
    ],
    [
      'a field of the default function',
      `log.info('before');\nexport default () => 1;`,
      "log is not defined: it is a field of the default function's argument, as in export default async ({ log }) => { … }",
    ],
    ['a missing export', `export const main = () => 1;`, 'The script has no function as its default export'],
  ])('fail a run for %s', async (_, source, failure) => {
    expect(await run(source)).toMatchObject({ failure: expect.stringContaining(failure) as string, output: undefined });
  });

  test('fail a run for a missing file', async () => {
    expect(await runToEnd(runner.run, scriptOf({ file: 'no/such.ts' }))).toMatchObject({
      failure: 'Cannot find the file no/such.ts',
    });
  });
});

test('a runner may be closed while it prepares processes and the compiler', async () => {
  const hurried = scriptRunner();
  const warmed = hurried.warm();
  await hurried.close();
  await expect(warmed).resolves.toBeUndefined();
});

test('a ready process lets the program end, unless somebody waits for the close', async () => {
  const holds: boolean[] = [];
  await new Promise<void>((ready) => {
    const idle = scriptRunner({
      startProcess: async (...args) => {
        const process = await startNodeProcess(...args);
        const keepProgramRunning = (keep: boolean) => {
          holds.push(keep);
          process.keepProgramRunning(keep);
          if (!keep) void idle.close().then(ready);
        };
        return { ...process, keepProgramRunning };
      },
    });
    void idle.warm();
  });
  expect(holds).toEqual([false, true]);
});
