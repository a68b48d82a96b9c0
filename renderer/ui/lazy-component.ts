import { type ComponentType, createElement, lazy, useState } from 'react';

/** A component whose code is loaded when it is first shown, or before. */
export type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Loads the code; from then on the component is shown without a wait. */
  readonly prefetch: () => Promise<unknown>;
  /** Whether the code is there. */
  readonly isLoaded: () => boolean;
};

/** How often the code is asked for while the server is away, and how long in between, in milliseconds. */
const TRIES = 300;
const BETWEEN_TRIES = 1000;

/** A component loaded when it is first shown; while the server is away its code is asked for again and again. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const prefetch = () => (loading ??= persistently(load).then((component) => (loaded = component)));
  const Awaited: ComponentType<Props> = lazy(async () => ({ default: await prefetch() }));
  const Lazy = (props: Props) => {
    // What is there is shown at once: React keeps what it had to wait for hidden for 300 ms at least.
    const [Shown] = useState(() => loaded ?? Awaited);
    return createElement(Shown, props);
  };
  return Object.assign(Lazy, { prefetch, isLoaded: () => loaded !== undefined });
}

async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await load();
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES));
    }
  }
}
