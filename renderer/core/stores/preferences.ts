import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import type { FindingRule } from '../../../shared/registry/finding-rules.ts';
import { parseOwnJson } from '../../../shared/values/json.ts';

/** A filter that the user saved under a name. */
export interface SavedFilter {
  readonly kind: FilterKind;
  readonly name: string;
  readonly text: string;
}

/** The user's preferences, stored in the browser. */
interface PreferenceValues {
  /** True to enable shortcuts of a single key, such as `?` (WCAG 2.1.4). */
  readonly singleKeys: boolean;
  /** The user that answers prompts; '' for the local user. */
  readonly answerAs: string;
  /** IDs of the latest commands from the palette, newest first. */
  readonly recentCommands: readonly string[];
  /** Saved filters, newest first. */
  readonly savedFilters: readonly SavedFilter[];
  /** Rules of findings that are not shown. */
  readonly ignoredFindings: readonly FindingRule[];
}

/** A store of preferences. */
export type Preferences = StoreApi<PreferenceValues>;

const KEY = 'hangar.preferences';
const PRESET: PreferenceValues = {
  singleKeys: true,
  answerAs: '',
  recentCommands: [],
  savedFilters: [],
  ignoredFindings: [],
};

/** Preferences stored in `storage`. */
export function createPreferences(storage: Storage): Preferences {
  const store = createStore<PreferenceValues>(() => ({ ...PRESET, ...read(storage) }));
  store.subscribe((values) => {
    try {
      storage.setItem(KEY, JSON.stringify(values));
    } catch {
      // Ignored when storage is full or forbidden: the preference lasts until the window closes.
    }
  });
  return store;
}

function read(storage: Storage): Partial<PreferenceValues> {
  try {
    // Written by this file.
    return parseOwnJson<Partial<PreferenceValues>>(storage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}
