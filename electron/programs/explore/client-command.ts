import { randomUUID } from 'node:crypto';
import { type ChildProcess, spawn as spawnNode } from 'node:child_process';
import { spawn } from 'cross-spawn';
import { groupOptions, killGroup } from '../../emulator/platform/end-processes.ts';
import { processIDs } from '../../emulator/platform/processes.ts';
import { mergedVariables } from '../../emulator/platform/environment.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { resolvesWithin, clearTimeout, setTimeout } from '../../emulator/timers/timers.ts';
import { exitCodeOf, startProblem, endAll, endRest, MARK, type TrialProcesses } from './client-processes.ts';
import { briefSchedule } from './ladder.ts';
import type { ClientResult, RunClient, TrialTarget } from './sandbox-trial.ts';
import watchdogText from './watchdog.ts?worker-text';

/** Maximum length of the kept output of a trial, in bytes. */
const MAX_OUTPUT = 64 * 1024;

/** The client of trials as a command. */
export interface CommandClient {
  readonly run: RunClient;
  /** Ends every running client. */
  readonly stop: () => void;
}

/** Options of a command as client. */
interface CommandOptions {
  readonly command: readonly [string, ...string[]];
  readonly timeoutSeconds: number;
  /** Further variables of its environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Receives the output of each trial as it comes; absent to keep it only. */
  readonly onOutput?: (text: Buffer) => void;
}

/** Runs a command as the client of trials, each in a process group of its own. All that it started ends with it. */
export function commandClient(options: CommandOptions): CommandClient {
  const running = new Set<number>();
  const watchdog = startWatchdog();
  const older = new Set(processIDs());
  let isStopped = false;
  const hasStopped = (): boolean => isStopped;
  return {
    run: async (target) => {
      if (hasStopped()) return { end: 'failure', exitCode: null, output: '' };
      const mark = randomUUID();
      watchdog.watch(mark, 0);
      const child = await started(options, target, mark);
      const { pid = 0 } = child;
      running.add(pid);
      watchdog.watch(mark, pid);
      if (hasStopped()) killGroup(pid, 'SIGKILL');
      try {
        return await ended(child, { mark, pid, older }, options);
      } finally {
        running.delete(pid);
        watchdog.forget(mark);
      }
    },
    stop: () => {
      isStopped = true;
      for (const pid of running) killGroup(pid, 'SIGKILL');
      watchdog.end();
    },
  };
}

async function started(
  { command, variables }: CommandOptions,
  target: TrialTarget,
  mark: string,
): Promise<ChildProcess> {
  const [name, ...words] = command;
  const own = {
    HANGAR_URL: target.url,
    HANGAR_API_KEY: target.apiKey,
    HANGAR_TRIAL: String(target.number),
    HANGAR_SCHEDULE: JSON.stringify(briefSchedule(target.schedule)),
    [MARK]: mark,
  };
  const env = mergedVariables([process.env, variables, own]);
  const child = spawn(name, words, { env, stdio: ['ignore', 'pipe', 'pipe'], ...groupOptions() });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', () => resolve());
    child.once('error', (error) => reject(new StartError('failed', startProblem(name, error))));
  });
  return child;
}

async function ended(
  child: ChildProcess,
  processes: TrialProcesses,
  { timeoutSeconds, onOutput }: CommandOptions,
): Promise<ClientResult> {
  const output = new Tail(MAX_OUTPUT);
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output.add(chunk);
      onOutput?.(chunk);
    });
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const time = { isOver: false };
  const timer = setTimeout(() => {
    time.isOver = true;
    void endAll(processes);
  }, timeoutSeconds * 1000);
  const exitCode = await new Promise<number>((resolve) => {
    child.once('exit', (code, signal) => resolve(exitCodeOf(code, signal)));
  });
  clearTimeout(timer);
  // Nothing that it started stays behind.
  await endRest(processes);
  await resolvesWithin(DRAIN_TIME, closed);
  if (time.isOver) return { end: 'timeout', exitCode: null, output: output.text };
  return { end: exitCode === 0 ? 'success' : 'failure', exitCode, output: output.text };
}

/** Time for the last output to arrive, in milliseconds; only a process that was not found keeps the pipes open. */
const DRAIN_TIME = 1000;

/** The last bytes of a stream. */
class Tail {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > 2 * this.#most) {
      const kept = Buffer.concat(this.#chunks).subarray(-this.#most);
      this.#chunks = [kept];
      this.#length = kept.length;
    }
  }

  get text(): string {
    return Buffer.concat(this.#chunks).subarray(-this.#most).toString('utf8');
  }
}

interface Watchdog {
  /** Notes a client. @param pid 0 for one that is about to start */
  readonly watch: (mark: string, pid: number) => void;
  readonly forget: (mark: string) => void;
  readonly end: () => void;
}

/** Starts a process that ends the clients when this one is killed. */
function startWatchdog(): Watchdog {
  // Without groups, as on Windows, the clients of a killed command go on.
  if (!groupOptions().detached) return { watch: () => {}, forget: () => {}, end: () => {} };
  const child = spawnNode(process.execPath, ['-e', watchdogText], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
  const { stdin } = child;
  // Without it, clients end with everything but a kill.
  child.on('error', () => undefined);
  stdin.on('error', () => undefined);
  child.unref();
  return {
    watch: (mark, pid) => void stdin.write(`${mark} ${pid}\n`),
    forget: (mark) => void stdin.write(`${mark}\n`),
    end: () => void stdin.end(),
  };
}
