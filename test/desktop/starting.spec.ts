import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { electronRuntime } from '../../build/electron-runtime.mjs';
import { desktopArguments, desktopEnvironment, expect, test } from './support/desktop.ts';
import type { Display } from './support/display.ts';

/** Runs the application until it ends by itself. */
async function run(display: Display, data: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const env = desktopEnvironment(display, data);
  const child = spawn(electronRuntime()!, desktopArguments(data, args), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: Buffer.concat(chunks).toString() };
}

async function takePort(): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port, server };
}

test('npm start opens the window', async ({ display, folder }) => {
  const { port, server } = await takePort();
  server.close();
  const script = fileURLToPath(new URL('../../build/start.mjs', import.meta.url));
  const args = [script, '--data', folder, '--port', '0', `--remote-debugging-port=${port}`];
  const child = spawn(process.execPath, args, { env: desktopEnvironment(display, folder) });
  const connect = () => chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  await expect.poll(() => connect().then(titles, () => [])).toEqual([expect.stringMatching(/^Overview.*Hangar$/)]);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

async function titles(browser: Browser): Promise<string[]> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  return Promise.all(pages.map((page) => page.title()));
}

test('a second start brings the window of the first one to the front, and ends', async ({ start, display }) => {
  const desktop = await start();
  await desktop.page();
  await desktop.choose('keep-serving');
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(desktop.isWindowOpen).toBe(false);
  const second = await run(display, desktop.data, []);
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining('already running') });
  await expect.poll(desktop.isWindowOpen).toBe(true);
});

test('a link into the window opens its place, at the first start and at a second one', async ({ start, display }) => {
  const desktop = await start({ args: ['hangar://runs/run1'] });
  const page = await desktop.page();
  await expect(page).toHaveURL(/\/runs\/run1$/);
  expect(await run(display, desktop.data, ['hangar://tasks'])).toMatchObject({ code: 0 });
  await expect(page).toHaveURL(/\/tasks$/);
  // An operation of the server is no place.
  expect(await run(display, desktop.data, ['hangar://_emulator/export'])).toMatchObject({ code: 0 });
  await expect(page).toHaveURL(/\/tasks$/);
});

test('a port that is in use is said so, and the next free one is taken when asked to', async ({ start }) => {
  const { port, server } = await takePort();
  const desktop = await start({ args: ['--port', String(port)] });
  const buttons = async () => (await desktop.question())?.buttons ?? [];
  await expect.poll(buttons).toEqual([expect.stringMatching(/^Use Port \d+$/), 'Try Again', 'Quit']);
  const [use = ''] = await buttons();
  await desktop.answer(new RegExp(`^Port ${port} is in use by process`), use);
  expect((await desktop.server()).url).toBe(`http://127.0.0.1:${use.slice('Use Port '.length)}`);
  server.close();
});

test('a port that is free again is taken after all', async ({ start }) => {
  const { port, server } = await takePort();
  const desktop = await start({ args: ['--port', String(port)] });
  await expect.poll(desktop.question).toBeDefined();
  await once(server.close(), 'close');
  await desktop.answer(/in use/, 'Try Again');
  expect((await desktop.server()).url).toBe(`http://127.0.0.1:${port}`);
});

test('who wants no other port ends it, with 3', async ({ start }) => {
  const { port, server } = await takePort();
  const desktop = await start({ args: ['--port', String(port)] });
  expect(await desktop.endedBy(() => desktop.answer(/in use/, 'Quit'))).toEqual({ code: 3, signal: null });
  server.close();
});

test('a workspace file that is no JSON keeps it from starting, and says why', async ({ start, folder }) => {
  await writeFile(join(folder, 'workspace.json'), 'not JSON');
  const desktop = await start();
  const ended = await desktop.endedBy(() => desktop.answer('Hangar cannot start', 'Quit'));
  expect(ended).toEqual({ code: 2, signal: null });
});

test('a wrong flag ends it with 2 and one line', async ({ display, folder }) => {
  const { code, output } = await run(display, folder, ['--prot', '1']);
  expect({ code, output }).toEqual({
    code: 2,
    output: expect.stringContaining('unknown flag --prot; did you mean --port?'),
  });
});

test('in memory nothing is left on disk', async ({ start, folder }) => {
  const data = join(folder, 'data');
  const desktop = await start({ data, args: ['--in-memory'] });
  await desktop.page();
  await desktop.choose('keep-serving');
  const profile = await desktop.app.evaluate(({ app }) => app.getPath('userData'));
  expect(await desktop.quit()).toEqual({ code: 0, signal: null });
  expect([existsSync(join(data, 'desktop.json')), existsSync(join(data, 'window')), existsSync(profile)]).toEqual([
    ...[false, false, false],
  ]);
});

test('the port of the next start may be chosen in the window', async ({ start, folder }) => {
  const desktop = await start();
  const page = await desktop.page();
  const settings = await page.evaluate(() => window.hangar?.changeSettings({ port: 4321, keepServing: true }));
  expect(settings).toEqual({ keepServing: true, notifications: true, port: 4321 });
  await desktop.quit();
  const { version, port } = JSON.parse(await readFile(join(folder, 'desktop.json'), 'utf8')) as Record<string, unknown>;
  expect({ version, port }).toEqual({ version: 1, port: 4321 });
});
