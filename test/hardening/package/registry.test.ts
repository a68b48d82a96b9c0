import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishProblem } from '../../../build/publish-guard.mjs';
import { block } from '../../support/docs.ts';
import { npmRegistry } from '../../support/npm-registry.ts';
import { needs, skipWithout } from '../../support/needs.ts';
import { PROGRAM } from '../../support/program.ts';
import { toolPath } from '../../tools/tools.ts';
import { type Printed, ROOT } from './support/installed.ts';
import { published, type Published } from './support/published.ts';

let hangar: Published;
beforeAll(async () => {
  hangar = await published();
});
afterAll(() => hangar.close());

describe('npm publish', () => {
  test('says in a dry run what it would publish', async () => {
    // In a registry that has this version already, npm refuses.
    const empty = await npmRegistry();
    const args = [`npm_config_registry=${empty.url}`, 'npm', 'publish', '--dry-run', '--json'];
    expect((await hangar.run(ROOT, 'env', ...args)).stdout).toContain('"name": "hangar"');
    expect(empty.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
    await empty.close();
  });

  test('refuses to publish from a folder by mistake', async () => {
    const by = hangar.run(ROOT, process.execPath, 'build/publish-guard.mjs');
    await expect(by).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing is published') as string,
    });
  });
});

describe('the guard of the release', () => {
  const manifest = { version: '1.2.3', repository: { url: 'git+https://code.example/us/hangar.git' } };
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_REF: 'refs/tags/v1.2.3',
    GITHUB_SERVER_URL: 'https://code.example',
    GITHUB_REPOSITORY: 'us/hangar',
  };

  test.each([
    ['lets the job of the tag publish', env, ''],
    ['lets a dry run pass anywhere', { npm_config_dry_run: 'true' }, ''],
    ['refuses a machine of its own', {}, 'only the job "npm"'],
    ['refuses another tag', { ...env, GITHUB_REF: 'refs/tags/v1.2.4' }, 'is not the tag of version 1.2.3'],
    [
      'refuses a fork',
      { ...env, GITHUB_REPOSITORY: 'them/hangar' },
      'this is git+https://code.example/them/hangar.git',
    ],
  ])('%s', (_, variables, problem) => {
    const said = publishProblem(manifest, variables);
    expect(problem === '' ? said : said.includes(problem)).toBe(problem === '' ? '' : true);
  });
});

/** Arguments by which each package manager installs, starts the command, and runs a script of the project. */
const MANAGERS = {
  npm: { add: ['install', '--save-dev'], command: ['exec', '--', 'hangar'], node: ['exec', '--', 'node'] },
  pnpm: { add: ['add', '--save-dev'], command: ['exec', 'hangar'], node: ['exec', 'node'] },
  yarn: { add: ['add', '--dev'], command: ['hangar'], node: ['node'] },
} as const;

const LIBRARY = `import { startEmulator } from 'hangar';
const hangar = await startEmulator({ workspace: { version: 1, tasks: [{ slug: 'greet' }] } });
const answer = await fetch(hangar.url + '/v0/tasks/execute', {
  method: 'POST', headers: { 'X-Service-API-Key': hangar.apiKey }, body: '{"slug":"greet"}' });
console.log(answer.status);
await hangar.stop();
`;

describe.each(['npm', 'pnpm', 'yarn'] as const)('installed with %s', (name) => {
  if (name !== 'npm') needs(name);
  const { add, command, node } = MANAGERS[name];
  let folder: string;
  const manager = (...args: readonly string[]): Promise<Printed> =>
    name === 'npm'
      ? hangar.run(folder, 'npm', ...args)
      : hangar.run(folder, process.execPath, toolPath(name) ?? '', ...args);

  beforeAll(async () => {
    folder = await hangar.folder(`by-${name}`);
    await writeFile(join(folder, 'package.json'), '{ "name": "own", "version": "1.0.0", "private": true }\n');
    await writeFile(join(folder, 'own.mjs'), LIBRARY);
    if (name === 'npm' || toolPath(name) !== undefined) await manager(...add, 'hangar');
  });

  test('the command, its completion and the library work', async () => {
    expect((await manager(...command, '--help')).stdout).toContain('hangar serve [flags]');
    expect((await manager(...command, 'completion', 'bash')).stdout).toContain('complete ');
    expect((await manager(...node, 'own.mjs')).stdout).toBe('200\n');
  });
});

