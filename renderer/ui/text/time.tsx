import {
  createContext,
  memo,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';

/** A timestamp in the API's format (`YYYY-MM-DD HH:MM:SS.ffffff+00`) as RFC 3339, to the microsecond. */
export function rfc3339(timestamp: string): string {
  return timestamp.replace(' ', 'T').replace(/\+00$/, 'Z');
}

/** The milliseconds since 1970 of a timestamp in the API's format or RFC 3339. */
export function millisecondsOf(timestamp: string): number {
  return Date.parse(rfc3339(timestamp));
}

/** The milliseconds since 1970 of a timestamp of the API, with the microseconds as a fraction. */
export function instantOf(timestamp: string): number {
  // Date.parse drops the microseconds.
  return millisecondsOf(timestamp) + Number(timestamp.slice(23, 26)) / 1000;
}

/** Does the same as `instantOf`; null stays null. */
export function instantOrNull(timestamp: string | null): number | null {
  return timestamp === null ? null : instantOf(timestamp);
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

/** The units of a duration from a minute on, the longest first, in milliseconds. */
const DURATION_UNITS = [
  { size: 86_400_000, part: 3_600_000, name: 'd', partName: 'h' },
  { size: 3_600_000, part: 60_000, name: 'h', partName: 'min' },
  { size: 60_000, part: 1000, name: 'min', partName: 's' },
] as const;

/** A duration: `6 ms`, `12.4 s`, `9 s`, `3 min 20 s`, `2 h 5 min`, `10 h`. */
export function duration(milliseconds: number): string {
  const most = Math.max(0, milliseconds);
  if (most < 1000) return `${most < 10 ? Number(most.toFixed(1)) : Math.round(most)} ms`;
  // Half a second below a unit rounds up to it.
  const unit = most < 59_950 ? undefined : DURATION_UNITS.find(({ size }) => most + 500 >= size);
  if (unit === undefined) return `${(most / 1000).toFixed(most % 1000 === 0 ? 0 : 1)} s`;
  const parts = Math.round(most / unit.part);
  const perUnit = unit.size / unit.part;
  const rest = parts % perUnit;
  return `${Math.floor(parts / perUnit)} ${unit.name}${rest === 0 ? '' : ` ${rest} ${unit.partName}`}`;
}

/** The local time of day with milliseconds: `16:02:11.204`. */
export function clockTime(timestamp: string): string {
  const date = new Date(millisecondsOf(timestamp));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

// Cached, because creating one is slow.
const localMoment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** The local date and time: `28 Nov 2026, 16:02:11`. */
export function localTime(timestamp: string): string {
  return localMoment.format(millisecondsOf(timestamp));
}

/** The exact local time, and the timestamp itself, for tooltips. */
export function exactTime(timestamp: string): string {
  return `${localTime(timestamp)} · ${timestamp}`;
}

const listeners = new Set<() => void>();
let timer: number | undefined;

/** One timer for all relative times. Components render only when their text changes. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => listeners.forEach((each) => each()), 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** The machine's time, rounded, because a store's snapshot must be stable during a render. */
function roughlyNow(): number {
  return Math.floor(Date.now() / 100) * 100;
}

const NowContext = createContext<((machine: number) => number) | undefined>(undefined);

/** Provides a time other than the machine's: a function from the machine's milliseconds since 1970. */
export const EmulatedNow = NowContext.Provider;

/** Shows times by the machine's clock, not by the one of a provider around it. */
export function MachineTime({ children }: { children: ReactNode }) {
  return <NowContext value={undefined}>{children}</NowContext>;
}

/** Returns a function that gives the current time within the provider. The function stays the same when the clock changes. */
export function useNow(): () => number {
  const toEmulated = useContext(NowContext);
  const latest = useRef(toEmulated);
  useLayoutEffect(() => void (latest.current = toEmulated));
  return useCallback(() => latest.current?.(Date.now()) ?? Date.now(), []);
}

/** A value computed from the current time, updated each second. */
export function useEachSecond<Value extends string | number>(make: (now: number) => Value): Value {
  const toEmulated = useContext(NowContext);
  return useSyncExternalStore(subscribe, () =>
    make(toEmulated === undefined ? roughlyNow() : toEmulated(roughlyNow())),
  );
}

/** A relative time such as `12 s`, with the exact time as tooltip. */
export const RelativeTime = memo(function RelativeTime({ at, suffix = '' }: { at: string; suffix?: string }) {
  const text = useEachSecond((now) => ago(millisecondsOf(at), now));
  return (
    <time style={{ whiteSpace: 'nowrap' }} dateTime={new Date(millisecondsOf(at)).toISOString()} title={exactTime(at)}>
      {text === 'now' || suffix === '' ? text : `${text} ${suffix}`}
    </time>
  );
});
