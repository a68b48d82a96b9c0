import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { needs, skipWithout } from '../support/needs.ts';
import { readyOf, start } from '../support/program.ts';

const script = fileURLToPath(new URL('../../build/start.mjs', import.meta.url));
const hasOwnRuntime = existsSync(fileURLToPath(new URL('../../node_modules/electron/path.txt', import.meta.url)));

const { folder } = builtProgram();

/** Starts it in surroundings where it cannot show a window; gives what it said, once it was ready and stopped. */
async function startWithout(env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const args = ['--data', join(folder(), 'data'), '--port', '0', '--log-format', 'json'];
  const program = start(args, { env, script });
  const { url } = await readyOf(program);
  expect((await fetch(`${url}/_emulator/ready`)).status).toBe(200);
  program.child.kill('SIGTERM');
  const { code, stderr } = await program.ended;
  return { code, stderr: stderr.replace(/^Fetching .*\n/, '') };
}

describe('npm start serves headless, and says why in one line', () => {
  needs('Linux');

  test('without a display', async () => {
    expect(await startWithout({ DISPLAY: '', WAYLAND_DISPLAY: '' })).toEqual({
      code: 0,
      stderr: 'No window: this machine has no display. Serving headless instead.\n',
    });
  });

  test('without Electron where it was told to find it', async () => {
    expect(await startWithout({ DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: folder() })).toEqual({
      code: 0,
      stderr: 'No window: ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron. Serving headless instead.\n',
    });
  });

  test('without the runtime and without a way to fetch it', async ({ skip }) => {
    if (hasOwnRuntime) skip('the package "electron" has its runtime');
    const nowhere = { ELECTRON_MIRROR: 'http://127.0.0.1:9/', electron_config_cache: join(folder(), 'cache') };
    const { code, stderr } = await startWithout({ DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: '', ...nowhere });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /^No window: the Electron runtime cannot be had \(.+\)\. Serving headless instead\.\n$/,
      ),
    });
  });

  test('with a display that does not answer', async (context) => {
    skipWithout(context, 'electron');
    expect(await startWithout({ DISPLAY: ':4100' })).toEqual({
      code: 0,
      stderr: 'No window: Electron does not work here (it ended with SIGSEGV). Serving headless instead.\n',
    });
  });
});
