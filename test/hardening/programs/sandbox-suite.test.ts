import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUITE_WORKSPACE, undisturbed, withResets, withSandboxes } from '../../support/flaky-suite.ts';
import { clientOf, endAll, run, scratchFolder, serve } from '../../support/program.ts';

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

/** Local ports of the TCP sockets that a process has open (Linux). */
async function portsOf(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all((await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')));
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([, local = '', , , , , , , , inode]) =>
    links.includes(`socket:[${inode}]`) ? parseInt(local.split(':')[1] ?? '', 16) : [],
  );
}

/** Megabytes of memory that a process uses. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

describe('a suite of 200 tests that disturb each other', () => {
  test('passes side by side on one server with a sandbox for each', async () => {
    const { ready } = await serve(['--in-memory', '--workspace', file]);
    expect(await withSandboxes(ready, TESTS, 64)).toEqual(expected);
    expect(await clientOf(ready).emulator.sandboxes.list()).toEqual({ items: [] });
  });

  test('leaves no connection, and no memory of its sandboxes', async () => {
    const { ready, child, stop } = await serve(['--in-memory', '--workspace', file]);
    const { emulator } = clientOf(ready);
    const useSandboxes = async (count: number): Promise<void> => {
      for (let left = count; left > 0; left--) {
        const sandbox = await emulator.sandboxes.create({ body: {} });
        await clientOf(sandbox).v0.tasks.execute({ body: { slug: 'delayed_refund', paramValues: { order_id: 'a' } } });
        await emulator.sandboxes.remove({ params: { id: sandbox.id } });
      }
    };
    const useMany = (count: number) => Promise.all(Array.from({ length: 32 }, () => useSandboxes(count)));
    const pid = child.pid!;
    // Fills caches, so that what grows after it is what sandboxes leave.
    await useMany(5);
    const port = Number(new URL(ready.url).port);
    const memory = await memoryOf(pid);
    await useMany(19);
    expect(await emulator.sandboxes.list()).toEqual({ items: [] });
    // This process keeps connections to the server itself open, as many as it needed at once.
    await expect.poll(async () => new Set(await portsOf(pid))).toEqual(new Set([port]));
    // A sandbox takes 0.3 MB: 608 of them would take 180 MB.
    expect((await memoryOf(pid)) - memory).toBeLessThan(100);
    expect((await stop()).code).toBe(0);
  });

  test('passes one by one with a reset before each', async () => {
    const { ready } = await serve(['--in-memory', '--workspace', file]);
    expect(await withResets(ready, TESTS)).toEqual(expected);
  });

  test('leaves no server and no timer in the process of the library', async () => {
    const library = new URL('../../../out/main/library.js', import.meta.url).href;
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
// Node closes the sockets at the end of a turn.
await new Promise((resolve) => setTimeout(resolve, 100));
console.log(before === handles() ? 'nothing' : handles());
await hangar.stop();
`,
    );
    expect(await run([], { script })).toMatchObject({ code: 0, stdout: 'nothing\n', stderr: '' });
  });
});
