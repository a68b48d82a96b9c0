/**
 * Signals that ask a program to stop. Windows sends SIGINT for Ctrl+C, SIGBREAK for Ctrl+Break and SIGHUP for a closed console; nothing
 * there sends SIGTERM, so that `hangar stop` asks over HTTP. The other systems know no SIGBREAK.
 */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** One of the signals that ask a program to stop. */
export type StopSignal = (typeof STOP_SIGNALS)[number];
