import { afterEach, describe, expect, test } from 'vitest';
import { isAlive } from '../../../electron/emulator/behaviors/processes.ts';
import { startNodeProcess } from '../../../electron/emulator/behaviors/script/node-process.ts';
import type { ScriptRunner } from '../../../electron/emulator/behaviors/script/script-runner.ts';
import { objectOf } from '../../../shared/values/json-path.ts';
import { runToEnd, scriptOf } from '../../support/behaviors.ts';
import { scriptRunner } from '../../support/runners.ts';

/** Reports all that an earlier script of the same process could have left for a later one. */
const LOOKS = `import { createRequire } from 'node:module';
export default () => ({
  pid: process.pid, folder: process.cwd(), variable: process.env.LEFT ?? null,
  globals: Object.getOwnPropertyNames(globalThis).filter((name) => name === 'left'),
  prototype: [({}).left ?? null, [].left ?? null, Date.left ?? null, console.left ?? null],
  modules: Object.keys(createRequire(process.cwd() + '/')('node:fs')).filter((name) => name === 'left'),
  resources: process.getActiveResourcesInfo().filter((name) => name !== 'MessagePort'),
});`;

const CLEAN: Record<string, string> = {
  nothing: ``,
  globals: `globalThis.left = 1; Object.prototype.left = 1; Array.prototype.left = 1; Date.left = 1; console.left = 1;`,
  'a variable': `process.env.LEFT = 'left';`,
  'a changed module': `(await import('node:fs')).default.left = 1;`,
  'timers and promises': `setInterval(() => undefined, 10); void new Promise(() => {});`,
  'an open file': `(await import('node:fs')).openSync(process.execPath, 'r');`,
  'a server': `(await import('node:net')).createServer().listen(0, '127.0.0.1');`,
  'a thread': `new (await import('node:worker_threads')).Worker('setInterval(() => {}, 10)', { eval: true });`,
};

const UNCLEAN: Record<string, string> = {
  'a program that runs': `const { spawn } = await import('node:child_process'); spawn('sleep', ['100'], { detached: true, stdio: 'ignore' }).unref();`,
  'a program that has ended': `(await import('node:child_process')).execFileSync('true');`,
  'a program in the background': `(await import('node:child_process')).execFileSync('sh', ['-c', 'sleep 100 > /dev/null 2>&1 &']);`,
  'a text on the standard output': `(await import('node:fs')).writeSync(1, 'without a line end');`,
  'flags of the engine': `(await import('node:v8')).setFlagsFromString('--allow-natives-syntax');`,
  'flags of the engine, by their module': `(await import('node:v8')).default.setFlagsFromString('--allow-natives-syntax');`,
  'a lower priority': `const os = await import('node:os'); os.setPriority(process.pid, os.getPriority() + 1);`,
  'much memory': `globalThis.left = Buffer.alloc(150_000_000, 1);`,
  'a debugger': `(await import('node:inspector')).open(0);`,
  'an error': `throw new Error('at its end');`,
};

let runner: ScriptRunner;
afterEach(() => runner.close());

/** Runs a script in the only process that there is, or in one of several. Returns its ID. */
async function runWith(body: string, most = 1): Promise<number> {
  let processes = 0;
  runner = scriptRunner({
    // The pool has no other one ready, and waits for this script's.
    startProcess: (...args) => (processes++ < most ? startNodeProcess(...args) : new Promise(() => undefined)),
  });
  const source = `import { parentPort as parent } from 'node:worker_threads';
    export default async ({ output }) => { output.set('pid', process.pid); ${body} };`;
  const { output } = await runToEnd(runner.run, scriptOf({ source }));
  return Number(objectOf(output)['pid']);
}

// Elsewhere, a process cannot tell what was left in it, and serves one script only.
describe.runIf(process.platform === 'linux')('the process of a script that has ended', () => {
  test.each(Object.entries(CLEAN))('runs another script, which finds nothing of the first: %s', async (_, body) => {
    const pid = await runWith(body);
    expect((await runToEnd(runner.run, scriptOf({ source: LOOKS }))).output).toEqual({
      ...{ pid, folder: process.cwd(), variable: null, globals: [], modules: [], resources: [] },
      prototype: [null, null, null, null],
    });
  });

  test.each(Object.entries(UNCLEAN))('ends with the script when that leaves %s', async (_, body) => {
    expect(isAlive(await runWith(body))).toBe(false);
  });

  test('takes no message of the first script for one of the next', async () => {
    const forged = [
      { type: 'over', token: '' },
      { type: 'ready', threadID: 1 },
      { type: 'done', json: '"forged"' },
    ];
    const pid = await runWith(
      `setImmediate(() => ${JSON.stringify(forged)}.forEach((message) => parent.postMessage(JSON.stringify(message))));`,
    );
    const { output } = await runToEnd(runner.run, scriptOf({ source: `export default () => process.pid` }));
    expect(output).toBe(pid);
  });

  test('harms no other script by invalid messages', async () => {
    for (let n = 0; n < 5; n++) {
      await runWith(`setImmediate(() => { for (;;) parent.postMessage('{'); });`, Infinity);
      expect((await runToEnd(runner.run, scriptOf({ source: `export default () => 'well'` }))).output).toBe('well');
      await runner.close();
    }
  });

  test('runs many scripts, one after the other', async () => {
    const pids = [await runWith('')];
    for (let n = 0; n < 20; n++)
      pids.push(Number((await runToEnd(runner.run, scriptOf({ source: `export default () => process.pid` }))).output));
    expect(new Set(pids).size).toBe(1);
  });
});
