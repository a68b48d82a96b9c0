import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { startEmulator, type RunningEmulator, type StartOptions } from '../../electron/programs/library.ts';
import { folderWith } from '../support/behaviors.ts';
import { liveClient } from '../support/live-client.ts';
import { skipWithout } from '../support/needs.ts';
import { until } from '../support/until.ts';

let emulator: RunningEmulator | undefined;
afterEach(async () => {
  await emulator?.stop();
  emulator = undefined;
});

/** Serves a folder with these files. */
async function serve(
  files: Readonly<Record<string, string>>,
  options: StartOptions = {},
  links: Readonly<Record<string, string>> = {},
) {
  const folder = folderWith(files);
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  emulator = await startEmulator({ definitions: [folder], onMessage: (line) => lines.push(line), ...options });
  const { url } = emulator;
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/_emulator/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, never>) };
  };
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const client = liveClient(url, emulator.apiKey);
  const rows = async () => (await client.api.emulator.definitionFiles.list()).items;
  const problems = async () => (await client.api.emulator.info()).problems;
  return { ...client, folder, lines, send, write, rows, problems };
}

const HELLO = {
  'tasks/hello.task.yaml':
    'name: Hello\nslug: hello\nparameters: [{ slug: name, type: shorttext, default: world }]\nnode: { entrypoint: hello.ts }\n',
  'tasks/hello.ts': `import { greet } from './greet';\nimport { Options } from './greet';\nexport default (params: Options) => ({ said: greet(params) });`,
  'tasks/greet.ts':
    'export interface Options { name: string }\nexport const greet = ({ name }: Options) => `Hello, ${name}`;',
};

