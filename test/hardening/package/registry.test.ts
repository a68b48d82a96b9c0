import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishProblem } from '../../../build/publish-guard.mjs';
import { block } from '../../support/docs.ts';
import { needs } from '../../support/needs.ts';
import { toolPath } from '../../tools/tools.ts';
import { type Printed, ROOT } from './support/installed.ts';
import { published, type Published } from './support/published.ts';

let hangar: Published;
beforeAll(async () => {
  hangar = await published();
});
afterAll(() => hangar.close());

describe('npm publish', () => {
  test('says in a dry run what it would publish', () => {
    expect(hangar.dryRun.stdout).toContain('"name": "hangar"');
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
  test('serves in an empty folder, as the README begins', async () => {
    const folder = await hangar.folder('empty');
    // The first lines of the README.
    expect(block('npx-serve')).toBe('npx hangar serve\n');
    const args = ['--yes', 'hangar', 'serve', '--port', '0', '--log-format', 'json'];
    // A group of its own: as by Ctrl+C, the signal goes to npx and to what it has started.
    const npx = spawn('npx', args, { cwd: folder, env: hangar.env, detached: true });
    const ended = once(npx, 'close');
    const [line] = (await once(createInterface(npx.stdout), 'line')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    expect((await fetch(`${url}/_emulator/ready`)).status).toBe(200);
    process.kill(-(npx.pid ?? 0), 'SIGINT');
    await ended;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
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
