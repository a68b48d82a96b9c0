import { STOP_SIGNALS, type StopSignal } from '../platform/stop-signals.ts';

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
