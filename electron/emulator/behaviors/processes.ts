import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readProcFileSync } from '../files/read-file.ts';

/** Environment variable with the run's ID, set for every process that a run starts. */
const RUN_ID_VARIABLE = 'HANGAR_RUN_ID';

/** True while a process with this ID exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Kills every process with the run's ID in its environment, in any group and of any parent; returns their number. Linux only; 0 elsewhere. */
export function killProcessesOf(runID: string): number {
  if (process.platform !== 'linux') return 0;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = pids.filter((pid) => environmentOf(pid).includes(`\0${RUN_ID_VARIABLE}=${runID}\0`));
  for (const pid of found) killOne(Number(pid));
  return found.length;
}

/** True when `parent` started the process. On Windows only: it is neither this process nor its parent. */
export function isChildOf(pid: number, parent: number): boolean {
  if (process.platform === 'win32') return pid !== process.pid && pid !== process.ppid;
  return parentOf(pid) === parent;
}

/**
 * The server's environment for child processes, without the variables of the server itself, and without those of an SDK: a key or an
 * environment of the user's own account would contradict those of the run.
 * @param sdk the beginning of the names that an SDK reads
 */
export function inheritedEnvironment(sdk?: string): Record<string, string> {
  const foreign = sdk === undefined ? ['HANGAR_'] : ['HANGAR_', sdk];
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || foreign.some((prefix) => name.toUpperCase().startsWith(prefix)) ? [] : [[name, value]],
    ),
  );
}

/** Fields of `/proc/<pid>/stat`. */
export interface ProcStat {
  /** `Z`, `X` and `x` are the states of an ended process. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  /** Start time in clock ticks since the machine started. */
  readonly started: string;
}

/** Reads the state of a process on Linux; `undefined` when it has ended. */
export function procStat(pid: number): ProcStat | undefined {
  try {
    // Fields are counted after the program's name, which may contain spaces and parentheses.
    const fields = readProcFileSync(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    const [state = '', parent, group] = fields;
    return { state, parent: Number(parent), group: Number(group), started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function parentOf(pid: number): number | undefined {
  try {
    if (process.platform === 'linux') return procStat(pid)?.parent;
    return Number.parseInt(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }), 10);
  } catch {
    // It has ended.
    return undefined;
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // ESRCH: it has ended. EPERM: it now belongs to another user.
  }
}

function environmentOf(pid: string): string {
  try {
    return `\0${readProcFileSync(`/proc/${pid}/environ`)}`;
  } catch {
    return '';
  }
}
