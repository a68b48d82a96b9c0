import { memo, useSyncExternalStore } from 'react';
import { ago, exactTime, millisecondsOf } from './time.ts';

const listeners = new Set<() => void>();
let timer: number | undefined;

/** One timer for all relative times; components render only when their text changes. */
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

/** The present moment, the same for a while: a snapshot that differs at each look would be drawn without end. */
function roughlyNow(): number {
  return Math.floor(Date.now() / 100) * 100;
}

/** A text made from the present moment, made anew each second. */
export function useEachSecond<Value extends string | number>(make: (now: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => make(roughlyNow()));
}

/** How long ago something was (`12s`), with the exact moment on hover. */
export const RelativeTime = memo(function RelativeTime({ at, suffix = '' }: { at: string; suffix?: string }) {
  const text = useEachSecond((now) => ago(millisecondsOf(at), now));
  return (
    <time dateTime={new Date(millisecondsOf(at)).toISOString()} title={exactTime(at)}>
      {text === 'now' || suffix === '' ? text : `${text} ${suffix}`}
    </time>
  );
});
