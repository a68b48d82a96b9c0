declare const unit: unique symbol;

/**
 * A number with a unit. A plain number is assignable to it, so that literals and sums need no casts. A number with another
 * unit is not, so that the time of one clock cannot be used as that of another.
 */
type NumberIn<Unit extends string> = number & { readonly [unit]?: Unit };

/** A time of the emulated clock, as the engine stores it: whole microseconds since 1970-01-01 UTC. */
export type Micros = NumberIn<'microseconds since 1970, emulated'>;

/** A time of the machine's clock: whole microseconds since 1970-01-01 UTC. */
export type MachineMicros = NumberIn<'microseconds since 1970, of the machine'>;

/** A time as JavaScript's `Date` stores it: whole milliseconds since 1970-01-01 UTC. */
export type EpochMilliseconds = NumberIn<'milliseconds since 1970'>;

/** Milliseconds since an arbitrary start, never decreasing: for limits and durations, not for dates. */
export type MonotonicMilliseconds = NumberIn<'milliseconds of a monotonic clock'>;

/** Converts a time for `Date`; truncates the microseconds. */
export function epochMilliseconds(at: Micros): EpochMilliseconds {
  return Math.floor(at / 1000);
}

/** The time of an emulated clock that equals the machine's. */
export function asEmulated(at: MachineMicros): Micros {
  return Number(at);
}

/** Latest time that is stored: the year 2100. */
export const LATEST: Micros = 4_102_444_800_000_000;

/** Formats a time as answers of `/v0` do: `YYYY-MM-DD HH:MM:SS.ffffff+00` (service API, "Resources and their fields"; decision `timestamps`). */
export function formatTimestamp(at: Micros | MachineMicros): string {
  const seconds = Math.floor(at / MICROS_PER_SECOND);
  if (seconds !== latest.seconds) latest = { seconds, text: secondText(seconds) };
  return `${latest.text}${String(at - seconds * MICROS_PER_SECOND).padStart(6, '0')}+00`;
}

export const MICROS_PER_SECOND = 1_000_000;
export const MICROS_PER_MILLISECOND = 1000;

/** Cache of the last second: timestamps formatted together are mostly in the same one, and the calendar is the expensive part. */
let latest = { seconds: NaN, text: '' };

/** `YYYY-MM-DD HH:MM:SS.` */
function secondText(seconds: number): string {
  const iso = new Date(seconds * 1000).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}.`;
}

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Parses an RFC 3339 time with any offset, including `-00:00` (decision `time-filters`); `undefined` for anything else.
 * Truncates digits beyond microseconds.
 */
export function parseRfc3339(text: string): Micros | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const offset = offsetMinutes(match[8] ?? 'Z');
  const daysInMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth) return undefined;
  // 60 is a leap second, which RFC 3339 allows; it is parsed as the following second.
  if (hour > 23 || minute > 59 || second > 60 || offset === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offset, second);
  const fraction = Number((match[7] ?? '').slice(0, 6).padEnd(6, '0'));
  return date.getTime() * 1000 + fraction;
}

/**
 * Does the same as `parseRfc3339`, but rounds digits beyond microseconds up. A time in whole microseconds is before the
 * result exactly when it is before the time as written.
 */
export function parseRfc3339Up(text: string): Micros | undefined {
  const at = parseRfc3339(text);
  return at !== undefined && /\.\d{6}\d*[1-9]/.test(text) ? at + 1 : at;
}

function offsetMinutes(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
