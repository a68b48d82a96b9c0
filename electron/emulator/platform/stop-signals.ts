/**
 * Signals that ask a program to stop. Windows sends SIGINT for Ctrl+C, SIGBREAK for Ctrl+Break and SIGHUP for a closed console; nothing
 * there sends SIGTERM, so that `hangar stop` asks over HTTP. The other systems know no SIGBREAK.
 */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** One of the signals that ask a program to stop. */
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** Calls the listener for each stop signal, with its count. Returns a function that removes the listener. */
export function onStopSignal(call: (signal: StopSignal, count: number) => void): () => void {
  let count = 0;
  const listener = (signal: NodeJS.Signals): void => {
    const known = STOP_SIGNALS.find((name) => name === signal);
    if (known !== undefined) call(known, ++count);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, listener);
  };
}
