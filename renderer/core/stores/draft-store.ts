import { createStore } from 'zustand/vanilla';
import { isJsonObject, type Json, jsonEqual, type JsonObject, parseOwnJson } from '../../../shared/values/json.ts';

/** Unsaved changes: the value they are based on, the edited value, and the time of the last change. */
export interface Draft {
  readonly base: Json;
  readonly value: Json;
  readonly at: number;
}

/** Each draft has its own entry, so that windows do not overwrite each other's drafts. */
const PREFIX = 'hangar.draft:';
const MAX_AGE = 30 * 86_400_000;

/** All drafts by key, stored in the browser, so that input survives a closed window and a lost server. */
export type Drafts = ReturnType<typeof createDrafts>;

/** Drafts in `storage`, shared with other windows. Drafts untouched for 30 days are removed. */
export function createDrafts(storage: Storage) {
  const unpersisted = new Set<string>();
  const store = createStore(() => ({ drafts: readAll(storage) }));
  const show = (key: string, draft: Draft | undefined) => {
    const { [key]: before, ...rest } = store.getState().drafts;
    if (before !== undefined || draft !== undefined)
      store.setState({ drafts: draft === undefined ? rest : { ...rest, [key]: draft } });
  };
  const persist = (key: string, draft: Draft | undefined) => {
    show(key, draft);
    unpersisted.delete(key);
    try {
      if (draft === undefined) storage.removeItem(PREFIX + key);
      else storage.setItem(PREFIX + key, JSON.stringify(draft));
    } catch {
      if (draft !== undefined) unpersisted.add(key);
    }
  };
  globalThis.addEventListener('storage', ({ storageArea, key, newValue }) => {
    if (storageArea === storage && key?.startsWith(PREFIX) === true) show(key.slice(PREFIX.length), readOne(newValue));
  });
  return {
    store,
    remove: (key: string) => store.getState().drafts[key] !== undefined && persist(key, undefined),
    write: (key: string, base: Json, value: Json) =>
      persist(key, jsonEqual(base, value) ? undefined : { base, value, at: Date.now() }),
    /** Changes a draft's key; does nothing when there is no draft. */
    move: (from: string, to: string) => {
      const draft = store.getState().drafts[from];
      if (draft === undefined || from === to) return;
      persist(to, draft);
      persist(from, undefined);
    },
    /** True when a draft could not be stored, so that closing must ask. */
    hasUnpersisted: () => unpersisted.size > 0,
  };
}

/** The saved value with the fields that changed during the request. */
export function rebased(saved: Json, sent: Json, now: Json): Json {
  if (!isJsonObject(saved) || !isJsonObject(sent) || !isJsonObject(now)) return now;
  const isTouched = (field: string) => !same(sent[field], now[field]);
  const untouched = Object.entries(saved).filter(([field]) => !isTouched(field));
  const touched = Object.entries(now).filter(([field]) => isTouched(field));
  const fields: JsonObject = Object.fromEntries([...untouched, ...touched]);
  return fields;
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && jsonEqual(a, b));
}

function readAll(storage: Storage): Readonly<Record<string, Draft>> {
  const drafts: Record<string, Draft> = {};
  for (const entry of Object.keys(storage).filter((name) => name.startsWith(PREFIX))) {
    const draft = readOne(storage.getItem(entry));
    if (draft !== undefined && Date.now() - draft.at < MAX_AGE) drafts[entry.slice(PREFIX.length)] = draft;
    else storage.removeItem(entry);
  }
  return drafts;
}

function readOne(text: string | null): Draft | undefined {
  try {
    // Written by this file.
    return text === null ? undefined : parseOwnJson<Draft>(text);
  } catch {
    return undefined;
  }
}
