import { constants } from 'node:os';
import { killAlone, killGroup, killRest } from '../../emulator/platform/end-processes.ts';
import { processesWith } from '../../emulator/platform/processes.ts';
import { pause } from '../../emulator/timers/timers.ts';

/** Environment variable of all processes of a trial, by which those are found that have left its group. */
export const MARK = 'HANGAR_TRIAL_ID';

/** The processes of a trial. */
export interface TrialProcesses {
  /** Value of the variable; unguessable, so that no other process has it. */
  readonly mark: string;
  /** ID of the client, which leads a group; 0 for one that has not started. */
  readonly pid: number;
  /** Processes that are older than every trial, which need not be looked at. */
  readonly older?: ReadonlySet<number>;
}

/** Number of looks for processes that start others faster than they are ended, and milliseconds between two. */
const LOOKS = { most: 50, pause: 5 };

/** Ends a client that runs, and all that it has started. */
export function endAll(processes: TrialProcesses): Promise<void> {
  killGroup(processes.pid, 'SIGKILL');
  return endMarked(processes);
}

/** Ends what a client that has ended left behind. */
export function endRest(processes: TrialProcesses): Promise<void> {
  killRest(processes.pid);
  return endMarked(processes);
}

/** Ends the processes that have left the group, where the system tells the variables of processes. */
async function endMarked({ mark, older }: TrialProcesses): Promise<void> {
  for (let look = 0; look < LOOKS.most; look++) {
    const found = processesWith({ name: MARK, value: mark, except: older });
    if (found.length === 0) return;
    for (const pid of found) killAlone(pid);
    await pause(LOOKS.pause);
  }
}

/** Exit codes as in shells: the program does not exist, or may not be executed. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** The reason that a command could not be started, as a sentence. */
export function startProblem(name: string, error: Error): string {
  return isMissing(error) ? `${name}: command not found` : `${name}: ${error.message}`;
}

/** The exit code for a command that could not be started, as in shells. */
export function startCode(error: Error): number {
  return isMissing(error) ? NOT_FOUND : NOT_EXECUTABLE;
}

/** The exit code of a process, that of a signal as in shells. */
export function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

function isMissing(error: Error): boolean {
  return 'code' in error && error.code === 'ENOENT';
}
