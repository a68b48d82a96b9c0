import { randomUUID } from 'node:crypto';
import { guardWith } from '../guard.ts';
import { readMessage, type ScriptMessage } from './protocol/messages.ts';
import type { RenewMessage } from './protocol/protocol.ts';
import type { ScriptProcess } from './script-process.ts';
import { clearTimeout, setTimeout } from '../../timers/timers.ts';

/** Maximum time until a new process or thread is ready, in milliseconds. */
const START_TIMEOUT = 30_000;
/** Maximum time until a thread is over, in milliseconds. It waits for work of Node that cannot be stopped; the process can. */
const OVER_TIMEOUT = 1000;

/** The system's ID of a script's thread, once it is ready; `undefined` where threads have no own priority. */
type ThreadID = number | undefined;

/** Resolves with the ID of the script's thread when the process reports that it is ready. */
export function readiness(process: ScriptProcess): Promise<ThreadID> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(late);
      process.kill();
      reject(new Error(`a script's process did not start (${reason})`));
    };
    const late = setTimeout(() => fail('it took too long'), START_TIMEOUT);
    void process.ended.then((how) => fail(how));
    listen(process, fail, (message) => {
      if (message.type === 'ready') {
        clearTimeout(late);
        resolve(message.threadID);
      } else if (message.type === 'ended') fail(message.reason);
    });
  });
}

/**
 * Ends the thread of a script. Resolves with the readiness of the process for another script once it has ended, or with
 * `undefined` when it does not end in time, or has left something in the process.
 */
export function renewal(process: ScriptProcess): Promise<{ readonly ready: Promise<ThreadID> } | undefined> {
  const message: RenewMessage = { type: 'renew', token: randomUUID() };
  return new Promise((resolve) => {
    const giveUp = () => {
      clearTimeout(late);
      resolve(undefined);
    };
    const late = setTimeout(giveUp, OVER_TIMEOUT);
    void process.ended.then(giveUp);
    listen(process, giveUp, (reply) => {
      if (reply.type !== 'over' || reply.token !== message.token) return;
      clearTimeout(late);
      const ready = readiness(process);
      // It fails unheard when the process is killed after all.
      ready.catch(() => undefined);
      resolve({ ready });
    });
    process.send(JSON.stringify(message));
  });
}

/** @param fail called with the reason when a message is invalid, which may be of the script that is over */
function listen(process: ScriptProcess, fail: (reason: string) => void, take: (message: ScriptMessage) => void): void {
  process.listen(function* (text) {
    guardWith(fail)(() => take(readMessage(text)))();
    yield 0;
  });
}