describe('a folder of definition files', () => {
  test('is served as it lies there: tasks with file and line, and nothing of the samples', async () => {
    const { api, run } = await serve(HELLO);
    const { items } = await api.emulator.definitions.tasks.list();
    expect(items.map(({ slug, source }) => ({ slug, source }))).toEqual([
      { slug: 'hello', source: { file: 'tasks/hello.task.yaml', line: 2 } },
    ]);
    expect(await run('hello', { name: 'Ada' })).toMatchObject({ status: 'Succeeded', output: { said: 'Hello, Ada' } });
  });

  test('a change of such a task is a 409 that names the file', async () => {
    const { send } = await serve(HELLO);
    const { body } = await send('GET', 'tasks/hello');
    const changes = { changes: [{ collection: 'tasks', id: 'hello', value: { slug: 'hello' } }] };
    for (const [method, path, sent] of [
      ['PUT', 'tasks/hello', { ...body, name: 'Other' }],
      ['DELETE', 'tasks/hello', undefined],
      ['POST', 'tasks', { slug: 'hello' }],
      ['POST', 'changes', changes],
    ] as const) {
      const answer = await send(method, path, sent);
      expect(answer.status, `${method} ${path}`).toBe(409);
      expect(JSON.stringify(answer.body)).toContain('tasks/hello.task.yaml');
    }
    expect((await send('POST', 'tasks', { slug: 'own' })).status).toBe(200);
    expect((await send('PUT', 'tasks/own', { slug: 'own', name: 'Own' })).status).toBe(200);
    expect((await send('DELETE', 'tasks/own')).status).toBeLessThan(300);
  });

  test('edits are live; a broken file is a problem with its place, and its last good form goes on', async () => {
    const { write, run, problems, lines, folder } = await serve(HELLO);
    write('tasks/new.task.yaml', 'slug: fresh\nnode: { entrypoint: fresh.js }\n');
    write('tasks/fresh.js', 'module.exports = () => "fresh";');
    await until(async () => (await run('fresh').catch(() => undefined))?.status === 'Succeeded');
    write('tasks/hello.task.yaml', 'slug: hello\nnode: { entrypoint: hello.ts }\nnam: 1\n');
    await until(async () => (await problems()).length === 1);
    expect(await problems()).toEqual([
      { file: 'tasks/hello.task.yaml', line: 3, column: 1, field: 'nam', message: 'is not a known field' },
    ]);
    expect(lines.join('\n')).toContain('tasks/hello.task.yaml:3:1: nam is not a known field');
    expect(await run('hello')).toMatchObject({ output: { said: 'Hello, world' } });
    write('tasks/hello.task.yaml', HELLO['tasks/hello.task.yaml']);
    await until(async () => (await problems()).length === 0);
    rmSync(join(folder, 'tasks/new.task.yaml'));
    await until(async () => (await run('fresh').catch(() => undefined)) === undefined);
  });

  test('of two files with one slug, the first by path is served; the workspace wins over both', async () => {
    const { folder, rows, send } = await serve(
      {
        'a.task.yaml': 'slug: same\nshell: { entrypoint: a.sh }\n',
        'b.task.yaml': 'slug: same\nshell: { entrypoint: a.sh }\n',
        'c.task.yaml': 'slug: own\nshell: { entrypoint: a.sh }\n',
        'a.sh': 'echo a',
      },
      { workspace: { version: 1, tasks: [{ slug: 'own', name: 'Mine' }] } },
    );
    const found = await rows();
    expect(found.map(({ file, problem = '' }) => [file, problem.replace(/^.*: slug /, '')])).toEqual([
      ['a.task.yaml', ''],
      ['b.task.yaml', '"same" is defined in a.task.yaml too, which is used; this one is left out'],
      ['c.task.yaml', '"own" is defined in the workspace too, which is used; this one is left out'],
    ]);
    expect((await send('GET', 'tasks/own')).body).toMatchObject({ name: 'Mine' });
    rmSync(join(folder, 'a.task.yaml'));
    await until(async () => JSON.stringify((await send('GET', 'tasks/same')).body).includes('b.task.yaml'));
  });

  test('leaves out node_modules, hidden folders and what .gitignore names', async () => {
    const text = (slug: string): string => `slug: ${slug}\nshell: { entrypoint: a.sh }\n`;
    const { rows } = await serve({
      'a.task.yaml': text('a'),
      'a.sh': '',
      'node_modules/m/m.task.yaml': text('m'),
      '.hidden/h.task.yaml': text('h'),
      'out/o.task.yaml': text('o'),
      '.gitignore': 'out/\n',
    });
    expect((await rows()).map(({ slug }) => slug)).toEqual(['a']);
  });

  test('a missing entry is a problem, and a run fails and names it; one outside of the folder refuses the file', async (context) => {
    skipWithout(context, 'POSIX');
    const files = {
      'missing.task.yaml': 'slug: missing\nnode: { entrypoint: gone.ts }\n',
      'above.task.yaml': 'slug: above\nnode: { entrypoint: ../../etc/passwd }\n',
      'absolute.task.yaml': 'slug: absolute\nshell: { entrypoint: /etc/passwd }\n',
      'linked.task.yaml': 'slug: linked\nshell: { entrypoint: linked.sh }\n',
    };
    const { run, rows, problems } = await serve(files, {}, { 'linked.sh': '/etc/passwd' });
    expect(await problems()).toHaveLength(4);
    expect((await run('missing')).output).toMatchObject({ error: expect.stringContaining('gone.ts') as string });
    const refused = (await rows()).filter(({ slug }) => slug !== 'missing');
    expect(refused.find(({ slug }) => slug === 'linked')?.problem).toContain('link');
    for (const { slug } of refused) await expect(run(slug)).rejects.toThrow();
  });
});

