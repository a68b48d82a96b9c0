import type { MachineMicros, MonotonicMilliseconds } from '../../../../shared/values/timestamp.ts';

/**
 * The machine's clock: the only source of time and timers, so that tests can control them. For sockets, durations and clean-up;
 * times in the service follow the `EmulatedClock`.
 */
export interface MachineClock {
  /** May jump; see `MachineTime`. */
  now(): MachineMicros;
  /** Milliseconds since an arbitrary start, never backwards. For limits, not for dates. */
  monotonic(): MonotonicMilliseconds;
  /** Calls once after a number of milliseconds of any size; returns a function that cancels the call. */
  after(milliseconds: number, call: () => void): () => void;
  /** Calls once in a later turn of the event loop. */
  nextTurn(call: () => void): void;
}
