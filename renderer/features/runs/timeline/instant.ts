import { millisecondsOf } from '../../../ui/time.ts';

/** The milliseconds since 1970 of a timestamp of the API, with the microseconds as a fraction. */
export function instantOf(timestamp: string): number {
  // Date.parse drops the microseconds.
  return millisecondsOf(timestamp) + Number(timestamp.slice(23, 26)) / 1000;
}

/** Does the same as `instantOf`; null stays null. */
export function instantOrNull(timestamp: string | null): number | null {
  return timestamp === null ? null : instantOf(timestamp);
}
