import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that never changes and calls the one of the latest render. For subscriptions and delayed calls. */
export function useLatest<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => void (latest.current = act));
  return useCallback((...args: Args) => latest.current(...args), []);
}
