import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readProcFileSync } from '../files/read-file.ts';

/** In the environment of every process that a run starts: the run's ID. */
export const RUN_ID_VARIABLE = 'HANGAR_RUN_ID';

/** Sends a signal to a process group; false when there is none. */
export function killGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  if (process.platform !== 'win32') return send(-pid, signal);
  // Windows has no groups and no gentle signal for programs without a window: the tree is ended at once.
  return spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }).status === 0;
}

/** Kills the group that a process leads, or the process alone when it leads none. */
export function killProcess(pid: number): void {
  if (!killGroup(pid, 'SIGKILL')) send(pid, 'SIGKILL');
}

/** True while a process with this number exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Kills every process whose environment names the run, whatever group or parent it has taken; gives how many. Only Linux shows environments; 0 elsewhere. */
export function killProcessesOf(runID: string): number {
  if (process.platform !== 'linux') return 0;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = pids.filter((pid) => environmentOf(pid).includes(`\0${RUN_ID_VARIABLE}=${runID}\0`));
  for (const pid of found) send(Number(pid), 'SIGKILL');
  return found.length;
}

/** Whether a process was started by another; where that cannot be told, whether it is at least neither this one nor its parent. */
export function isChildOf(pid: number, parent: number): boolean {
  if (process.platform === 'win32') return pid !== process.pid && pid !== process.ppid;
  return parentOf(pid) === parent;
}

/** The server's environment without what is meant for the server, for what it starts. */
export function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name.toUpperCase().startsWith('HANGAR_') ? [] : [[name, value]],
    ),
  );
}

function parentOf(pid: number): number | undefined {
  try {
    // Fields are counted after the program's name, which may hold spaces and parentheses: state, parent.
    const text =
      process.platform === 'linux'
        ? readProcFileSync(`/proc/${pid}/stat`).replace(/^.*\) \S /s, '')
        : execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' });
    return Number.parseInt(text, 10);
  } catch {
    // It has ended.
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // ESRCH: it has ended by itself. EPERM: it has become somebody else's, and is not ours to end.
    return false;
  }
}

function environmentOf(pid: string): string {
  try {
    return `\0${readProcFileSync(`/proc/${pid}/environ`)}`;
  } catch {
    return '';
  }
}
