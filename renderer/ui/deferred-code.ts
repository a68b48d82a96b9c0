import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ComponentType, createElement, useEffect, useState } from 'react';

/** Code that is loaded on demand. */
interface DeferredCode<Code> {
  /** Loads the code; retries until it succeeds. */
  readonly prefetch: () => Promise<Code>;
  /** The code; undefined until it is loaded. */
  readonly loaded: () => Code | undefined;
  /** Loads the code for a visible component. From now on, a failure counts as missing code. */
  readonly require: () => Promise<Code>;
}

/** Time between two attempts, in milliseconds. */
const RETRY_AFTER = 1000;

const missing = new Set<() => Promise<void>>();
const store = createStore(() => ({ isMissing: false }));

/**
 * Tells whether a visible component lacks its code. Retries may not help: browsers may cache a failed import until the
 * page is reloaded (Chromium 130 does, 156 does not), and an upgraded server has files of other names.
 */
export const missingCode: Pick<
  StoreApi<{ readonly isMissing: boolean }>,
  'getState' | 'getInitialState' | 'subscribe'
> = store;

/** Retries all missing code once; resolves to true when some is still missing. */
export async function retryMissingCode(): Promise<boolean> {
  await Promise.all([...missing].map((attempt) => attempt()));
  return missing.size > 0;
}

/** Makes deferred code from an import. */
function deferredCode<Code>(load: () => Promise<Code>): DeferredCode<Code> {
  let loaded: Code | undefined;
  let loading: Promise<Code> | undefined;
  let isRequired = false;
  let hasFailed = false;
  const attempt = async (): Promise<void> => {
    try {
      loaded = await load();
      hasFailed = false;
    } catch {
      hasFailed = loaded === undefined;
    }
    report();
  };
  const report = (): void => {
    if (isRequired && hasFailed) missing.add(attempt);
    else missing.delete(attempt);
    store.setState({ isMissing: missing.size > 0 });
  };
  const persist = async (): Promise<Code> => {
    for (;;) {
      await attempt();
      if (loaded !== undefined) return loaded;
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
    }
  };
  const prefetch = () => (loading ??= persist());
  return {
    prefetch,
    loaded: () => loaded,
    require: () => {
      isRequired = true;
      report();
      return prefetch();
    },
  };
}

/** A component whose code is loaded on first use. */
export type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Loads the code, so that the component then shows at once. */
  readonly prefetch: () => Promise<unknown>;
  /** True when the code is loaded. */
  readonly isLoaded: () => boolean;
};

/** A component loaded on first use; until then, `Loading` is in its place. `missingCode` tells when that fails. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Loading: ComponentType<Props> = () => null,
): LazyComponent<Props> {
  const code = deferredCode(load);
  const Lazy = (props: Props) => {
    // Not by Suspense: React shows what was suspended up to 300 ms late.
    const [Shown, setShown] = useState(code.loaded);
    useEffect(() => {
      if (Shown === undefined) void code.require().then((loaded) => setShown(() => loaded));
    }, [Shown]);
    return createElement(Shown ?? Loading, props);
  };
  return Object.assign(Lazy, { prefetch: code.prefetch, isLoaded: () => code.loaded() !== undefined });
}

/** Maximum time of a page's first drawing, in milliseconds. */
const DRAW_DELAY = 300;
/** Maximum time to wait for an idle moment, in milliseconds. */
const IDLE_TIMEOUT = 500;

/** Runs a function when the browser is idle; in Safari, which lacks the API, soon. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: IDLE_TIMEOUT });
  else setTimeout(act, 100);
}

/** Runs a function after the first drawing; returns a function that cancels it. */
export function whenDrawn(act: () => void): () => void {
  const timer = setTimeout(act, DRAW_DELAY);
  return () => clearTimeout(timer);
}
