declare const unit: unique symbol;

/**
 * A number with a unit. A plain number may stand for one, so that literals and sums need no casts; a number of another
 * unit may not, so that a function or field of one clock cannot be passed where another clock's is expected.
 */
type NumberIn<Unit extends string> = number & { readonly [unit]?: Unit };

/** A moment of the emulated clock, as the engine keeps it: whole microseconds since 1970-01-01 UTC. */
export type Micros = NumberIn<'microseconds since 1970, emulated'>;

/** A moment of the machine's clock: whole microseconds since 1970-01-01 UTC. */
export type MachineMicros = NumberIn<'microseconds since 1970, of the machine'>;

/** A moment as JavaScript's `Date` keeps it: whole milliseconds since 1970-01-01 UTC. */
export type EpochMilliseconds = NumberIn<'milliseconds since 1970'>;

/** Milliseconds from an arbitrary start, never backwards: for limits and durations, not for dates. */
export type MonotonicMilliseconds = NumberIn<'milliseconds of a monotonic clock'>;

/** Converts a moment for `Date`, cutting the microseconds off. */
export function epochMilliseconds(at: Micros): EpochMilliseconds {
  return Math.floor(at / 1000);
}

/** The moment of an emulated clock that shows the same as the machine's clock. */
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

/** Timestamps formatted together mostly fall into one second, and the calendar is the expensive part. */
let latest = { seconds: NaN, text: '' };

/** `YYYY-MM-DD HH:MM:SS.` */
function secondText(seconds: number): string {
  const iso = new Date(seconds * 1000).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}.`;
}

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Reads an RFC 3339 time with any offset, `-00:00` included (decision `time-filters`); anything else gives `undefined`.
 * Digits beyond microseconds are cut off.
 */
export function parseRfc3339(text: string): Micros | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offset = offsetMinutes(match[8] ?? 'Z');
  const daysInMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth) return undefined;
  // 60 is a leap second, which RFC 3339 allows and no clock here shows: it is taken as the second after.
  if (hour > 23 || minute > 59 || second > 60 || offset === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offset, second);
  const fraction = Number((match[7] ?? '').slice(0, 6).padEnd(6, '0'));
  return date.getTime() * 1000 + fraction;
}

/**
 * As `parseRfc3339`, but digits beyond microseconds count as one microsecond. A moment in whole microseconds lies before this
 * one exactly when it lies before the time as it was written.
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