/** Blocks of the README for a shell, each with the block of its output. */
const ANSWERED = [
  ['first-request', 'first-answer'],
  ['first-prompt', 'first-prompt-answer'],
  ['point-environment', 'point-environment-answer'],
];

describe('npx hangar', () => {
  test('serves in an empty folder as the README begins, and each line of the README works there', async (context) => {
    skipWithout(context, 'curl');
    const folder = await hangar.folder('empty');
    expect(block('npx-serve')).toBe('npx hangar serve\n');
    const [, ...args] = block('npx-key').trim().split(' ');
    // A group of its own: as by Ctrl+C, the signal goes to npx and to what it has started.
    const npx = spawn('npx', ['--yes', ...args, '--port', '0', '--log-format', 'json'], {
      ...{ cwd: folder, env: hangar.env, detached: true },
    });
    const ended = once(npx, 'close');
    const [line] = (await once(createInterface(npx.stdout), 'line')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    const lines = (name: string): Promise<Printed> =>
      hangar.run(folder, 'sh', '-euc', block(name).replaceAll('http://127.0.0.1:4100', url));
    try {
      for (const [request = '', answer = ''] of ANSWERED)
        expect(JSON.parse((await lines(request)).stdout)).toEqual(JSON.parse(block(answer)));
      await writeFile(join(folder, 'package.json'), '{ "scripts": { "test": "true" } }\n');
      await hangar.run(folder, 'npm', 'install', 'hangar');
      const path = `${join(folder, 'node_modules/.bin')}:${hangar.env['PATH'] ?? ''}`;
      // Its first line takes a minute: test/programs/explore has that.
      const lab = block('readme-lab').replace(/^hangar explore .*\n/m, '');
      const { stdout } = await hangar.run(folder, 'env', `HANGAR_URL=${url}`, `PATH=${path}`, 'sh', '-euc', lab);
      expect(stdout).toContain('before');
    } finally {
      process.kill(-(npx.pid ?? 0), 'SIGINT');
      await ended;
    }
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  test('says with --check, and only then, whether it is the newest', async () => {
    const asked = hangar.registry.requests.length;
    const folder = await hangar.folder('version');
    await hangar.run(folder, process.execPath, PROGRAM, '--version');
    expect(hangar.registry.requests).toHaveLength(asked);
    const { stdout } = await hangar.run(folder, process.execPath, PROGRAM, '--version', '--check');
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\nIt is the newest\.\n$/);
    const offline = hangar.run(
      folder,
      'env',
      'npm_config_registry=http://127.0.0.1:1',
      process.execPath,
      PROGRAM,
      '--version',
      '--check',
    );
    await expect(offline).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm could not say which version is the newest') as string,
    });
  });

  test('gives suites of vitest their fixture', async () => {
    const folder = await hangar.folder('suite');
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
    await hangar.run(folder, 'npm', 'install', 'hangar');
    await symlink(join(ROOT, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
    await writeFile(join(folder, 'orders.test.ts'), block('orders.test.ts'));
    await writeFile(join(folder, 'hangar.json'), block('hangar.json'));
    const { stdout } = await hangar.run(
      folder,
      process.execPath,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--no-color',
    );
    expect(stdout).toMatch(/Tests\D+\d+ passed/);
  });

  test('fetches no other package', () => {
    const fetched = hangar.registry.requests.filter((request) => request.endsWith('.tgz'));
    expect([...new Set(fetched)]).toEqual([expect.stringMatching(/^GET \/hangar\/-\/[\d.]+\.tgz$/)]);
  });
});
