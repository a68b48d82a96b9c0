import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The same function for good, which does what that of the latest rendering does: for what must not be set up or drawn anew
 * with each rendering, and for what is done only after a while, when more may have changed.
 */
export function useLatest<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => void (latest.current = act));
  return useCallback((...args: Args) => latest.current(...args), []);
}
