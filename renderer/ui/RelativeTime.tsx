import { memo, useSyncExternalStore } from 'react';
import { ago, exactTime, millisecondsOf } from './time.ts';

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

/** The current time, rounded, because a store's snapshot must be stable during a render. */
function roughlyNow(): number {
  return Math.floor(Date.now() / 100) * 100;
}

/** A value computed from the current time, updated each second. */
export function useEachSecond<Value extends string | number>(make: (now: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => make(roughlyNow()));
}

/** A relative time such as `12s`, with the exact time as tooltip. */
export const RelativeTime = memo(function RelativeTime({ at, suffix = '' }: { at: string; suffix?: string }) {
  const text = useEachSecond((now) => ago(millisecondsOf(at), now));
  return (
    <time dateTime={new Date(millisecondsOf(at)).toISOString()} title={exactTime(at)}>
      {text === 'now' || suffix === '' ? text : `${text} ${suffix}`}
    </time>
  );
});
