import type { AcknowledgeMessage, StartMessage } from '../protocol/protocol.ts';
import { openChannel, type Channel } from './channel.ts';
import { ScriptThread } from './script-thread.ts';
import { parseOwnJson } from '../../../../../shared/values/json.ts';
import { hasProc } from '../../../platform/processes.ts';
import { setInterval } from '../../../timers/timers.ts';

/** Interval of memory reports, where the server cannot read this process's memory, in milliseconds. */
const REPORT_EVERY = 200;
const ACKNOWLEDGE = '{"type":"acknowledge"';
const START = '{"type":"start"';

/**
 * The process of one script, in a second thread. This one forwards messages, throttles the script, and ends the
 * process when the server has ended.
 */
function main(): void {
  const channel = openChannel();
  channel.onClose(killAll);
  process.on('uncaughtException', (error) => channel.send(JSON.stringify({ type: 'ended', reason: error.message })));
  const thread = new ScriptThread(channel);
  channel.listen((text) => {
    if (text.startsWith(ACKNOWLEDGE)) thread.acknowledge(parseOwnJson<AcknowledgeMessage>(text));
    else {
      if (text.startsWith(START)) enterFolder(text);
      thread.post(text);
    }
  });
  if (!hasProc()) setInterval(() => reportMemory(channel), REPORT_EVERY);
}

/** Threads have the working folder of their process and cannot change it. */
function enterFolder(text: string): void {
  const { cwd } = parseOwnJson<StartMessage>(text);
  if (cwd !== undefined) process.chdir(cwd);
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

main();
