import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Json, jsonEqual } from '../../shared/model/json.ts';

/** Unsaved work: what it was made from, what it is now, and when it was last touched. */
export interface Draft {
  readonly base: Json;
  readonly value: Json;
  readonly at: number;
}

/** All drafts by key, kept in the browser so that nothing typed is lost, whatever happens to the window or the server. */
export interface Drafts {
  readonly store: StoreApi<{ readonly drafts: Readonly<Record<string, Draft>> }>;
  readonly write: (key: string, base: Json, value: Json) => void;
  readonly drop: (key: string) => void;
  /** True when some draft could not be kept, so that closing must ask. */
  readonly isUnkept: () => boolean;
}

const KEY = 'hangar.drafts';
const LONGEST_KEPT = 30 * 86_400_000;

/** Drafts that stay in `storage`; those that nobody touched for 30 days go. */
export function createDrafts(storage: Storage): Drafts {
  let isUnkept = false;
  const store = createStore(() => ({ drafts: read(storage) }));
  const save = (drafts: Readonly<Record<string, Draft>>) => {
    store.setState({ drafts });
    try {
      storage.setItem(KEY, JSON.stringify(drafts));
      isUnkept = false;
    } catch {
      isUnkept = Object.keys(drafts).length > 0;
    }
  };
  const drop = (key: string) => {
    const { [key]: dropped, ...rest } = store.getState().drafts;
    if (dropped !== undefined) save(rest);
  };
  return {
    store,
    drop,
    write: (key, base, value) => {
      if (jsonEqual(base, value)) drop(key);
      else save({ ...store.getState().drafts, [key]: { base, value, at: Date.now() } });
    },
    isUnkept: () => isUnkept,
  };
}

function read(storage: Storage): Readonly<Record<string, Draft>> {
  try {
    // Written by this very file.
    const drafts = JSON.parse(storage.getItem(KEY) ?? '{}') as Record<string, Draft>;
    return Object.fromEntries(Object.entries(drafts).filter(([, { at }]) => Date.now() - at < LONGEST_KEPT));
  } catch {
    return {};
  }
}
