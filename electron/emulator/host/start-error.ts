/** Exit codes of the programs. Source: docs/command-line.md, "Exit codes". */
export const EXIT_CODES = {
  stopped: {
    code: 0,
    meaning: 'success: stopped by SIGINT or SIGTERM, or the command succeeded; of replay: no answer differs',
  },
  failed: {
    code: 1,
    meaning: 'Hangar could not start or stop, or refused the command, or the awaited run failed; see the message',
  },
  usage: { code: 2, meaning: 'a wrong flag or value, or an invalid workspace file' },
  portBusy: { code: 3, meaning: 'the port is in use' },
  dataInUse: { code: 4, meaning: 'another Hangar uses the data folder' },
  findings: { code: 5, meaning: 'of exec --fail-on: COMMAND succeeded, but there are findings' },
  differs: { code: 6, meaning: 'an answer of hangar replay differs' },
  notRunning: { code: 7, meaning: 'no running Hangar was found' },
  cancelled: { code: 8, meaning: 'the awaited run was cancelled' },
  outOfDate: { code: 9, meaning: 'of hangar types --check: the file is out of date' },
  counterexample: { code: 10, meaning: 'of hangar explore: a counterexample was found' },
} as const;
/** Reasons for a program to exit. */
export type ExitReason = keyof typeof EXIT_CODES;

/** Thrown when Hangar cannot start; the message is for the user. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly reason: ExitReason;

  constructor(reason: ExitReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
