import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import configuration from '../../build/electron-builder.mjs';
import { skipWithout } from '../e2e/support/hangar.ts';
import { lackOf, toolPath } from '../tools/tools.ts';
import { expect, homeOf, test } from './support/desktop.ts';
import { PACKAGED, UNPACKED } from './support/packaged.ts';
import { runToEnd } from './support/processes.ts';

const LAUNCH_CHECK = fileURLToPath(new URL('../../build/launch-check.mjs', import.meta.url));
const ARCHIVE = join(UNPACKED, 'resources', 'app.asar');
const [OFF, ON] = ['0'.charCodeAt(0), '1'.charCodeAt(0)];

test('the fuses of the executable are as configured', async () => {
  const wire = await getCurrentFuseWire(PACKAGED);
  // The last one is no fuse: it has the executable of macOS signed anew.
  const { resetAdHocDarwinSignature: _, ...fuses } = configuration.electronFuses;
  const found = Object.entries(fuses).map(([name]) => {
    const option = FuseV1Options[`${name[0]!.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options];
    return [name, { [OFF]: false, [ON]: true }[wire[option]!]];
  });
  expect(Object.fromEntries(found)).toEqual(fuses);
});

test('nobody runs other programs with it, by environment or by flags', async ({ program, folder }) => {
  const evil = join(folder, 'evil.cjs');
  await writeFile(evil, `require('fs').writeFileSync(${JSON.stringify(join(folder, 'evil'))}, '')`);
  const { executable, args, env } = program({ args: ['--inspect=0', '--version'] });
  const more = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require ${evil}` };
  const { stdout, stderr } = spawnSync(executable, args, { env: { ...env, ...more }, encoding: 'utf8' });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(stderr).not.toContain('Debugger listening');
  expect(spawnSync('ls', [folder], { encoding: 'utf8' }).stdout.split('\n')).not.toContain('evil');
});

test('the launch check of a release starts it, sends a request and stops it', async ({ program }) => {
  const { executable, env } = program({ args: [] });
  const check = { executable: process.execPath, args: [LAUNCH_CHECK, executable], env };
  expect(await runToEnd(check)).toEqual({
    code: 0,
    output: expect.stringMatching(/: version \d+\.\d+\.\d+, served at http:\/\/127\.0\.0\.1:\d+, stopped\n$/),
  });
});

test('only what runs is inside', () => {
  const files = listPackage(ARCHIVE, { isPack: false }).filter((path) => /\.\w+$/.test(path));
  const program =
    /^\/(?:package\.json|out\/(?:main\/(?:.*\.js|package\.json)|preload\/preload\.cjs|renderer\/.*\.(?:js|css|html|svg|woff2)))$/;
  const documentation =
    /^\/out\/renderer\/docs\/(?:index\.json|llms\.txt|SKILL\.md|recipes\/(?:[\w-]+\/)*[\w.-]+\.txt)$/;
  expect(files.filter((path) => !program.test(path) && !documentation.test(path))).toEqual([]);
  // Everything in the main program's folder is reached from its entry.
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    const text = extractFile(ARCHIVE, path.slice(1)).toString();
    for (const [, next = ''] of text.matchAll(/require\("(\.[^"]+\.js)"\)/g)) visit(join(dirname(path), next));
  };
  visit('/out/main/main.js');
  // Started by its name, as a process of its own.
  visit('/out/main/script-process.js');
  reached.add('/out/main/package.json');
  expect([...reached].sort()).toEqual(files.filter((path) => path.startsWith('/out/main/')).sort());
  const manifest = JSON.parse(extractFile(ARCHIVE, 'package.json').toString()) as Record<string, unknown>;
  expect(Object.keys(manifest)).not.toContain('devDependencies');
});

test('the licences of what is inside lie beside it', async () => {
  const notices = await readFile(join(UNPACKED, 'resources', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const packages = [...notices.matchAll(/^-{80}\n\n(\S+) \S+ \((.*)\)$/gm)].map(([, name, licence]) => ({
    name,
    licence,
  }));
  const names = packages.map(({ name }) => name);
  // From the server, from the compiler of scripts, from the window, and from the bundler.
  for (const name of ['hono', 'acorn', 'react', '@mantine/core', 'rolldown']) expect(names).toContain(name);
  for (const name of ['electron-builder', 'vitest', 'typescript']) expect(names).not.toContain(name);
  expect([...new Set(packages.map(({ licence }) => licence))].sort()).toEqual([
    ...[
      '(MPL-2.0 OR Apache-2.0)',
      '0BSD',
      'Apache-2.0',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'ISC',
      'MIT',
      'OFL-1.1',
      'Unlicense',
    ],
  ]);
  const beside = execFileSync('ls', [UNPACKED, join(UNPACKED, 'resources')], { encoding: 'utf8' });
  for (const file of ['LICENSE.electron.txt', 'LICENSES.chromium.html', 'LICENSE.txt']) expect(beside).toContain(file);
});

test('it takes less than 300 MB', () => {
  const [kilobytes] = execFileSync('du', ['-sk', UNPACKED], { encoding: 'utf8' }).split('\t');
  expect(Number(kilobytes) / 1024).toBeLessThan(300);
});

test('scripts and commands work from within the archive', async ({ start, folder }) => {
  skipWithout('POSIX');
  const source = `import type { Script } from 'hangar/script';
    import { twice } from './twice.ts';
    const run: Script = async ({ params }) => ({ twice: twice(params.number as number) });
    export default run;`;
  const parameters = [{ slug: 'number', type: 'integer', default: 21 }];
  const command = ['sh', '-c', 'echo hangar_output:set "{\\"number\\": $PARAM_NUMBER}"'];
  const tasks = [
    { slug: 'script', parameters, behavior: { kind: 'script', file: 'script.ts' } },
    { slug: 'command', parameters, behavior: { kind: 'command', command } },
    { slug: 'endless', behavior: { kind: 'script', source: 'export default () => { for (;;); }' }, timeout: 1 },
  ];
  await writeFile(join(folder, 'script.ts'), source);
  await writeFile(join(folder, 'twice.ts'), 'export const twice = (number: number): number => number * 2;');
  await writeFile(join(folder, 'workspace.json'), JSON.stringify({ version: 1, tasks }));
  const { v0 } = (await (await start()).server()).api;
  const outcome = async (slug: string) => {
    const { runID } = await v0.tasks.execute({ body: { slug } });
    const status = async () => (await v0.runs.get({ query: { id: runID } })).status;
    await expect.poll(status).toMatch(/Succeeded|Failed|Cancelled/);
    return [await status(), (await v0.runs.getOutputs({ query: { id: runID } })).output];
  };
  expect([await outcome('script'), await outcome('command'), (await outcome('endless'))[0]]).toEqual([
    ['Succeeded', { twice: 42 }],
    ['Succeeded', { number: 21 }],
    'Cancelled',
  ]);
});

test('started twice on an empty home it works, and remembers', async ({ startOutside, folder }) => {
  const first = await startOutside({ data: '' });
  const page = await first.page();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  const { v0 } = (await first.server()).api;
  const { runID } = await v0.tasks.execute({ body: { slug: 'greet' } });
  first.windows.place(first.window()!, { x: 150, y: 120, width: 1000, height: 700 });
  const place = () => page.evaluate(() => [window.screenX, window.screenY, window.outerWidth, window.outerHeight]);
  await expect.poll(place).toEqual([150, 120, 1000, 700]);
  await first.decide({ keepServing: true });
  expect(await first.quit()).toEqual({ code: 0, signal: null });

  const second = await startOutside({ data: '' });
  const again = await second.page();
  await expect.poll(() => again.evaluate(() => [window.outerWidth, window.outerHeight])).toEqual([1000, 700]);
  const { api } = await second.server();
  expect(await api.v0.runs.get({ query: { id: runID } })).toMatchObject({ status: 'Succeeded' });
  expect(await again.evaluate(() => window.hangar?.settings())).toMatchObject({ keepServing: true });
  // Only the application's own folder was written in the home.
  expect(spawnSync('find', ['.', '-maxdepth', '2'], { cwd: homeOf(folder), encoding: 'utf8' }).stdout).toContain(
    '.config/Hangar',
  );
});

test('a window that was maximized is so again, and goes back to where it was before', async ({ startOutside }) => {
  const first = await startOutside();
  const page = await first.page();
  const size = (of = page) => of.evaluate(() => [window.outerWidth, window.outerHeight]);
  await expect.poll(() => size()).toEqual([1280, 800]);
  first.windows.setMaximized(first.window()!, true);
  await expect.poll(async () => (await size())[0]).toBe(1600);
  await first.decide({ keepServing: true });
  expect(await first.quit()).toEqual({ code: 0, signal: null });
  const second = await startOutside();
  const again = await second.page();
  await expect.poll(async () => (await size(again))[0]).toBe(1600);
  second.windows.setMaximized(second.window()!, false);
  await expect.poll(() => size(again)).toEqual([1280, 800]);
});

const ISOLATED = fileURLToPath(new URL('support/isolated.ts', import.meta.url));

for (const [surroundings, isWatched] of [
  ['where there is no network but loopback it works fully', false],
  ['where there is a way out nothing is sent there', true],
] as const) {
  test(`started twice on an empty home ${surroundings}`, async ({ program, folder }, info) => {
    const missing = lackOf('network namespaces');
    info.skip(missing !== '', missing);
    await mkdir(homeOf(folder), { recursive: true });
    const given = JSON.stringify({ program: program({ data: '' }), isWatched });
    const args = ['--net', process.execPath, '--import', 'tsx', ISOLATED, given];
    const { code, output } = await runToEnd({
      executable: toolPath('network namespaces') ?? '',
      args,
      env: program().env,
    });
    expect({ code, output }).toMatchObject({ code: 0 });
    const titles = ['Overview', 'Traffic', 'Tasks', 'Settings'];
    expect(JSON.parse(output.split('\n').at(-1) ?? '')).toMatchObject({
      first: { titles, code: 0, result: { output: { greeting: 'Hello, world!' } } },
      second: { titles, code: 0, result: 'Succeeded' },
      sent: 0,
      isCounting: isWatched,
    });
  });
}