describe('code of tasks', () => {
  test('modules are taken as bundlers take them', async () => {
    const { run } = await serve({
      'all.task.yaml': 'slug: all\nnode: { entrypoint: src/all.ts }\n',
      'package.json': '{"type": "module"}',
      'tsconfig.json': '{ // comments\n "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }',
      'src/all.ts': `import { value } from '@lib/value';
        import data from './data.json';
        import { js } from './written.js';
        import old, { named } from './old';
        import { both } from 'both';
        const { basename } = require('node:path');
        const { late } = require('./late');
        export default () => [value, data.n, js, old.named, named, both, basename(__filename), late, process.cwd() === __dirname.slice(0, -4)];`,
      'src/data.json': '{"n": 2}',
      'src/written.ts': 'export const js = 3;',
      'src/old.js': 'module.exports = { named: 4, circle: () => require("./circle").back };',
      'src/circle.js': 'exports.back = require("./old").named;',
      'src/late.ts': 'export const late: string = "late";',
      'lib/value.tsx': 'export const value: number = 1;',
      'node_modules/both/package.json': '{"name": "both", "main": "./lib/main.js"}',
      'node_modules/both/lib/main.js': 'exports.both = "package";',
    });
    expect(await run('all')).toMatchObject({ output: [1, 2, 3, 4, 4, 'package', 'all.ts', 'late', true] });
  });

  test('CommonJS is called with the values, and a run ends when nothing is left to do', async () => {
    const { run } = await serve({
      'late.task.yaml': 'slug: late\nparameters: [{ slug: n, type: integer }]\nnode: { entrypoint: late.js }\n',
      'late.js': `module.exports = async ({ n }) => {
        setTimeout(() => console.log('acme_output_append:list ' + (n + 1)), 50);
        console.log('acme_output_append:list ' + n);
      };`,
      'fails.task.yaml': 'slug: fails\nnode: { entrypoint: fails.js }\n',
      'fails.js': 'module.exports = () => { throw new Error("no such order"); };',
    });
    expect(await run('late', { n: 1 })).toMatchObject({ status: 'Succeeded', output: { list: [1, 2] } });
    expect(await run('fails')).toMatchObject({ status: 'Failed', output: { error: 'no such order' } });
  });

  test('shell scripts run in their folder, with parameters as variables, by their first line', async (context) => {
    skipWithout(context, 'POSIX');
    const { run } = await serve({
      'sub/a.task.yaml':
        'slug: a\nparameters: [{ slug: my_dir, type: shorttext }]\nshell: { entrypoint: a.sh, envVars: { B: { value: 2 } } }\n',
      'sub/a.sh': '#!/bin/sh -eu\necho "acme_output_set \\"$PARAM_MY_DIR $B $(basename "$PWD")\\""\n',
    });
    expect(await run('a', { my_dir: 'x' })).toMatchObject({ output: 'x 2 sub' });
  });

  test('the project gives variables, resources and config variables', async () => {
    const { api, run } = await serve({
      'acme.yaml': 'javascript:\n  envVars: { A: project, B: project }\n',
      'acme.dev.yaml':
        'configVars: { REGION: eu }\nenvVars: { C: dev }\nresources:\n  - { slug: api, kind: rest, baseURL: "http://127.0.0.1:1" }\n  - { slug: bad, kind: rest, baseUrl: x }\n',
      'a.task.yaml': 'slug: a\nconfigs: [REGION]\nnode: { entrypoint: a.js, envVars: { B: own } }\n',
      'a.js': 'module.exports = () => [process.env.A, process.env.B, process.env.C, process.env.REGION];',
      'b.task.yaml': 'slug: b\nconfigs: [MISSING]\nnode: { entrypoint: a.js }\n',
      'c.task.yaml': 'slug: c\nrest: { resource: nowhere, method: GET }\n',
    });
    expect((await run('a')).output).toEqual(['project', 'own', 'dev', 'eu']);
    expect(JSON.stringify((await run('b')).output)).toContain('MISSING');
    expect(JSON.stringify((await run('c')).output)).toContain('nowhere');
    expect((await api.emulator.definitions.resources.list()).items.map(({ slug }) => slug)).toEqual(['api']);
  });

  test('of several development files, a task uses the nearest', async () => {
    const development = (region: string, port: number): string =>
      `configVars: { REGION: ${region} }\nresources: [{ slug: api, kind: rest, baseURL: "http://127.0.0.1:${port}" }]\n`;
    const task = (slug: string): string =>
      `slug: ${slug}\nresources: [api]\nconfigs: [REGION]\nnode: { entrypoint: a.js }\n`;
    const code = `module.exports = () => [process.env.REGION, JSON.parse(process.env.ACME_RESOURCES).api.baseURL];`;
    const { api, run, rows, problems, write } = await serve({
      'acme.dev.yaml': development('top', 1),
      'eu/acme.dev.yaml': development('eu', 2),
      'eu/inner/a.task.yaml': task('eu'),
      'eu/inner/a.js': code,
      'us/acme.dev.yaml': development('us', 3),
      'us/a.task.yaml': task('us'),
      'us/a.js': code,
      'a.task.yaml': task('top'),
      'a.js': code,
    });
    expect((await run('top')).output).toEqual(['top', 'http://127.0.0.1:1']);
    expect((await run('eu')).output).toEqual(['eu', 'http://127.0.0.1:2']);
    expect((await run('us')).output).toEqual(['us', 'http://127.0.0.1:3']);
    expect((await problems()).map(({ file, field }) => `${file} ${field}`)).toEqual([
      'eu/acme.dev.yaml resources.api',
      'eu/acme.dev.yaml configVars.REGION',
      'us/acme.dev.yaml resources.api',
      'us/acme.dev.yaml configVars.REGION',
    ]);
    expect((await rows()).map(({ file, problem }) => [file, problem !== undefined])).toEqual([
      ['a.task.yaml', false],
      ['eu/inner/a.task.yaml', false],
      ['us/a.task.yaml', false],
      ['eu/acme.dev.yaml', true],
      ['us/acme.dev.yaml', true],
    ]);
    const { items } = await api.emulator.definitions.resources.list();
    expect(items.map(({ slug }) => slug)).toEqual(['api', 'api_2', 'api_3']);
    write('eu/acme.dev.yaml', development('near', 4));
    await until(async () => JSON.stringify((await run('eu')).output) === '["near","http://127.0.0.1:4"]');
  });

  test('files above the named folder count, and are watched', async () => {
    const folder = folderWith({
      '.git/HEAD': '',
      'acme.yaml': 'javascript:\n  envVars: { A: project }\n',
      'acme.dev.yaml': 'configVars: { REGION: eu }\n',
      'tasks/a.task.yaml': 'slug: a\nconfigs: [REGION]\nnode: { entrypoint: a.js }\n',
      'tasks/a.js': 'module.exports = () => [process.env.A, process.env.REGION];',
    });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { run, rows } = await serve({}, { definitions: [join(folder, 'tasks')] });
    expect((await run('a')).output).toEqual(['project', 'eu']);
    writeFileSync(join(folder, 'acme.yaml'), 'javascript:\n  envVars: { A: edited }\n');
    writeFileSync(join(folder, 'acme.dev.yaml'), 'configVars: { REGION: us }\n');
    await until(async () => JSON.stringify((await run('a')).output) === '["edited","us"]');
    writeFileSync(join(folder, '.env'), 'A=1\n');
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'tasks/b.task.yaml'), 'slug: b\nnode: { entrypoint: a.js }\n');
    const noted = async () => (await rows()).map(({ notEmulated }) => notEmulated.join().includes('.env is not read'));
    // With the first task only.
    await until(async () => JSON.stringify(await noted()) === '[true,false]');
  });

  test('fields of the project without effect, and the version of Node, are named once', async () => {
    const task = (slug: string): string => `slug: ${slug}\nnode: { entrypoint: a.js, nodeVersion: '18' }\n`;
    const { rows } = await serve({
      'acme.yaml': "javascript: { nodeVersion: '18', install: npm ci }\nview: {}\n",
      'a.task.yaml': task('a'),
      'b.task.yaml': task('b'),
      'a.js': 'module.exports = () => 1;',
    });
    expect((await rows()).map(({ file, kind, notEmulated }) => [file, kind, notEmulated.length])).toEqual([
      ['a.task.yaml', 'node', 1],
      ['acme.yaml', 'project', 3],
      ['b.task.yaml', 'node', 0],
    ]);
  });

  test('python tasks call main with the values; an error is the output', async (context) => {
    skipWithout(context, 'python3');
    const { run } = await serve({
      'a.task.yaml': 'slug: a\nparameters: [{ slug: n, type: integer }]\npython: { entrypoint: a.py }\n',
      'a.py':
        'import helper\n\ndef main(params):\n    if params["n"] < 0:\n        raise ValueError("too small")\n    return {"n": helper.double(params["n"])}\n',
      'helper.py': 'def double(n):\n    return 2 * n\n',
    });
    expect((await run('a', { n: 2 })).output).toEqual({ n: 4 });
    expect(await run('a', { n: -1 })).toMatchObject({ status: 'Failed', output: { error: 'too small' } });
  });
});

