import { readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { skipWithout } from '../../support/needs.ts';
import { endAll, readyOf, start } from '../../support/program.ts';
import { reachedFrom } from '../../support/loaded-modules.ts';
import { block, PAGES } from '../../support/docs.ts';
import { filesIn, installedProject, type Printed, type Project, ROOT } from './support/installed.ts';

/** Megabytes of 1,000,000 bytes. */
const MOST_MEGABYTES = 8;

let project: Project;
beforeAll(async () => {
  project = await installedProject();
});
afterAll(async () => {
  await endAll();
  await project.remove();
});

/** The fields of the package's own `package.json` that concern who installs it. */
interface Manifest {
  readonly version: string;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
  readonly peerDependenciesMeta?: object;
  readonly scripts?: Readonly<Record<string, string>>;
}

async function manifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(project.package, 'package.json'), 'utf8')) as Manifest;
}

describe('the installed package', () => {
  test('brings no other package, and starts nothing when it is installed', async () => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta, scripts } = await manifest();
    expect([dependencies, optionalDependencies]).toEqual([undefined, undefined]);
    // Only users of hangar/vitest need it, and have it.
    expect(Object.keys(peerDependencies ?? {})).toEqual(['vitest']);
    expect(peerDependenciesMeta).toEqual({ vitest: { optional: true } });
    expect(Object.keys(scripts ?? {}).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
    const beside = await readdir(dirname(project.package));
    expect(beside.filter((name) => !name.startsWith('.'))).toEqual(['hangar']);
  });

  test(`takes less than ${MOST_MEGABYTES} MB`, async () => {
    const paths = await filesIn(project.package);
    const sizes = await Promise.all(paths.map(async (path) => (await stat(join(project.package, path))).size));
    expect(sizes.reduce((sum, size) => sum + size) / 1e6).toBeLessThan(MOST_MEGABYTES);
  });

  test('holds the programs with all that they load, the window, the types, and what a reader needs', async () => {
    const found = await filesIn(project.package);
    // npm adds what `main` names: the entry of Electron, which nobody else loads.
    const names = ['headless.js', 'library.js', 'testing.js', 'vitest.mjs', 'time.mjs', 'main.js'];
    const entries = names.map((name) => join(project.package, 'out/main', name));
    const { files: loaded } = reachedFrom(entries);
    expect(found.filter((path) => path.startsWith('out/main/'))).toEqual(
      [...loaded.map((file) => relative(project.package, file)), 'out/main/package.json'].toSorted(),
    );
    expect(found.filter((path) => path.startsWith('out/types/'))).toEqual([
      'out/types/library.d.ts',
      'out/types/script.d.ts',
      'out/types/testing.d.ts',
      'out/types/vitest.d.ts',
    ]);
    expect(found).toContain('out/renderer/index.html');
    expect(found).toContain('out/renderer/docs/index.html');
    const notices = await readFile(join(project.package, 'out/THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const bundled of ['hono', 'zod', 'react', '@mantine/core'])
      expect(notices).toMatch(new RegExp(`^${bundled} \\d`, 'm'));
    // Targets of the README's and the pages' links are included, too.
    const recipes = (await filesIn(join(ROOT, 'recipes'))).map((path) => `recipes/${path}`);
    expect(found.filter((path) => !path.startsWith('out/'))).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'package.json', ...PAGES, ...recipes].toSorted(),
    );
    expect(found.filter((path) => path.endsWith('.map'))).toEqual([]);
  });
});

