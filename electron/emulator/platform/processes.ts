import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readProcFileSync } from '../files/read-file.ts';
import { isSystemError } from '../files/system-error.ts';

/** Replaceable parts of what is known of processes. */
export interface ProcessSystem {
  readonly platform: NodeJS.Platform;
  /** The names in `/proc`. */
  readonly listProc: () => readonly string[];
  /** Reads a file of `/proc`. Throws when its process has ended, or is hidden from this user. */
  readonly readProc: (file: `/proc/${string}`) => string;
  /** Returns a column of `ps` for a process. Throws when it has ended. */
  readonly ps: (column: 'ppid' | 'lstart', pid: number) => string;
}

/** Processes of this machine. */
export const THIS_SYSTEM: ProcessSystem = {
  platform: process.platform,
  listProc: () => readdirSync('/proc'),
  readProc: readProcFileSync,
  ps,
};

/** Fields of `/proc/<pid>/stat`. */
export interface ProcStat {
  readonly parent: number;
  readonly group: number;
  /** Start time in clock ticks since the machine started. */
  readonly started: string;
  /** True for a process that has ended and has not been removed yet, such as a zombie. */
  readonly hasEnded: boolean;
}

/** States of an ended process: a zombie, or one being removed. */
const ENDED_STATES = ['Z', 'X', 'x'];

/** True while a process with this ID exists. One of another user cannot be signalled, but exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error, 'EPERM');
  }
}

/** Reads the state of a process on Linux; `undefined` when it has ended or is hidden, and on other systems. */
export function procStat(pid: number, { platform, readProc }: ProcessSystem = THIS_SYSTEM): ProcStat | undefined {
  if (!hasProc(platform)) return undefined;
  try {
    // Fields are counted after the program's name, which may contain spaces and parentheses.
    const fields = readProc(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    const [state = '', parent, group] = fields;
    const hasEnded = ENDED_STATES.includes(state);
    return { parent: Number(parent), group: Number(group), started: fields[19] ?? '', hasEnded };
  } catch {
    return undefined;
  }
}

/** True when `parent` started the process. Windows does not say: there it only is neither this process nor its parent. */
export function isChildOf(pid: number, parent: number, system: ProcessSystem = THIS_SYSTEM): boolean {
  if (system.platform === 'win32') return pid !== process.pid && pid !== process.ppid;
  return parentOf(pid, system) === parent;
}

function parentOf(pid: number, system: ProcessSystem): number | undefined {
  if (hasProc(system.platform)) return procStat(pid, system)?.parent;
  try {
    return Number.parseInt(system.ps('ppid', pid), 10);
  } catch {
    // It has ended.
    return undefined;
  }
}

/**
 * The start time of a process in the system's format, which tells it from a later process with the same ID; `undefined` when it has
 * ended, and always on Windows, where start times are slow to read.
 */
export function startOf(pid: number, system: ProcessSystem = THIS_SYSTEM): string | undefined {
  if (system.platform === 'win32') return undefined;
  if (hasProc(system.platform)) {
    const stat = procStat(pid, system);
    return stat === undefined || stat.hasEnded ? undefined : stat.started;
  }
  try {
    return system.ps('lstart', pid).trim();
  } catch {
    return undefined;
  }
}

/** Identifies the machine's start, from which Linux counts the start times of processes; "" on other systems. */
export function bootOf({ platform, readProc }: ProcessSystem = THIS_SYSTEM): string {
  return hasProc(platform) ? readProc('/proc/sys/kernel/random/boot_id').trim() : '';
}

/** A variable of processes. */
interface ProcessVariable {
  readonly name: string;
  readonly value: string;
  /** IDs of processes that are not looked at. */
  readonly except?: ReadonlySet<number> | undefined;
}

/** IDs of the other processes that have a variable with this value, in any group and of any parent. Only Linux tells them. */
export function processesWith({ name, value, except }: ProcessVariable, system: ProcessSystem = THIS_SYSTEM): number[] {
  const pids = processIDs(system).filter((pid) => pid !== process.pid && except?.has(pid) !== true);
  return pids.filter((pid) => environmentOf(pid, system).includes(`\0${name}=${value}\0`));
}

/** IDs of all processes. Only Linux tells them. */
export function processIDs({ platform, listProc }: ProcessSystem = THIS_SYSTEM): number[] {
  if (!hasProc(platform)) return [];
  return listProc().flatMap((entry) => (/^\d+$/.test(entry) ? [Number(entry)] : []));
}

function environmentOf(pid: number, { readProc }: ProcessSystem): string {
  try {
    return `\0${readProc(`/proc/${pid}/environ`)}`;
  } catch {
    return '';
  }
}

/** In one language and time zone, since two starts of Hangar may have different ones, and compare what they read. */
function ps(column: string, pid: number): string {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8', env });
}

/** True where `/proc` lists the processes with their states, surroundings and memory: on Linux. */
export function hasProc(platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'linux';
}
