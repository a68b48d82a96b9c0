import { type Readable, Duplex } from 'node:stream';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Steps, readThrottled } from '../throttle.ts';
import { MESSAGE_CHARACTERS } from '../limits.ts';
import { LineReader } from '../line-reader.ts';
import { groupOptions, killProcess, killRest } from '../../platform/end-processes.ts';
import processText from './process/main.ts?worker-text';

/** Handles a message of a script's process in steps. */
type MessageListener = (text: string) => Steps;

/** A process for one script, of Node or Electron. */
export interface ScriptProcess {
  readonly pid: number;
  /** True when it leads a process group, which `kill` ends. */
  readonly leadsGroup: boolean;
  /** Sends a message: a JSON text without line ends. */
  readonly send: (text: string) => void;
  /** Replaces the listener. */
  readonly listen: (listener: MessageListener) => void;
  /** Number of sent bytes that the process has not read. */
  readonly unread: () => number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves with the exit code or signal when the process has ended. */
  readonly ended: Promise<string>;
  readonly kill: () => void;
  /** Sets whether the process keeps the program running. */
  readonly keepProgramRunning: (keep: boolean) => void;
}

/**
 * Starts `process/main.ts` in a new process with this environment.
 * @param run runs the steps of messages, where messages arrive without a stream that can be paused
 */
export type StartScriptProcess = (
  environment: Readonly<Record<string, string>>,
  run: (steps: Steps) => void,
) => Promise<ScriptProcess>;

/**
 * Starts a process of the Node that runs this program. It reads its program from standard input, which works in tests and in
 * a bundle alike. Pipes slow the process down while the server does not read.
 */
export const startNodeProcess: StartScriptProcess = async (environment) => {
  const group = groupOptions();
  const child = spawn(process.execPath, ['--no-warnings', '-'], {
    env: environment,
    // The last one carries messages, one per line; see `process/channel.ts`.
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    ...group,
  });
  // Later errors are ignored: `ended` reports the end of the process.
  const spawned = once(child, 'spawn');
  child.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : signal));
  });
  await spawned;
  const { pid } = child;
  const [stdin, stdout, stderr, channel] = child.stdio;
  if (pid === undefined || !isReadable(stdout) || !isReadable(stderr) || !isDuplex(channel))
    throw new Error('a process for scripts has no process ID or no pipes');
  // Writes to a process that has ended are lost; `ended` reports its end.
  for (const pipe of [stdin, channel]) pipe.on('error', () => undefined);
  stdin.end(processText);
  return {
    ...{ pid, stdout, stderr, ended },
    leadsGroup: group.detached,
    send: (text) => void channel.write(`${text}\n`),
    listen: listenTo(channel),
    unread: () => channel.writableLength,
    kill: () => (child.exitCode === null && child.signalCode === null ? killProcess : killRest)(pid),
    keepProgramRunning: (keep) => {
      for (const handle of [child, stdout, stderr, channel]) hold(handle, keep);
    },
  };
};

function listenTo(channel: Duplex): ScriptProcess['listen'] {
  let listener: MessageListener | undefined;
  const lines: string[] = [];
  const reader = new LineReader(
    (line) => void lines.push(line),
    () => true,
    MESSAGE_CHARACTERS,
  );
  void readThrottled(channel, function* (chunk) {
    reader.push(chunk);
    for (const line of lines.splice(0)) if (listener !== undefined) yield* listener(line);
  });
  return (next) => (listener = next);
}

function isDuplex(stream: unknown): stream is Duplex {
  return stream instanceof Duplex;
}

function isReadable(stream: unknown): stream is Readable {
  return stream instanceof Duplex;
}

/** Sets whether a handle keeps the program running. Pipes are sockets, which do by default. */
function hold(handle: object, keep: boolean): void {
  const call: unknown = Reflect.get(handle, keep ? 'ref' : 'unref');
  if (typeof call === 'function') Reflect.apply(call, handle, []);
}