describe('the command of the installed package', () => {
  test('says its version and its flags', async () => {
    const { version } = await manifest();
    expect((await project.run('npx', 'hangar', '--version')).stdout).toBe(`${version}\n`);
    expect((await project.run(project.bin, '--help')).stdout).toContain('hangar serve [flags]');
  });

  test('serves both sides and the window, and keeps its data in the home folder', async () => {
    const server = serveFrom(project);
    const ready = await readyOf(server);
    const answer = await fetch(`${ready.url}/v0/tasks/execute`, {
      method: 'POST',
      headers: { 'X-Service-API-Key': ready.apiKey },
      body: '{"slug":"greet"}',
    });
    expect(await answer.json()).toMatchObject({ runID: expect.stringMatching(/^run2/) });
    expect(await (await fetch(ready.gui)).text()).toContain('<div id="root">');
    expect(ready.data).toContain(project.env['HOME']);
    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('runs a command around which it serves', async (context) => {
    skipWithout(context, 'curl');
    await project.write({
      'suite.sh': `curl -fsS "$HANGAR_URL/v0/runs/list" -H "X-Service-API-Key: $HANGAR_API_KEY"\nexit 7\n`,
    });
    const suite = project.run(project.bin, 'exec', '--quiet', '--', 'sh', 'suite.sh');
    await expect(suite).rejects.toMatchObject({ code: 7, stdout: '{"runs":[]}', stderr: '' });
  });
});

function serveFrom({ bin, env, folder }: Project) {
  return start(['serve', '--port', '0', '--log-format', 'json'], { script: bin, env, cwd: folder });
}

/** Programs that use the library, by file, each printing what a task of its own gave. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'a module.mjs': `import { startEmulator } from 'hangar';\nsuite(startEmulator);`,
  'CommonJS that imports.cjs': `import('hangar').then(({ startEmulator }) => suite(startEmulator));`,
  'CommonJS that requires.cjs': `const { startEmulator } = require('hangar');\nsuite(startEmulator);`,
};
const SUITE = `
async function suite(startEmulator) {
  const behavior = { kind: 'script', source: 'export default ({ params }: { params: any }) => ({ doubled: params.n * 2 })' };
  const tasks = [{ slug: 'double', parameters: [{ slug: 'n', type: 'integer' }], behavior }];
  const hangar = await startEmulator({ workspace: { version: 1, tasks } });
  const headers = { 'X-Service-API-Key': hangar.apiKey };
  const call = async (path, init) => (await fetch(hangar.url + path, { headers, ...init })).json();
  const { runID } = await call('/v0/tasks/execute', { method: 'POST', body: '{"slug":"double","paramValues":{"n":21}}' });
  while ((await call('/v0/runs/get?id=' + runID)).status !== 'Succeeded') await new Promise((next) => setTimeout(next, 20));
  console.log(JSON.stringify(await call('/v0/runs/getOutputs?id=' + runID)));
  await hangar.stop();
}`;

describe('the library of the installed package', () => {
  test.each(Object.keys(PROGRAMS))('works in %s', async (name) => {
    await project.write({ [name]: `${PROGRAMS[name] ?? ''}\n${SUITE}\n` });
    expect(await project.run('node', name)).toEqual({ stdout: '{"output":{"doubled":42}}\n', stderr: '' });
  });
});

/** A test that fails after four calls that are refused each time. */
const MISTAKEN = (header: string, footer: string) => `${header}
  for (let n = 0; n < 4; n++)
    await fetch(hangar.url + '/v0/tasks/execute', { method: 'POST', headers: { 'X-Service-API-Key': hangar.apiKey }, body: '{"slug":"nothing"}' });
  throw new Error('it fails');
${footer}`;

/** Suites for vitest, by file: the one of the documentation passes, the others fail. */
const SUITES: Readonly<Record<string, string>> = {
  // As here: a busy machine takes its time.
  'suite/vitest.config.js': 'export default { test: { testTimeout: 60_000 } };',
  'suite/orders.test.ts': block('orders.test.ts'),
  'suite/fixture.test.ts': MISTAKEN(`import { test } from 'hangar/vitest';\ntest('it', async ({ hangar }) => {`, '});'),
  'suite/wrapped.test.ts': MISTAKEN(
    `import { test } from 'vitest';\nimport { withHangar } from 'hangar/testing';\ntest('it', withHangar(async (hangar) => {`,
    '}));',
  ),
};

/** Opens an emulator for a test where none can be had, and prints why. */
const NOWHERE = `import { openHangar } from 'hangar/testing';
for (const HANGAR_URL of ['http://127.0.0.1:1', 'local', '']) {
  process.env.HANGAR_URL = HANGAR_URL;
  await openHangar({ workspace: 'broken.json' }).catch(({ message }) => console.log(message));
}`;

describe('the fixtures of the installed package', () => {
  /** The output of a test runner in a project with vitest, with or without a Hangar around it. */
  async function printed(runner: readonly string[], around: readonly string[] = []): Promise<string> {
    const [program = '', ...args] = [...around, process.execPath, ...runner];
    const { stdout, stderr } = await project.run(program, ...args).catch(printedBy);
    return stdout + stderr;
  }

  function printedBy(error: unknown): Printed {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error)
      return { stdout: String(error.stdout), stderr: String(error.stderr) };
    throw error;
  }

  const VITEST = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--no-color', '--root', 'suite'];
  const exec = () => [project.bin, 'exec', '--quiet', '--fail-on', 'warning', '--workspace', 'hangar.json', '--'];

  beforeAll(async () => {
    await symlink(join(ROOT, 'node_modules', 'vitest'), join(project.folder, 'node_modules', 'vitest'));
    await project.write({ ...SUITES, 'hangar.json': block('hangar.json') });
  });
  afterAll(() => rm(join(project.folder, 'node_modules', 'vitest')));

  test('of vitest give each test a sandbox of a Hangar of its own, and show the findings of a test that fails', async () => {
    const said = await printed(VITEST);
    expect(said).toMatch(/Tests\D+2 failed\D+4 passed \(6\)/);
    const finding = 'retried-refusal: tasks/execute was called 4 times though each answer was 404.';
    expect(said.split('Error: it fails')).toHaveLength(3);
    expect(said.split(`Hangar found mistakes of the program under test:\n${finding}`)).toHaveLength(3);
  });

  test('of vitest give each test a sandbox of the Hangar of hangar exec', async () => {
    expect(await printed([...VITEST, 'orders'], exec())).toMatch(/Tests\D+4 passed \(4\)/);
  });

  test.each([
    ['its own', () => []],
    ['hangar exec', exec],
  ])('of any runner give each test a sandbox, with the Hangar of %s', async (_, around) => {
    await project.write({ 'orders.test.mjs': block('orders.test.mjs') });
    expect(await printed(['--test', 'orders.test.mjs'], around())).toMatch(/pass 1\n[^]*fail 0\n/);
  });

  test('say why none can be had', async () => {
    await project.write({ 'nowhere.mjs': NOWHERE, 'broken.json': '{' });
    expect((await printed(['nowhere.mjs'])).split('\n')).toEqual([
      expect.stringContaining('No Hangar runs at HANGAR_URL: start one with hangar serve'),
      expect.stringContaining('HANGAR_URL must be a URL such as'),
      expect.stringContaining('broken.json'),
      '',
    ]);
  });
});
