import type { StoreApi } from 'zustand/vanilla';

/** Several stores as one for `useSyncExternalStore`: the list of their states stays the same until one of them changes. */
export function combinedStates<State>(stores: readonly StoreApi<State>[]): {
  readonly subscribe: (onChange: () => void) => () => void;
  readonly get: () => readonly State[];
} {
  let states: readonly State[] = [];
  return {
    subscribe: (onChange) => {
      const unsubscribe = stores.map((store) => store.subscribe(onChange));
      return () => unsubscribe.forEach((end) => end());
    },
    get: () => {
      const now = stores.map((store) => store.getState());
      if (states.length === 0 || now.some((state, at) => state !== states[at])) states = now;
      return states;
    },
  };
}
