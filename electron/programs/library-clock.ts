import { ClockAdvance, ClockChange } from '../../shared/contract/emulator/clock.ts';
import type { Emulator } from '../emulator/emulator.ts';
import { checked } from './flags/checked-options.ts';

/** A change of the emulated clock; omitted fields stay unchanged. */
export interface ClockOptions {
  /** An RFC 3339 time, not before the emulated time. */
  readonly now?: string;
  readonly state?: 'running' | 'frozen';
  /** Emulated seconds per second, 1 to 86,400. */
  readonly speed?: number;
  /** Skips waits while nothing else runs. */
  readonly autoSkip?: boolean;
}

/** The distance of an advance of the emulated clock. */
export type ClockAdvanceOptions = (
  | { readonly seconds: number }
  | { readonly to: string }
  | /** To the soonest upcoming item. */ { readonly next: true }
) & {
  /** Time of the machine to wait for scripts, commands and requests, in seconds; 10 by default. */
  readonly waitSeconds?: number;
};

/** A scheduled effect of the clock, pending or past. Times are in the service's format. */
export interface ClockEvent {
  readonly at: string;
  readonly kind: 'wait' | 'queue' | 'timeout' | 'answer' | 'schedule';
  /** "" for a schedule. */
  readonly runID: string;
  /** The task of a schedule. */
  readonly taskSlug?: string | undefined;
}

/** Work in progress that does not wait on the clock. */
export interface BusyWork {
  readonly kind: 'script' | 'command' | 'request';
  readonly runID: string;
}

/** The emulated clock, as in `GET /_emulator/clock`. */
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
  /** Work that reached neither a wait nor its end in time. */
  readonly blockedBy: readonly BusyWork[];
}

/** The emulated clock: timestamps, waits, timeouts and expiry follow it. */
export interface EmulatorClock {
  readonly read: () => ClockReading;
  /** Moving `now` forward runs everything that becomes due. Rejects invalid options. */
  readonly set: (options: ClockOptions) => Promise<ClockReading>;
  /** Runs everything that becomes due, in order and each at its time. Rejects invalid options. */
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
