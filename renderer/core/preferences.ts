import { createStore, type StoreApi } from 'zustand/vanilla';

/** What a person chose for this window; kept in the browser. */
export interface PreferenceValues {
  /** Shortcuts of a single key, such as `?`; can be switched off (WCAG 2.1.4). */
  readonly singleKeys: boolean;
  /** The user that answers prompts; '' for the local user. */
  readonly answerAs: string;
}

/** The choices, and ways to follow and change them. */
export type Preferences = StoreApi<PreferenceValues>;

const KEY = 'hangar.preferences';
const PRESET: PreferenceValues = { singleKeys: true, answerAs: '' };

/** Preferences that stay in `storage`. */
export function createPreferences(storage: Storage): Preferences {
  const store = createStore<PreferenceValues>(() => ({ ...PRESET, ...read(storage) }));
  store.subscribe((values) => {
    try {
      storage.setItem(KEY, JSON.stringify(values));
    } catch {
      // A full or forbidden storage: the choice holds until the window closes.
    }
  });
  return store;
}

function read(storage: Storage): Partial<PreferenceValues> {
  try {
    // Written by this very file.
    return JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<PreferenceValues>;
  } catch {
    return {};
  }
}
