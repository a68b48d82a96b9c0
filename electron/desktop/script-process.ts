import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { ScriptProcess, StartScriptProcess } from '../emulator/emulator.ts';

/** Name of script processes in the system's process list. */
const SERVICE_NAME = 'Hangar script';

/**
 * Starts script processes with Electron's `utilityProcess`: the packaged application cannot run as Node (fuses).
 * @param program URL of the built main program; the script process program is beside it
 */
export function scriptProcesses(program: string): StartScriptProcess {
  const path = fileURLToPath(new URL('./script-process.js', program));
  return async (environment, run) => {
    const child = utilityProcess.fork(path, [], {
      env: { ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      serviceName: SERVICE_NAME,
    });
    const ended = new Promise<string>((resolve) => child.once('exit', (code) => resolve(`exit code ${code}`)));
    await Promise.race([new Promise<void>((resolve) => child.once('spawn', resolve)), ended]);
    const { pid, stdout, stderr } = child;
    if (pid === undefined || !(stdout instanceof Readable) || !(stderr instanceof Readable))
      throw new Error('a process for scripts did not start');
    let listener: Parameters<ScriptProcess['listen']>[0] | undefined;
    // The process limits how much it sends ahead.
    child.on('message', (text: unknown) => listener && run(listener(String(text))));
    return {
      ...{ pid, ended, stdout, stderr },
      // The process is in the application's own process group.
      leadsGroup: false,
      send: (text) => child.postMessage(text),
      listen: (next) => (listener = next),
      // Electron does not report unread messages.
      unread: () => 0,
      kill: () => killNow(pid),
      // The application runs until it quits.
      keepProgramRunning: () => undefined,
    };
  };
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}
