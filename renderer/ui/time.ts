/** A timestamp in the API's format (`YYYY-MM-DD HH:MM:SS.ffffff+00`) as RFC 3339, to the microsecond. */
export function rfc3339(timestamp: string): string {
  return timestamp.replace(' ', 'T').replace(/\+00$/, 'Z');
}

/** The milliseconds since 1970 of a timestamp in the API's format or RFC 3339. */
export function millisecondsOf(timestamp: string): number {
  return Date.parse(rfc3339(timestamp));
}

const STEPS: readonly [limit: number, size: number, unit: string][] = [
  [60, 1, ' s'],
  [3600, 60, ' min'],
  [86_400, 3600, ' h'],
  [Infinity, 86_400, ' d'],
];

/** A relative time in one unit: `12 s`, `3 min`, `5 h`, `2 d`; `now` within a second. */
export function ago(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1000);
  if (seconds < 1) return 'now';
  const [, size, unit] = STEPS.find(([limit]) => seconds < limit) ?? [0, 86_400, ' d'];
  return `${Math.floor(seconds / size)}${unit}`;
}

/** A duration: `6 ms`, `12.4 s`, `3 m 20 s`, `2 h 5 m`. */
export function duration(milliseconds: number): string {
  const most = Math.max(0, milliseconds);
  if (most < 1000) return `${most < 10 ? Number(most.toFixed(1)) : Math.round(most)} ms`;
  if (most < 60_000) return `${(most / 1000).toFixed(1)} s`;
  const minutes = Math.floor(most / 60_000);
  if (minutes < 60) return `${minutes} m ${Math.floor((most % 60_000) / 1000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}

/** The local time of day with milliseconds: `16:02:11.204`. */
export function clockTime(timestamp: string): string {
  const date = new Date(millisecondsOf(timestamp));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

// Cached, because creating one is slow.
const localMoment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The exact local time, and the timestamp itself, for tooltips. */
export function exactTime(timestamp: string): string {
  return `${localMoment.format(millisecondsOf(timestamp))} · ${timestamp}`;
}
