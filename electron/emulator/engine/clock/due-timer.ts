import { MICROS_PER_MILLISECOND, type Micros } from '../../../../shared/values/timestamp.ts';
import type { MachineClock } from './machine-clock.ts';

/** The timer of an emulated clock for its soonest item, on the machine's clock. A timer that fires too early is harmless. */
export class DueTimer {
  readonly #machine: MachineClock;
  readonly #call: () => void;
  #set: { readonly at: Micros; readonly cancel: () => void } | undefined;

  constructor(machine: MachineClock, call: () => void) {
    this.#machine = machine;
    this.#call = call;
  }

  /** Sets the timer, unless it is set for this instant. @param wait microseconds of the machine until then */
  set(at: Micros, wait: () => number): void {
    if (this.#set?.at === at) return;
    this.cancel();
    const milliseconds = Math.max(Math.ceil(wait() / MICROS_PER_MILLISECOND), 0);
    const fire = (): void => {
      this.#set = undefined;
      this.#call();
    };
    this.#set = { at, cancel: this.#machine.after(milliseconds, fire) };
  }

  cancel(): void {
    this.#set?.cancel();
    this.#set = undefined;
  }
}
