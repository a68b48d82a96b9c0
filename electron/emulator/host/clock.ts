import type { MachineClock } from '../engine/context/ports.ts';
import * as timers from '../timers/timers.ts';

/** The timers that a clock takes, which a test moves. */
type MachineTimers = Pick<typeof timers, 'clearTimeout' | 'performance' | 'setImmediate' | 'setTimeout' | 'wallTime'>;

/** Maximum delay of `setTimeout`; a longer one would fire at once. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** The machine's clock. Timers never fire early, however long the delay; how late depends on the machine. */
export function systemClock(machine: MachineTimers = timers): MachineClock {
  const { performance, setImmediate, wallTime } = machine;
  // The wall clock counts whole milliseconds; the monotonic one adds the microseconds.
  let offset = wallTime() - performance.now();
  return {
    now() {
      const wall = wallTime();
      const monotonic = performance.now();
      const at = Math.min(Math.max(offset + monotonic, wall), wall + 0.999);
      offset = at - monotonic;
      return Math.floor(at * 1000);
    },
    monotonic: () => performance.now(),
    after: (milliseconds, call) => after(machine, milliseconds, call),
    nextTurn: (call) => void setImmediate(call),
  };
}

function after(
  { clearTimeout, performance, setTimeout }: MachineTimers,
  milliseconds: number,
  call: () => void,
): () => void {
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
