import { ClockAdvance, ClockChange } from '../../shared/contract/emulator/clock.ts';
import type { Emulator } from '../emulator/emulator.ts';
import { checked } from './checked-options.ts';

/** A change of the emulated clock; what is left out stays as it is. */
export interface ClockOptions {
  /** An RFC 3339 time, not before the emulated time. */
  readonly now?: string;
  readonly state?: 'running' | 'frozen';
  /** Emulated seconds per second, 1 to 86,400. */
  readonly speed?: number;
  /** Skip waits while nothing else goes on. */
  readonly autoSkip?: boolean;
}

/** The distance of an advance of the emulated clock. */
export type ClockAdvanceOptions = (
  { readonly seconds: number } | { readonly to: string } | /** To the soonest upcoming item. */ { readonly next: true }
) & {
  /** Time of the machine to wait for scripts, commands and requests, in seconds; 10 by default. */
  readonly waitSeconds?: number;
};

/** One thing that time will do or has done. Times have the form of the service. */
export interface ClockEvent {
  readonly at: string;
  readonly kind: 'wait' | 'queue' | 'timeout' | 'answer';
  readonly runID: string;
}

/** Work that time cannot finish. */
export interface BusyWork {
  readonly kind: 'script' | 'command' | 'request';
  readonly runID: string;
}

/** The emulated clock, as `GET /_emulator/clock` answers it. */
export interface ClockReading {
  readonly now: string;
  readonly state: 'running' | 'frozen';
  readonly speed: number;
  readonly offsetSeconds: number;
  readonly autoSkip: boolean;
  readonly upcoming: readonly ClockEvent[];
  readonly busy: readonly BusyWork[];
}

/** The result of an advance. */
export interface ClockAdvanceResult {
  readonly now: string;
  readonly events: readonly ClockEvent[];
  /** True after 10,000 events: advance again. */
  readonly more: boolean;
  /** Work that did not get to its next wait or its end in time. */
  readonly blockedBy: readonly BusyWork[];
}

/** The emulated clock: timestamps, waits, timeouts and expiry follow it. */
export interface EmulatorClock {
  readonly read: () => ClockReading;
  /** Moving `now` forward does what becomes due. Rejects when an option is wrong. */
  readonly set: (options: ClockOptions) => Promise<ClockReading>;
  /** Everything due happens in order, each at its own instant. Rejects when an option is wrong. */
  readonly advance: (options: ClockAdvanceOptions) => Promise<ClockAdvanceResult>;
}

export function clockOf({ engine: { clock } }: Emulator): EmulatorClock {
  return {
    read: () => clock.read(),
    set: async (options) => clock.set(checked(ClockChange, options, 'clock')),
    advance: async (options) => {
      const { seconds, to, waitSeconds } = checked(ClockAdvance, options, 'clock');
      return clock.advance(seconds !== undefined ? { seconds } : to === undefined ? undefined : { to }, waitSeconds);
    },
  };
}
