import { execFile } from 'node:child_process';
import { win32 } from 'node:path';

/** Maximum time for the program that ends a tree on Windows, in milliseconds. */
const TASKKILL_TIMEOUT = 5000;

/** Calls of the system that end processes. */
export interface EndSystem {
  readonly platform: NodeJS.Platform;
  /** Throws when there is no such process, or it is somebody else's. */
  readonly kill: (pid: number, signal: NodeJS.Signals) => void;
  /** Ends a process of Windows and all that it has started; resolves with false when it failed. */
  readonly endTree: (pid: number) => Promise<boolean>;
}

const THIS_SYSTEM: EndSystem = {
  platform: process.platform,
  kill: (pid, signal) => void process.kill(pid, signal),
  endTree: taskkill,
};

/** Options of a process that is ended with all that it starts: it leads a group, where the system has groups. */
export function groupOptions(platform: NodeJS.Platform = process.platform) {
  return { detached: platform !== 'win32', windowsHide: true };
}

/**
 * Sends a signal to the group that a running process leads; false when there is none. Windows has neither groups nor signals: there
 * the process and all that it has started are ended, without waiting for that, and the process alone when that fails.
 */
export function killGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL', system: EndSystem = THIS_SYSTEM): boolean {
  if (system.platform !== 'win32') return send(-pid, signal, system);
  void system.endTree(pid).then((isEnded) => {
    if (!isEnded) send(pid, 'SIGKILL', system);
  });
  return true;
}

/**
 * Kills the rest of a group whose leader has ended. Nothing on Windows, which keeps no list of them, and where the leader's ID may
 * be another process's by now.
 */
export function killRest(pid: number, system: EndSystem = THIS_SYSTEM): void {
  if (system.platform !== 'win32') send(-pid, 'SIGKILL', system);
}

/** Passes a stop signal on to a program that shares our terminal. Windows would end only its shell: there all that it started ends. */
export function passSignal(
  child: { readonly pid?: number | undefined; readonly kill: (signal: NodeJS.Signals) => boolean },
  signal: NodeJS.Signals,
  system: EndSystem = THIS_SYSTEM,
): void {
  if (system.platform === 'win32' && child.pid !== undefined) killGroup(child.pid, 'SIGKILL', system);
  else child.kill(signal);
}

/** Kills the group that a process leads, or only the process when it leads none. */
export function killProcess(pid: number, system: EndSystem = THIS_SYSTEM): void {
  if (!killGroup(pid, 'SIGKILL', system)) send(pid, 'SIGKILL', system);
}

/** Kills a process and nothing that it has started. */
export function killAlone(pid: number, system: EndSystem = THIS_SYSTEM): void {
  send(pid, 'SIGKILL', system);
}

function send(pid: number, signal: NodeJS.Signals, { kill }: EndSystem): boolean {
  // 0 would be the group of this process; -0 too.
  if (pid === 0) return false;
  try {
    kill(pid, signal);
    return true;
  } catch {
    // ESRCH: it has ended. EPERM: it now belongs to another user.
    return false;
  }
}

function taskkill(pid: number): Promise<boolean> {
  // By its path, since a folder of PATH may have another program of that name.
  const program = win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  return new Promise((resolve) => {
    const options = { windowsHide: true, timeout: TASKKILL_TIMEOUT };
    execFile(program, ['/pid', String(pid), '/T', '/F'], options, (error) => resolve(error === null));
  });
}
