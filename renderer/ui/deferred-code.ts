import { createStore, type StoreApi } from 'zustand/vanilla';

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
export function deferredCode<Code>(load: () => Promise<Code>): DeferredCode<Code> {
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
