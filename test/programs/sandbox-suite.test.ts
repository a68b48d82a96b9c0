import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUITE_WORKSPACE, undisturbed, withResets, withSandboxes } from '../support/flaky-suite.ts';
import { clientOf, endAll, run, scratchFolder, serve } from '../support/program.ts';

const TESTS = 200;
const expected = Array.from({ length: TESTS }, (_, number) => undisturbed(number));

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let file: string;
beforeAll(async () => {
  scratch = await scratchFolder();
  file = join(scratch.path, 'hangar.json');
  await writeFile(file, JSON.stringify(SUITE_WORKSPACE));
});
afterAll(async () => {
  await endAll();
  await scratch.remove();
});

/** Number of sockets that a process has open. */
async function socketsOf(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all((await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')));
  return links.filter((link) => link.startsWith('socket:')).length;
}

/** Megabytes of memory that a process uses. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

describe('a suite of 200 tests that disturb each other', () => {
  test('passes side by side on one server with a sandbox for each, and leaves nothing behind', async () => {
    const { ready, child, stop } = await serve(['--in-memory', '--workspace', file]);
    const { emulator } = clientOf(ready);
    const pid = child.pid!;
    // Fills caches, so that what grows after it is what sandboxes leave.
    expect(await withSandboxes(ready, TESTS, 64)).toEqual(expected);
    const sockets = await socketsOf(pid);
    const memory = await memoryOf(pid);
    for (let round = 0; round < 3; round++) expect(await withSandboxes(ready, TESTS, 32)).toEqual(expected);
    expect(await emulator.sandboxes.list()).toEqual({ items: [] });
    // Connections of this process to the server itself are kept open.
    while ((await socketsOf(pid)) > sockets) await pause(50);
    // A sandbox takes 0.3 MB: 600 of them would take 180 MB.
    expect((await memoryOf(pid)) - memory).toBeLessThan(100);
    expect((await stop()).code).toBe(0);
  });

  test('passes one by one with a reset before each', async () => {
    const { ready } = await serve(['--in-memory', '--workspace', file]);
    expect(await withResets(ready, TESTS)).toEqual(expected);
  });

  test('leaves no server and no timer in the process of the library', async () => {
    const library = new URL('../../out/main/library.js', import.meta.url).href;
    const script = join(scratch.path, 'leaves.mjs');
    await writeFile(
      script,
      `import { startEmulator } from ${JSON.stringify(library)};
const hangar = await startEmulator();
const handles = () => process.getActiveResourcesInfo().filter((name) => /Timeout|TCPServer/.test(name)).sort().join();
const before = handles();
for (let round = 0; round < 3; round++) {
  const sandboxes = await Promise.all(Array.from({ length: 64 }, () => hangar.sandbox({ idleSeconds: 60 })));
  await Promise.all(sandboxes.map(({ clock }) => clock.set({ state: 'frozen' })));
  await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
}
console.log(before === handles() ? 'nothing' : handles());
await hangar.stop();
`,
    );
    expect(await run([], { script })).toMatchObject({ code: 0, stdout: 'nothing\n', stderr: '' });
  });
});
