const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals that ask a program to stop. */
export type StopSignal = (typeof SIGNALS)[number];

/** Calls the listener for each stop signal, with its count. Returns a function that removes the listener. */
export function onStopSignal(call: (signal: StopSignal, count: number) => void): () => void {
  let count = 0;
  const listener = (signal: NodeJS.Signals): void => {
    const known = SIGNALS.find((name) => name === signal);
    if (known !== undefined) call(known, ++count);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}
