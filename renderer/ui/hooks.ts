import { createContext, type Provider, useContext, useCallback, useLayoutEffect, useRef } from 'react';

/** Returns the provider of a context and the hook that reads it. @param name name of the provider, for the error without one */
export function requiredContext<Value>(name: string): [Provider: Provider<Value | undefined>, useValue: () => Value] {
  const Context = createContext<Value | undefined>(undefined);
  const useValue = (): Value => {
    const value = useContext(Context);
    if (value === undefined) throw new Error(`${name} is missing around this component.`);
    return value;
  };
  return [Context.Provider, useValue];
}

/** A function that never changes and calls the one of the latest render. For subscriptions and delayed calls. */
export function useLatest<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => void (latest.current = act));
  return useCallback((...args: Args) => latest.current(...args), []);
}
