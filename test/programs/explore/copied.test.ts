import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../../electron/programs/library.ts';
import { commandOf, pytestOf } from '../../../renderer/features/explore/explore-words.ts';
import { builtProgram } from '../../support/built-program.ts';
import { needs, skipWithout } from '../../support/needs.ts';
import { block } from '../../support/docs.ts';
import { PROGRAM } from '../../support/program.ts';
import { WORKSPACE } from './clients.ts';

const { folder, home } = builtProgram();
const FOUND = {
  invariant: 'once refund per order_id',
  schedule: [{ kind: 'lose', call: { operation: 'tasks/execute', task: 'refund', nth: 1 } }],
};
const EXPLORATION = { command: `'${process.execPath}' job.mjs` };

beforeEach(async () => {
  await writeFile(join(folder(), 'hangar.json'), block('explore-hangar.json'));
  await writeFile(join(folder(), 'job.mjs'), block('explore-job.mjs'));
  const bin = join(folder(), 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'hangar'), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
  await chmod(join(bin, 'hangar'), 0o755);
});

/** Runs a command line in the folder, in which `hangar` is the built program. */
async function shell(command: string): Promise<{ readonly code: number; readonly stdout: string }> {
  const PATH = `${join(folder(), 'bin')}:${process.env['PATH'] ?? ''}`;
  const child = spawn('/bin/sh', ['-c', command], {
    ...{ cwd: folder(), env: { ...process.env, ...home(), PATH } },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  return { code, stdout };
}

describe('what the window copies', () => {
  needs('POSIX');

  test('repeats a counterexample with the sandboxes of its Hangar', async () => {
    const emulator = await startEmulator({ workspace: WORKSPACE });
    try {
      const command = commandOf(FOUND, EXPLORATION, emulator.url, 'sh');
      const { code, stdout } = await shell(command);
      expect([code, stdout]).toEqual([10, expect.stringContaining('refund succeeded twice')]);
    } finally {
      await emulator.stop();
    }
  });

  test('is a test of pytest that fails until the mistake is gone', async (context) => {
    skipWithout(context, 'python3');
    await writeFile(join(folder(), 'check.py'), `${pytestOf(FOUND, EXPLORATION)}\ntest_counterexample_is_gone()\n`);
    expect((await shell('python3 check.py')).code).toBe(1);
    const cured = block('explore-job.mjs').replace("'Content-Type'", "'Idempotency-Key': order, 'Content-Type'");
    await writeFile(join(folder(), 'job.mjs'), cured);
    expect((await shell('python3 check.py')).code).toBe(0);
  });
});
