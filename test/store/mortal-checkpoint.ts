import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/**
 * A process that kills itself at a certain call that saving or restoring a checkpoint makes of the file system, and says when it is
 * done: for the tests that start it once for every call.
 */
let count = -1;
const [folder = '', during = '', at = '0'] = process.argv.slice(2);

function mortal<T extends object>(target: T, names: readonly (keyof T)[]): void {
  for (const name of names) {
    const call = target[name] as (...args: unknown[]) => unknown;
    const counted = function (this: unknown, ...args: unknown[]): unknown {
      if (count >= 0 && count++ === Number(at)) process.kill(process.pid, 'SIGKILL');
      return call.apply(this, args);
    };
    Object.assign(target, { [name]: counted });
  }
}

// Before the program is loaded, which keeps some of them.
const sync = ['openSync', 'renameSync', 'linkSync', 'rmSync', 'copyFileSync', 'mkdirSync', 'ftruncateSync'] as const;
mortal(fs, [...sync, 'fdatasync']);
const writeSync = fs.writeSync;
mortal(fs, ['writeSync']);
mortal(promises, ['open', 'rename', 'rm', 'link', 'mkdir']);
const probe = await promises.open(process.argv[1] ?? '', 'r');
mortal(Object.getPrototypeOf(probe) as FileHandle, ['writeFile', 'chmod', 'datasync', 'sync']);
await probe.close();
syncBuiltinESMExports();
const say = (word: string): void => void writeSync(1, `${word}\n`);

const { startEmulator } = await import('../../electron/programs/library.ts');
const emulator = await startEmulator({ data: join(folder, 'data'), apiKey: 'tkn_mortal' });
const define = (slug: string, steps: readonly object[]) =>
  emulator.workspace.change(
    (before) => ({ ...before, tasks: [{ slug, behavior: { kind: 'steps', steps } }] }) as never,
  );
const execute = async (slug: string): Promise<void> => {
  const body = JSON.stringify({ slug });
  const headers = { 'X-Service-API-Key': 'tkn_mortal' };
  const answer = await fetch(`${emulator.url}/v0/tasks/execute`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
};
await define('first', [{ do: 'prompt', description: 'Go?' }]);
await execute('first');
await execute('first');
await emulator.checkpoints.save('base');
await define('second', []);
await execute('second');
count = 0;
if (during === 'save') await emulator.checkpoints.save('base', { replace: true });
else await emulator.checkpoints.restore('base');
const calls = count;
count = -1;
say('done');
say(`calls ${calls}`);
process.kill(process.pid, 'SIGTERM');