const SDK = `const task = (config, baseFunc) => Object.assign(() => { throw new Error('executed itself'); }, { __acme: { config, baseFunc } });`;

describe('definitions inside code', () => {
  test('each export that the SDK has made is a task; views are listed, and an error concerns its file', async () => {
    const { run, rows, problems } = await serve({
      'orders.acme.js': `${SDK}\nmodule.exports.open = task({ slug: 'open', parameters: { id: 'integer' } }, ({ id }) => ({ id }));\nmodule.exports.other = 1;`,
      'refund.acme.ts': `${SDK.replace('(config, baseFunc)', '(config: any, baseFunc: any)')}\nexport default task({ slug: 'refund', name: undefined }, () => 'refunded');`,
      'view.acme.js': `module.exports = Object.assign(() => 1, { __acme: { config: { slug: 'page' } } });`,
      'page.acme.tsx': `import acme from 'acme';\nexport default acme.view({ slug: 'jsx_page' }, () => <p>Orders</p>);`,
      'broken.acme.js': `\nthrow new Error('no database');\n// __acme`,
      'twice.acme.ts': `export { default } from './refund.acme';`,
    });
    expect((await rows()).map(({ slug, file, line, kind }) => [slug, file, line, kind])).toEqual([
      ['', 'broken.acme.js', 1, ''],
      ['open', 'orders.acme.js', 2, 'node'],
      ['jsx_page', 'page.acme.tsx', 2, 'view'],
      ['refund', 'refund.acme.ts', 2, 'node'],
      ['page', 'view.acme.js', 1, 'view'],
    ]);
    expect(await problems()).toEqual([
      expect.objectContaining({ file: 'broken.acme.js', line: 2, message: 'no database' }),
    ]);
    expect((await run('open', { id: 7 })).output).toEqual({ id: 7 });
    expect((await run('refund')).output).toBe('refunded');
  });

  test('a script of the workspace with such a file is loaded and called in the same way', async () => {
    const { run } = await serve(
      {
        'refund.acme.ts': `import { Options, greet } from './greet';\n${SDK.replace('(config, baseFunc)', '(config: any, baseFunc: any)')}\nexport default task({ slug: 'refund' }, (params: Options) => greet(params));`,
        'greet.ts': HELLO['tasks/greet.ts'],
      },
      {
        workspace: {
          version: 1,
          tasks: [
            { slug: 'own', parameters: [{ slug: 'name' }], behavior: { kind: 'script', file: 'refund.acme.ts' } },
          ],
        },
      },
    );
    expect(await run('own', { name: 'Ada' })).toMatchObject({ output: 'Hello, Ada' });
  });

  test('functions that the SDK has decorated in Python are tasks', async (context) => {
    skipWithout(context, 'python3');
    const { run, rows } = await serve({
      'acme.py': `import functools, types
class Task:
    def __init__(self, func, **fields):
        self.func, self.slug, self.name = func, fields.get("slug"), fields.get("name")
        names = func.__code__.co_varnames[:func.__code__.co_argcount]
        self.parameters = [types.SimpleNamespace(arg_name=name, param_info=types.SimpleNamespace(name=name, type="integer", required=True)) for name in names]
        self.resources, self.schedules = [], []
        self.env_vars = [types.SimpleNamespace(name="A", value="b", config_var_name=None)]
    def run(self, values):
        return self.func(**values)
def task(**fields):
    def wrap(func):
        @functools.wraps(func)
        def executes(*args):
            raise RuntimeError("executed itself")
        setattr(executes, "__acme", Task(func, **fields))
        return executes
    return wrap
`,
      'sums_acme.py':
        'import os\nimport acme\n\n@acme.task(name="Add")\ndef add(a, b):\n    return {"sum": a + b, "env": os.environ["A"]}\n',
      'none_acme.py': 'import acme.missing\n',
    });
    expect((await rows()).map(({ slug, file, line }) => [slug, file, line])).toEqual([
      ['', 'none_acme.py', 1],
      ['add', 'sums_acme.py', 4],
    ]);
    expect((await run('add', { a: 1, b: 2 })).output).toEqual({ sum: 3, env: 'b' });
  });
});

