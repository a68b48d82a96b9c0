import { expect } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { installedProject } from '../package/support/installed.ts';
import { test } from '../../e2e/support/built.ts';

test('on a machine with nothing but Node, the package is installed, served with npx, and its window opens in a browser', async ({
  page,
}) => {
  // Building, packing and installing, on a machine that does other things too.
  const { env, folder, remove } = await installedProject();
  const npx = ['hangar', 'serve', '--port', '0', '--log-format', 'json'];
  // npx does not hand a signal on to what it started: as in a terminal, all of its group get it.
  const server = spawn('npx', npx, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  page.on('pageerror', ({ message }) => said.push(message));
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    const { gui } = JSON.parse(line) as { gui: string };
    await page.goto(gui);
    await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('option', { name: /greet/i }).click();
    await expect(page.getByRole('heading', { name: 'Greet' })).toBeVisible();
    expect(said).toEqual([]);
  } finally {
    process.kill(-(server.pid ?? 0), 'SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    await remove();
  }
});
