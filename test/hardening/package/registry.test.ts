import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
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

describe('npx hangar', () => {
  // The other lines of the README: `hardening/programs/guides.test.ts`.
  test('serves in an empty folder as the README begins, and its first line works there', async (context) => {
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
      expect(JSON.parse((await lines('first-request')).stdout)).toEqual(JSON.parse(block('first-answer')));
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
    const version = (...args: readonly string[]): Promise<Printed> => hangar.run(folder, 'env', ...args, '--version');
    await version(process.execPath, PROGRAM);
    expect(hangar.registry.requests).toHaveLength(asked);
    const { stdout } = await version(process.execPath, PROGRAM, '--check');
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\nIt is the newest\.\n$/);
    const offline = version('npm_config_registry=http://127.0.0.1:1', process.execPath, PROGRAM, '--check');
    await expect(offline).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm could not say which version is the newest') as string,
    });
  });

  test('fetches no other package', () => {
    const fetched = hangar.registry.requests.filter((request) => request.endsWith('.tgz'));
    expect([...new Set(fetched)]).toEqual([expect.stringMatching(/^GET \/hangar\/-\/[\d.]+\.tgz$/)]);
  });
});
