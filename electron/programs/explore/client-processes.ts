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
