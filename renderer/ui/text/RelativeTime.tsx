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
