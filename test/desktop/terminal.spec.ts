import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, homeOf, test } from './support/desktop.ts';

const TASKS = [
  { slug: 'twice', behavior: { kind: 'script', source: 'export default () => ({ twice: 42 });' } },
  { slug: 'fails', behavior: { kind: 'steps', steps: [{ do: 'fail', message: 'out of paper' }] } },
];

test('Settings makes hangar for the terminal, which runs its commands without a window', async ({
  start,
  program,
  folder,
}) => {
  const desktop = await start({ args: ['hangar://settings'] });
  const page = await desktop.page();
  const terminal = page.getByRole('region', { name: 'Terminal' });
  const path = join(homeOf(folder), '.local', 'bin', 'hangar');
  await expect(terminal).toContainText(path);
  await terminal.getByRole('button', { name: 'Install' }).click();
  await expect(terminal).toContainText('Installed.');
  await expect(terminal.getByRole('button', { name: 'Install' })).toHaveCount(0);
  expect(await desktop.quit()).toEqual({ code: 0, signal: null });

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
