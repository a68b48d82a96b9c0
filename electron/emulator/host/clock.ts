import type { MachineClock } from '../engine/ports.ts';

/** Maximum delay of `setTimeout`; a longer one would fire at once. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** The machine's clock. Timers never fire early, however long the delay; how late depends on the machine. */
export function systemClock(): MachineClock {
  // The wall clock counts whole milliseconds; the monotonic one adds the microseconds.
  let offset = Date.now() - performance.now();
  return {
    now() {
      const wall = Date.now();
      const monotonic = performance.now();
      const at = Math.min(Math.max(offset + monotonic, wall), wall + 0.999);
      offset = at - monotonic;
      return Math.floor(at * 1000);
    },
    monotonic: () => performance.now(),
    after,
    nextTurn: (call) => void setImmediate(call),
  };
}

function after(milliseconds: number, call: () => void): () => void {
  const due = performance.now() + milliseconds;
  let timer: NodeJS.Timeout;
  const arm = (): void => {
    const rest = due - performance.now();
    if (rest > 0) timer = setTimeout(arm, Math.min(Math.ceil(rest), MAX_TIMEOUT));
    else call();
  };
  // Always asynchronous, even when the delay is 0.
  timer = setTimeout(arm, Math.min(Math.max(Math.ceil(milliseconds), 0), MAX_TIMEOUT));
  return () => clearTimeout(timer);
}