describe('what comes from others is not executed', () => {
  test('definition files that an import names are kept and named, and never read', async () => {
    const { send } = await serve({});
    const folder = folderWith({ 'a.task.yaml': 'slug: a\nshell: { entrypoint: a.sh }\n', 'a.sh': '' });
    const workspace = { version: 1, definitions: [folder] };
    expect((await send('POST', 'import', { version: 1, workspace })).status).toBeLessThan(300);
    expect((await send('GET', 'export')).body).toMatchObject({ workspace: { definitions: [folder] } });
    expect((await send('GET', 'definitions')).body).toEqual({ items: [] });
    expect(JSON.stringify((await send('GET', 'workspace')).body)).toContain(folder);
  });
});

test('a definition may name a file of another folder that the user has named, and of no other', async () => {
  const folder = folderWith({
    'hangar.json': JSON.stringify({ version: 1, definitions: ['tasks', 'lib'] }),
    'tasks/a.task.yaml': 'slug: a\nnode: { entrypoint: ../lib/a.js }\n',
    'lib/a.js': 'module.exports = () => "lib";',
    'tasks/b.task.yaml': 'slug: b\nnode: { entrypoint: ../other/b.js }\n',
    'other/b.js': 'module.exports = () => "other";',
  });
  emulator = await startEmulator({ workspace: join(folder, 'hangar.json') });
  expect(emulator.workspace.current().tasks.map(({ slug }) => slug)).toEqual(['a']);
  expect(await liveClient(emulator.url, emulator.apiKey).run('a')).toMatchObject({ output: 'lib' });
});

test('a workspace file names folders and patterns', async () => {
  const folder = folderWith({
    'hangar.json': JSON.stringify({ version: 1, definitions: ['tasks', 'more/*.task.yaml'], tasks: [{ slug: 'own' }] }),
    'tasks/a.task.yaml': 'slug: a\nshell: { entrypoint: a.sh }\n',
    'tasks/a.sh': '',
    'more/b.task.yaml': 'slug: b\nshell: { entrypoint: ../tasks/a.sh }\n',
    'else/c.task.yaml': 'slug: c\nshell: { entrypoint: ../tasks/a.sh }\n',
  });
  emulator = await startEmulator({ workspace: join(folder, 'hangar.json') });
  expect(emulator.workspace.current().tasks.map(({ slug }) => slug)).toEqual(['own', 'b', 'a']);
  writeFileSync(join(folder, 'hangar.json'), JSON.stringify({ version: 1, definitions: ['else/*.yaml'] }));
  await until(
    () =>
      emulator?.workspace
        .current()
        .tasks.map(({ slug }) => slug)
        .join() === 'c',
  );
});
