import { afterEach, describe, expect, test } from 'vitest';
import { isAlive } from '../../../electron/emulator/platform/processes.ts';
import { startNodeProcess } from '../../../electron/emulator/behaviors/script/script-process.ts';
import type { ScriptRunner } from '../../../electron/emulator/behaviors/script/script-runner.ts';
import { objectOf } from '../../../shared/values/json.ts';
import { runToEnd, scriptOf } from '../../support/behaviors.ts';
import { scriptRunner } from '../../support/runners.ts';
import { until } from '../../support/until.ts';

/** Endings of a script, with what each leaves in its process. */
const ENDINGS: Record<string, string> = {
  nothing: ``,
  'timers and promises': `setInterval(() => undefined, 10); void new Promise(() => {});`,
  'a server': `(await import('node:net')).createServer().listen(0, '127.0.0.1');`,
  'a thread': `new (await import('node:worker_threads')).Worker('setInterval(() => {}, 10)', { eval: true });`,
  'a program that runs': `const { spawn } = await import('node:child_process'); spawn('sleep', ['100'], { detached: true, stdio: 'ignore' }).unref();`,
  'a text without a line end': `(await import('node:fs')).writeSync(1, 'without a line end');`,
  'flags of the engine': `(await import('node:v8')).setFlagsFromString('--allow-natives-syntax');`,
  'a listener of its end': `process.on('exit', () => { for (;;); });`,
  'messages of its own': `setImmediate(() => { for (;;) parent.postMessage('{'); });`,
  'an error': `throw new Error('at its end');`,
};

let runner: ScriptRunner;
afterEach(() => runner.close());

/** Runs a script; returns the ID of its process. */
async function processOf(body = ''): Promise<number> {
  const source = `import { parentPort as parent } from 'node:worker_threads';
    export default async ({ output }) => { output.set('pid', process.pid); ${body} };`;
  const { output } = await runToEnd(runner.run, scriptOf({ source }));
  return Number(objectOf(output)['pid']);
}

describe('the process of a script', () => {
  test.each(Object.entries(ENDINGS))('ends with it, and serves no other one: it leaves %s', async (_, body) => {
    runner = scriptRunner();
    const first = await processOf(body);
    expect(isAlive(first)).toBe(false);
    const second = await processOf();
    expect(second).toBeGreaterThan(0);
    expect(second).not.toBe(first);
  });

  test('waits before there is a script, as many as are set, and is replaced when a script takes it', async () => {
    const waiting: number[] = [];
    runner = scriptRunner({
      poolSize: () => 2,
      startProcess: async (...args) => {
        const process = await startNodeProcess(...args);
        return { ...process, keepProgramRunning: (keep) => keep || waiting.push(process.pid) };
      },
    });
    await runner.warm();
    await until(() => waiting.length === 2);
    const taken = [await processOf(), await processOf()];
    expect(taken).toEqual(waiting.slice(0, 2));
    await until(() => waiting.length === 4);
    expect(waiting.map(isAlive)).toEqual([false, false, true, true]);
  });
});
