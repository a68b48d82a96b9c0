import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../out/main/headless.js', import.meta.url));
const REFERENCE = fileURLToPath(new URL('reference-server.mjs', import.meta.url));

/** The key of every Hangar that is measured. */
export const KEY = 'tkn_bench';

/** A server in a process of its own. */
export interface Served {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its ready line, in milliseconds. */
  readonly readyAfter: number;
  readonly stop: () => Promise<void>;
}

/** A Hangar whose event loop can be watched. */
export interface Watched extends Served {
  /** The longest turn since this was asked last; of one that was started to be watched. */
  readonly longestTurn: () => Promise<Turn>;
}

/** The duration of a turn of an event loop, in milliseconds: elapsed time, and processor time of its thread. */
export interface Turn {
  readonly clock: number;
  readonly processor: number;
}

/** Starts a program that says on standard output, as a JSON line, when it is ready and where. */
export async function serve(
  args: readonly string[],
  { isWatched = false }: { isWatched?: boolean } = {},
): Promise<Watched> {
  const startedAt = performance.now();
  const watching = isWatched ? ['--import', new URL('turns.mjs', import.meta.url).href] : [];
  const child = spawn(process.execPath, [...watching, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', isWatched ? 'ipc' : 'ignore'],
  });
  const url = await readyUrl(child);
  const readyAfter = performance.now() - startedAt;
  const stop = async (): Promise<void> => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
  return { url, pid: child.pid ?? 0, readyAfter, longestTurn: () => longestTurn(child), stop };
}

async function longestTurn(child: ChildProcess): Promise<Turn> {
  const told = once(child, 'message');
  child.send('turns');
  const [turn] = (await told) as [Turn];
  return turn;
}

async function readyUrl(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the server has no standard output');
  for await (const line of createInterface(child.stdout)) {
    const said = JSON.parse(line) as { event?: string; url?: string };
    if (said.event === 'ready' && said.url !== undefined) {
      child.stdout.resume();
      return said.url;
    }
  }
  throw new Error('the server ended before it was ready');
}

/** Options of a started Hangar. */
interface Started {
  readonly flags?: readonly string[];
  readonly isWatched?: boolean;
  /** Another build than this one's. */
  readonly program?: string | undefined;
}

/** Hangar, on a data folder and a workspace file. */
export function hangar(
  data: string,
  workspace: string,
  { flags = [], isWatched = false, program = PROGRAM }: Started = {},
): Promise<Watched> {
  const own = [
    'serve',
    '--port',
    '0',
    '--data',
    data,
    '--workspace',
    workspace,
    '--api-key',
    KEY,
    '--log-format',
    'json',
  ];
  return serve([program, ...own, ...flags], { isWatched });
}

/** A bare server; `same` answers the bytes of a file. */
export function bare(mode: 'same' | 'parse', file?: string): Promise<Served> {
  return serve([REFERENCE, mode, ...(file === undefined ? [] : [file])]);
}

/** The duration of an empty Node process, in milliseconds. */
export async function bareStart(): Promise<number> {
  const startedAt = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'close');
  return performance.now() - startedAt;
}

/** Resident memory of a process, in bytes (Linux). */
export function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error('the system does not tell how much memory a process has');
  return Number(kilobytes) * 1024;
}
