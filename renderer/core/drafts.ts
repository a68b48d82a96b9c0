import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { jsonEqual, asJson } from '../../shared/values/json.ts';
import { useLatest } from '../ui/use-latest.ts';
import { type Draft, rebased } from './draft-store.ts';
import { useHangar, useInfo } from './hangar.ts';

/** Used until the workspace is known. */
const UNKNOWN_WORKSPACE = '?';

/** An edited value. Unsaved changes survive navigation, closing and a lost server. */
export type DraftHandle<Value> = ReturnType<typeof useDraft<Value>>;

/**
 * The draft of `saved`, by a key such as `task:tsk…` or `task:new`. Call `settle` after saving. Values must be JSON.
 */
export function useDraft<Value>(key: string, saved: Value) {
  const { drafts } = useHangar();
  const workspace = useInfo()?.workspace ?? UNKNOWN_WORKSPACE;
  const fullKey = `${workspace}|${key}`;
  const draft = useStore(drafts.store, (state) => state.drafts[fullKey]);
  const base = asJson(saved);
  const valueOf = (stored: Draft | undefined) =>
    stored === undefined ? saved : (stored.value as unknown as Value);
  const set = useCallback(
    (value: Value) => {
      const stored = drafts.store.getState().drafts[fullKey];
      drafts.write(fullKey, stored?.base ?? base, asJson(value));
    },
    [drafts, fullKey, base],
  );
  const change = useLatest((make: (value: Value) => Value) => {
    const stored = drafts.store.getState().drafts[fullKey];
    drafts.write(fullKey, stored?.base ?? base, asJson(make(valueOf(stored))));
  });
  useEffect(() => {
    // Moves input that was typed before the workspace was known.
    drafts.move(`${UNKNOWN_WORKSPACE}|${key}`, fullKey);
  }, [drafts, key, fullKey]);
  /** Call after `sent` was saved as `now`. Later changes stay as a draft of `nextKey`, which a new item gets only now. */
  const settle = (sent: Value, now: Value, nextKey = key) => {
    const kept = drafts.store.getState().drafts[fullKey];
    drafts.remove(fullKey);
    const sentJson = asJson(sent);
    const savedJson = asJson(now);
    if (kept !== undefined && !jsonEqual(kept.value, sentJson))
      drafts.write(`${workspace}|${nextKey}`, savedJson, rebased(savedJson, sentJson, kept.value));
    // The input of its "Try it" form moves, too.
    if (nextKey !== key) drafts.move(`${workspace}|try:${key}`, `${workspace}|try:${nextKey}`);
  };
  return {
    value: valueOf(draft),
    /** True when there are unsaved changes. */
    dirty: draft !== undefined,
    /** True when the saved value changed since editing began. */
    conflict: draft !== undefined && !jsonEqual(draft.base, base) && !jsonEqual(draft.value, base),
    set,
    /** Changes the current value, also from an earlier render or a closed editor. The function never changes. */
    change,
    /** Drops the changes. */
    discard: () => drafts.remove(fullKey),
    settle,
    /** Keeps the changes and bases them on the saved value. */
    keepMine: () => draft !== undefined && drafts.write(fullKey, base, draft.value),
  };
}

/** The keys of all drafts of this workspace, such as `task:tsk…`. */
export function useDraftKeys(): ReadonlySet<string> {
  const drafts = useStore(useHangar().drafts.store, (state) => state.drafts);
  const prefix = `${useInfo()?.workspace ?? ''}|`;
  return new Set(Object.keys(drafts).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])));
}
