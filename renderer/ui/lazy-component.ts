import { type ComponentType, createElement, lazy, useState } from 'react';
import { deferredCode } from './deferred-code.ts';

/** A component whose code is loaded on first use. */
export type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Loads the code, so that the component then shows at once. */
  readonly prefetch: () => Promise<unknown>;
  /** True when the code is loaded. */
  readonly isLoaded: () => boolean;
};

/** A component loaded on first use. `missingCode` tells when that fails. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const code = deferredCode(load);
  const Awaited: ComponentType<Props> = lazy(async () => ({ default: await code.require() }));
  const Lazy = (props: Props) => {
    // Loaded code is rendered directly, because React delays suspended content by 300 ms.
    const [Shown] = useState(() => code.loaded() ?? Awaited);
    return createElement(Shown, props);
  };
  return Object.assign(Lazy, { prefetch: code.prefetch, isLoaded: () => code.loaded() !== undefined });
}
