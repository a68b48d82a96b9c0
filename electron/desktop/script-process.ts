import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { ScriptProcess, StartScriptProcess } from '../emulator/emulator.ts';

/** The name under which the system's list of processes shows them. */
const SERVICE_NAME = 'Hangar script';

/**
 * Starts processes for scripts out of this application: the packaged one refuses to run as Node does (its fuses), and so only
 * Electron can start them. @param program address of the built main program; that of the processes lies beside it
 */
export function scriptProcesses(program: string): StartScriptProcess {
  const path = fileURLToPath(new URL('./script-process.js', program));
  return async (environment) => {
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
    let listener: Parameters<ScriptProcess['listen']>[0] = () => 0;
    // The process itself sends only as much ahead as was agreed.
    child.on('message', (text: unknown) => void listener(String(text)));
    return {
      ...{ pid, ended, stdout, stderr },
      // It is in the application's own group.
      leadsGroup: false,
      send: (text) => child.postMessage(text),
      listen: (next) => (listener = next),
      // Electron does not tell.
      unread: () => 0,
      kill: () => killNow(pid),
      // The application runs until it is quit.
      keepProgramRunning: () => undefined,
    };
  };
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
