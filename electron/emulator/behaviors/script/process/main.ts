import type { AcknowledgeMessage, RenewMessage } from '../protocol/protocol.ts';
import { openChannel, type Channel } from './channel.ts';
import { footprint } from './footprint.ts';
import { ScriptThread } from './script-thread.ts';
import { parseOwnJson } from '../../../../../shared/values/json.ts';
import { setInterval } from '../../../timers/timers.ts';

/** Interval of memory reports, where the server cannot read this process's memory, in milliseconds. */
const REPORT_EVERY = 200;
/** Maximum number of scripts that one process serves, one after the other. */
const MOST_SCRIPTS = 100;
const ACKNOWLEDGE = '{"type":"acknowledge"';
const RENEW = '{"type":"renew"';

/**
 * The process of one script at a time, in a second thread. This one forwards messages, throttles the script, and ends the
 * process when the server has ended.
 */
async function main(): Promise<void> {
  const channel = openChannel();
  channel.onClose(killAll);
  process.on('uncaughtException', (error) => channel.send(JSON.stringify({ type: 'ended', reason: error.message })));
  const atStart = await footprint();
  let thread = new ScriptThread(channel);
  let served = 0;
  /** Ends the script's thread and starts one for the next script, or ends the process when the script has left something in it. */
  const renew = async ({ token }: RenewMessage): Promise<void> => {
    const isChanged = await thread.end();
    served++;
    const now = await footprint();
    if (isChanged || served === MOST_SCRIPTS || now === undefined || now !== atStart) process.exit();
    channel.send(JSON.stringify({ type: 'over', token }));
    thread = new ScriptThread(channel);
  };
  channel.listen((text) => {
    if (text.startsWith(ACKNOWLEDGE)) thread.acknowledge(parseOwnJson<AcknowledgeMessage>(text));
    else if (text.startsWith(RENEW)) void renew(parseOwnJson<RenewMessage>(text));
    else thread.post(text);
  });
  if (process.platform !== 'linux') setInterval(() => reportMemory(channel), REPORT_EVERY);
}

function reportMemory(channel: Channel): void {
  channel.send(JSON.stringify({ type: 'memory', bytes: process.memoryUsage.rss() }));
}

/** Kills this process and its process group. */
function killAll(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // It leads no group.
    process.kill(process.pid, 'SIGKILL');
  }
}

void main();
