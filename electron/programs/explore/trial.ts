import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import type { ScheduleView } from '../../../shared/contract/emulator/schedule.ts';
import type { Schedule } from '../../../shared/model/schedule.ts';

/** The end of a client: with success, without, not in time, or not at all. */
export type ClientEnd = 'success' | 'failure' | 'timeout' | 'left';

/** Lists of `/_emulator` that only expressions read, oldest first. */
export interface TrialLists {
  readonly runs: readonly object[];
  readonly sessions: readonly object[];
  readonly prompts: readonly object[];
  readonly requests: readonly object[];
}

/** The observations of one execution of a client. */
export interface Trial extends Pick<ScheduleView, 'calls' | 'asked' | 'runs' | 'unmet'> {
  readonly schedule: Schedule;
  readonly end: ClientEnd;
  /** The exit code of a command; 0 or 1 for a client in this process, null when it was ended. */
  readonly exitCode: number | null;
  /** Oldest first. */
  readonly findings: readonly Finding[];
  /** Text that the client printed, or the message of its error; the last 64 KB. */
  readonly output: string;
  /** Absent unless an expression needs them. */
  readonly lists?: TrialLists;
}

/** Runs a client under a schedule. @param number 1 and 2 for the baseline, then in the order of the walk */
export type RunTrial = (schedule: Schedule, number: number) => Promise<Trial>;
