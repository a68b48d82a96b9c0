import fs from 'node:fs';
import { folderDisk } from '../../electron/emulator/store/state/folder-disk.ts';
import { openStateOn } from '../../electron/emulator/store/state/state.ts';
import { failing, type Failure } from './failing-disk.ts';
import { finished, line, prompt, run, session, START } from './sample.ts';

/**
 * A process that kills itself at a certain call that a rewrite or an import makes of the real disk, and says of each
 * run, and of the import, when it is durable: for the tests that start it once for every call. Ends by itself when there are fewer calls.
 */
async function main(folder: string, during: string, at: number): Promise<void> {
  let count = -1;
  const fails = (): Failure => {
    if (count >= 0 && count++ === at) process.kill(process.pid, 'SIGKILL');
    return null;
  };
  const onFailure = (error: Error): void => void process.stderr.write(`${error.message}\n`);
  const state = await openStateOn(failing(folderDisk(folder), fails), { now: () => START, onFailure });
  // Not through a stream: what was said must be said when the process dies.
  const say = (word: string | number): void => void fs.writeSync(1, `${word}\n`);
  if (during === 'rewrite') {
    for (let n = 1; n <= 12; n++) {
      state.put('session', session(n, { status: 'Succeeded' }));
      state.put('run', n % 4 === 0 ? run(n, { waiting: true }) : finished(n, { sessionID: session(n).id }));
      state.put('prompt', prompt(n, run(n).id, n % 4 === 0 ? {} : { submittedAt: 1, submittedBy: 'usr1' }));
      state.appendLogs(run(n).id, [line(1), line(2)]);
      await state.flushed();
      say(n);
      if (n === 6) await state.compact();
    }
    count = 0;
    const done = state.compact();
    // Clients do not wait while the file is rewritten.
    for (let n = 13; n <= 16; n++) {
      state.put('run', finished(n));
      state.appendLogs(run(n).id, [line(1), line(2)]);
      await state.flushed();
      say(n);
    }
    await done;
  }
  if (during === 'import') {
    for (let n = 1; n <= 4; n++) state.put('run', finished(n));
    await state.flushed();
    count = 0;
    // Written in several parts.
    await state.load(
      Array.from({ length: 1000 }, (_, i) => ({ kind: 'run', entity: finished(100 + i), logs: [line(1)] })),
    );
    await state.flushed();
    say('imported');
    count = -1;
  }
  await state.close();
  say(`calls ${count}`);
}

await main(process.argv[2] ?? '', process.argv[3] ?? '', Number(process.argv[4]));
