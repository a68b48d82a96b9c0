// `npm run bench:package [-- --rounds N]`: the npm package as it is installed: its size, and how soon what it brings answers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { installedProject, type Project } from '../hardening/package/support/installed.ts';
import { type Figure, machine, tableOf } from './figures.ts';
import { freePort } from '../support/free-port.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });

/** Megabytes of all files in a folder. */
async function megabytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0) / 1e6;
}

/** Seconds from the start of a program that serves to its first answer; the program and all that it started are ended. */
async function untilAnswer(
  { folder, env }: Project,
  [program, ...words]: readonly [string, ...string[]],
): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const args = [...words, 'serve', '--port', String(port)];
  const child = spawn(program, args, { cwd: folder, env, stdio: 'ignore', detached: true });
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/_emulator/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) await pause(5);
  const seconds = (performance.now() - began) / 1000;
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await once(child, 'exit');
  // The program that npx started may outlive it by a moment, with the lock of the data folder.
  while (await answers()) await pause(5);
  await pause(200);
  return seconds;
}

/** Seconds that a suite waits for the library: importing it, and starting. */
async function inProcess({ run }: Project): Promise<number> {
  const suite = `
    const began = performance.now();
    const { startEmulator } = await import('hangar');
    const hangar = await startEmulator();
    console.log((performance.now() - began) / 1000);
    await hangar.stop();`;
  return Number((await run(process.execPath, '--input-type=module', '--eval', suite)).stdout);
}

async function rounds(measure: () => Promise<number>): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < Number(values.rounds); i++) found.push(await measure());
  return found;
}

const project = await installedProject();
try {
  const { size } = await stat(project.tarball);
  const figures: Figure[] = [
    { name: 'tarball', target: null, values: [size / 1e6], unit: 'MB' },
    {
      name: 'installed, all of node_modules',
      target: { atMost: 15 },
      values: [await megabytes(join(project.folder, 'node_modules'))],
      unit: 'MB',
    },
    {
      name: '`npx hangar serve`, first start of all, to its first answer',
      target: { atMost: 2 },
      values: [await untilAnswer(project, ['npx', 'hangar'])],
      unit: 's',
    },
    {
      name: '`npx hangar serve`, to its first answer',
      target: { atMost: 2 },
      values: await rounds(() => untilAnswer(project, ['npx', 'hangar'])),
      unit: 's',
    },
    {
      name: '`node_modules/.bin/hangar serve`, to its first answer',
      target: null,
      values: await rounds(() => untilAnswer(project, [project.bin])),
      unit: 's',
    },
    {
      name: '`startEmulator()`, with its import',
      target: null,
      values: await rounds(() => inProcess(project)),
      unit: 's',
    },
  ];
  process.stdout.write(`\nMachine: ${machine()}; ${values.rounds} rounds.\n\n${tableOf(figures)}\n`);
} finally {
  await project.remove();
}
