import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { skipWithout } from '../e2e/support/hangar.ts';
import { expect, homeOf, test } from './support/desktop.ts';

const TASKS = [
  { slug: 'twice', behavior: { kind: 'script', source: 'export default () => ({ twice: 42 });' } },
  { slug: 'fails', behavior: { kind: 'steps', steps: [{ do: 'fail', message: 'out of paper' }] } },
];

test('Settings keeps its choices for the next start, and makes hangar for the terminal', async ({
  start,
  program,
  folder,
}) => {
  skipWithout('POSIX');
  const first = await start({ args: ['hangar://settings'] });
  const page = await first.page();
  const path = join(homeOf(folder), '.local', 'bin', 'hangar');

  await test.step('it makes hangar for the terminal', async () => {
    const terminal = page.getByRole('region', { name: 'Terminal' });
    await expect(terminal).toContainText(path);
    await terminal.getByRole('button', { name: 'Install' }).click();
    await expect(terminal).toContainText('Installed.');
    await expect(terminal.getByRole('button', { name: 'Install' })).toHaveCount(0);
  });

  await test.step('it stores what is chosen', async () => {
    const keepServing = page.getByLabel('Keep serving when the window is closed');
    await expect(keepServing).toBeVisible();
    await keepServing.check();
    await page.getByLabel('Notify me of new prompts').uncheck();
    await page.getByLabel('Port', { exact: true }).fill('4321');
    await page.getByRole('button', { name: 'Save port' }).click();
    const stored = async () =>
      JSON.parse(await readFile(join(folder, 'desktop.json'), 'utf8').catch(() => '{}')) as object;
    await expect.poll(stored).toMatchObject({ version: 1, keepServing: true, notifications: false, port: 4321 });
    const settings = await page.evaluate(() => window.hangar?.settings());
    expect(settings).toEqual({ keepServing: true, notifications: false, port: 4321 });
    await first.closeWindow();
    await expect.poll(first.isWindowOpen).toBe(false);
    expect(await first.quit()).toEqual({ code: 0, signal: null });
  });

  await test.step('the settings are kept at the next start', async () => {
    const second = await start({ args: ['hangar://settings'] });
    const again = await second.page();
    await expect(again.getByLabel('Keep serving when the window is closed')).toBeChecked();
    await expect(again.getByLabel('Notify me of new prompts')).not.toBeChecked();
    await expect(again.getByLabel('Port', { exact: true })).toHaveValue('4321');
    expect(await second.quit()).toEqual({ code: 0, signal: null });
  });

  await test.step('hangar in the terminal runs its commands without a window', async () => {
    const workspace = join(folder, 'hangar.json');
    await writeFile(workspace, JSON.stringify({ version: 1, tasks: TASKS }));
    // As over SSH: there is no display.
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = program().env;
    const server = spawn(
      path,
      ['serve', '--in-memory', '--port', '0', '--log-format', 'json', '--workspace', workspace],
      {
        env,
      },
    );
    let printed = '';
    let errors = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    server.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const ready = () => /\{"event":"ready".*\}/.exec(printed)?.[0];
    await expect.poll(ready).toBeDefined();
    const { url } = JSON.parse(ready() ?? '') as { url: string };
    const run = (...args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(path, args, { env: { ...env, HANGAR_URL: url }, encoding: 'utf8' });
      return { status, stdout, stderr };
    };
    expect(run('run', 'twice', '--wait', '--json')).toMatchObject({
      ...{ status: 0, stderr: '', stdout: expect.stringMatching(/"twice": ?42/) },
    });
    expect(run('run', 'fails', '--wait')).toMatchObject({ status: 1 });
    expect(run('runs', '--limit', 'x')).toMatchObject({ status: 2, stdout: '' });
    expect(run('exec', '--', 'sh', '-c', 'echo "$HANGAR_URL"; exit 6')).toMatchObject({
      ...{ status: 6, stdout: expect.stringContaining('http://127.0.0.1:') },
    });
    server.kill('SIGTERM');
    expect(await once(server, 'close')).toEqual([0, null]);
    expect(errors).toBe('');
  });
});
