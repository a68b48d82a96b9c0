import { type ComponentType, createElement, lazy, useState } from 'react';
import { deferredCode } from './deferred-code.ts';

/** A component whose code is loaded when it is first shown, or before. */
export type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Loads the code; from then on the component is shown without a wait. */
  readonly prefetch: () => Promise<unknown>;
  /** Whether the code is there. */
  readonly isLoaded: () => boolean;
};

/** A component loaded when it is first shown; see `missingCode` for what happens when that fails. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const code = deferredCode(load);
  const Awaited: ComponentType<Props> = lazy(async () => ({ default: await code.require() }));
  const Lazy = (props: Props) => {
    // What is there is shown at once: React keeps what it had to wait for hidden for 300 ms at least.
    const [Shown] = useState(() => code.loaded() ?? Awaited);
    return createElement(Shown, props);
  };
  return Object.assign(Lazy, { prefetch: code.prefetch, isLoaded: () => code.loaded() !== undefined });
}
