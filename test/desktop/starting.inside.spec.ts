import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { skipWithout } from '../e2e/support/hangar.ts';
import { freePort } from '../support/free-port.ts';
import { browserOf } from './support/debugging.ts';
import { expect, test } from './support/desktop.ts';
import { printedBy } from './support/processes.ts';

async function takePort(): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => socket.destroy()).listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as { port: number }).port, server };
}

test('npm start opens the window', async ({ program, folder }) => {
  skipWithout('POSIX');
  const script = fileURLToPath(new URL('../../build/start.mjs', import.meta.url));
  const args = [script, '--data', folder, '--port', '0', '--remote-debugging-port=0'];
  const child = spawn(process.execPath, args, { env: program().env });
  const browser = await browserOf({ child, printed: printedBy(child) });
  await expect.poll(() => titles(browser)).toEqual([expect.stringMatching(/^Overview.*Hangar$/)]);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

async function titles(browser: Browser): Promise<string[]> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  return Promise.all(pages.map((page) => page.title()));
}

test('a port that is in use is said so, and the next free one is taken when asked to', async ({ startInside }) => {
  const { port, server } = await takePort();
  const desktop = await startInside({ args: ['--port', String(port)] });
  const buttons = async () => (await desktop.question())?.buttons ?? [];
  await expect.poll(buttons).toEqual([expect.stringMatching(/^Use Port \d+$/), 'Try Again', 'Quit']);
  const [use = ''] = await buttons();
  await desktop.answer(new RegExp(`^Port ${port} is in use by process`), use, 0);
  expect((await desktop.server()).url).toBe(`http://127.0.0.1:${use.slice('Use Port '.length)}`);
  server.close();
});

test('a port that is free again is taken after all', async ({ startInside }) => {
  const { port, server } = await takePort();
  const desktop = await startInside({ args: ['--port', String(port)] });
  await expect.poll(desktop.question).toBeDefined();
  await once(server.close(), 'close');
  await desktop.answer(/in use/, 'Try Again', 1);
  expect((await desktop.server()).url).toBe(`http://127.0.0.1:${port}`);
});

test('declining another port ends Hangar with 3', async ({ startInside }) => {
  const { port, server } = await takePort();
  const desktop = await startInside({ args: ['--port', String(port)] });
  expect(await desktop.endedBy(() => desktop.answer(/in use/, 'Quit', 2))).toEqual({ code: 3, signal: null });
  server.close();
});

test('in memory nothing is left on disk', async ({ startInside, folder }) => {
  const data = join(folder, 'data');
  const desktop = await startInside({ data, args: ['--in-memory'] });
  await desktop.page();
  await desktop.decide({ keepServing: true });
  const profile = await desktop.app.evaluate(({ app }) => app.getPath('userData'));
  expect(await desktop.quit()).toEqual({ code: 0, signal: null });
  expect([existsSync(join(data, 'desktop.json')), existsSync(join(data, 'window')), existsSync(profile)]).toEqual([
    ...[false, false, false],
  ]);
});
