import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAll, readyOf, start } from '../support/program.ts';
import { readSource } from '../support/source-file.ts';
import { block, PAGES } from '../support/docs.ts';
import { installedProject, type Printed, type Project, ROOT } from './support/installed.ts';

/** Megabytes of 1,000,000 bytes. */
const MOST_MEGABYTES = 8;

let project: Project;
beforeAll(async () => {
  project = await installedProject();
}, 300_000);
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

/** The paths of all files in the package. */
async function contents(): Promise<string[]> {
  const all = await readdir(project.package, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.package.length + 1));
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
    const sizes = await Promise.all(
      (await contents()).map(async (path) => (await stat(join(project.package, path))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size) / 1e6).toBeLessThan(MOST_MEGABYTES);
  });

  test('holds the programs with all that they load, the window, the types, and what a reader needs', async () => {
    const found = await contents();
    // npm adds what `main` names: the entry of Electron, which nobody else loads.
    const names = ['headless.js', 'library.js', 'testing.js', 'vitest.mjs', 'main.js'];
    const entries = names.map((name) => join(project.package, 'out/main', name));
    expect(found.filter((path) => path.startsWith('out/main/')).toSorted()).toEqual(
      [...reachedFrom(entries), 'out/main/package.json'].toSorted(),
    );
    expect(found.filter((path) => path.startsWith('out/types/')).toSorted()).toEqual([
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
    const inRecipes = await readdir(join(ROOT, 'recipes'), { recursive: true, withFileTypes: true });
    const recipes = inRecipes
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));
    expect(found.filter((path) => !path.startsWith('out/')).toSorted()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'package.json', ...PAGES, ...recipes].toSorted(),
    );
    expect(found.filter((path) => path.endsWith('.map'))).toEqual([]);
  });
});

/** The files of the package that are reached from some, by their paths in it. */
function reachedFrom(entries: readonly string[]): string[] {
  const files = new Set(entries);
  // A set that grows while it is gone through also gives what was added.
  for (const file of files) {
    for (const { specifier } of readSource(file, readFileSync(file, 'utf8')).imports) {
      if (specifier.startsWith('.')) files.add(resolve(dirname(file), specifier));
    }
  }
  return [...files].map((file) => file.slice(project.package.length + 1));
}

describe('the command of the installed package', () => {
  test('says its version and its flags', async () => {
    const { version } = await manifest();
    expect((await project.run('npx', 'hangar', '--version')).stdout).toBe(`${version}\n`);
    expect((await project.run('npx', 'hangar', '--help')).stdout).toContain('hangar serve [flags]');
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

  test('runs a command around which it serves', async () => {
    await project.write({
      'suite.sh': `curl -fsS "$HANGAR_URL/v0/runs/list" -H "X-Service-API-Key: $HANGAR_API_KEY"\nexit 7\n`,
    });
    const suite = project.run('npx', 'hangar', 'exec', '--quiet', '--', 'sh', 'suite.sh');
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

describe('the fixtures of the installed package', () => {
  /** The output of a test runner in a project with vitest, with or without `hangar exec` around it. */
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
  const EXEC = ['npx', 'hangar', 'exec', '--quiet', '--fail-on', 'warning', '--workspace', 'hangar.json', '--'];
  const HANGARS: readonly [name: string, around: readonly string[]][] = [
    ['of its own', []],
    ['of hangar exec', EXEC],
  ];

  beforeAll(async () => {
    await symlink(join(ROOT, 'node_modules', 'vitest'), join(project.folder, 'node_modules', 'vitest'));
    await project.write({ 'hangar.json': block('hangar.json') });
    await mkdir(join(project.folder, 'suite'));
  });
  afterAll(() => rm(join(project.folder, 'node_modules', 'vitest')));

  test.each(HANGARS)('of vitest give each test a sandbox, with a Hangar %s', async (_, around) => {
    await project.write({
      'suite/orders.test.ts': block('orders.test.ts'),
      'suite/vitest.config.js': 'export default {};',
    });
    expect(await printed(VITEST, around)).toMatch(/Tests\D+4 passed \(4\)/);
  });

  test.each(HANGARS)('of any runner give each test a sandbox, with a Hangar %s', async (_, around) => {
    await project.write({ 'orders.test.mjs': block('orders.test.mjs') });
    expect(await printed(['--test', 'orders.test.mjs'], around)).toMatch(/pass 1\n[^]*fail 0\n/);
  });

  test('show the findings of a test that fails, and where nothing serves', async () => {
    const fixture = MISTAKEN(`import { test } from 'hangar/vitest';\ntest('it', async ({ hangar }) => {`, '});');
    const wrapped = MISTAKEN(
      `import { test } from 'vitest';\nimport { withHangar } from 'hangar/testing';\ntest('it', withHangar(async (hangar) => {`,
      '}));',
    );
    await project.write({ 'suite/orders.test.ts': fixture, 'suite/wrapped.test.ts': wrapped });
    const finding = 'retried-refusal: tasks/execute was called 4 times though each answer was 404.';
    const said = await printed(VITEST);
    expect(said.split('Error: it fails')).toHaveLength(3);
    expect(said.split(`Hangar found mistakes of the program under test:\n${finding}`)).toHaveLength(3);
    const nowhere = await printed(VITEST, ['env', 'HANGAR_URL=http://127.0.0.1:1']);
    expect(nowhere).toContain('No Hangar runs at HANGAR_URL: start one with hangar serve');
    expect(await printed(VITEST, ['env', 'HANGAR_URL=local'])).toContain('HANGAR_URL must be a URL such as');
    await project.write({ 'hangar.json': '{' });
    expect(await printed(VITEST)).toMatch(/hangar\.json/);
  });
});
