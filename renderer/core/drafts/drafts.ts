import { useCallback, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { jsonEqual, asJson } from '../../../shared/values/json.ts';
import { useLatest } from '../../ui/hooks.ts';
import { type Draft, rebased } from '../stores/draft-store.ts';
import { useHangar, useInfo } from '../data/hangar.ts';

/** Used until the workspace is known. */
const UNKNOWN_WORKSPACE = '?';

/** The beginning of the keys of this workspace's drafts. */
export function useWorkspaceKey(): string {
  return useInfo()?.workspace ?? UNKNOWN_WORKSPACE;
}

/** The key of a draft among those of all workspaces. @param workspace from `useWorkspaceKey` */
export function fullKeyOf(workspace: string, key: string): string {
  return `${workspace}|${key}`;
}

/** The key of the input of a definition's “Try it” form. */
export function triedKey(key: string): string {
  return `try:${key}`;
}

/** An edited value. Unsaved changes survive navigation, closing and a lost server. */
export type DraftHandle<Value> = ReturnType<typeof useDraft<Value>>;

/**
 * The draft of `saved`, by a key such as `task:tsk…` or `task:new`. Call `settle` after saving. Values must be JSON.
 */
export function useDraft<Value>(key: string, saved: Value) {
  const { drafts } = useHangar();
  const workspace = useWorkspaceKey();
  const fullKey = fullKeyOf(workspace, key);
  const draft = useStore(drafts.store, (state) => state.drafts[fullKey]);
  const base = asJson(saved);
  const { set, change } = useDraftChanges(fullKey, saved);
  useEffect(() => {
    // Moves input that was typed before the workspace was known.
    drafts.move(fullKeyOf(UNKNOWN_WORKSPACE, key), fullKey);
  }, [drafts, key, fullKey]);
  /** Call after `sent` was saved as `now`. Later changes stay as a draft of `nextKey`, which a new item gets only now. */
  const settle = (sent: Value, now: Value, nextKey = key) => {
    const kept = drafts.store.getState().drafts[fullKey];
    drafts.remove(fullKey);
    const sentJson = asJson(sent);
    const savedJson = asJson(now);
    if (kept !== undefined && !jsonEqual(kept.value, sentJson))
      drafts.write(fullKeyOf(workspace, nextKey), savedJson, rebased(savedJson, sentJson, kept.value));
    // The input of its "Try it" form moves, too.
    if (nextKey !== key) drafts.move(fullKeyOf(workspace, triedKey(key)), fullKeyOf(workspace, triedKey(nextKey)));
  };
  return {
    value: valueOf(draft, saved),
    /** True when there are unsaved changes. */
    dirty: draft !== undefined,
    /** True when the saved value changed since editing began. */
    conflict: draft !== undefined && !jsonEqual(draft.base, base) && !jsonEqual(draft.value, base),
    set,
    change,
    /** Drops the changes. */
    discard: () => drafts.remove(fullKey),
    settle,
    /** Keeps the changes and bases them on the saved value. */
    keepMine: () => draft !== undefined && drafts.write(fullKey, base, draft.value),
  };
}

/** Functions that store a value as the draft with a key. */
function useDraftChanges<Value>(fullKey: string, saved: Value) {
  const { drafts } = useHangar();
  const base = asJson(saved);
  const set = useCallback(
    (value: Value) => {
      const stored = drafts.store.getState().drafts[fullKey];
      drafts.write(fullKey, stored?.base ?? base, asJson(value));
    },
    [drafts, fullKey, base],
  );
  /** Changes the current value, also from an earlier render or a closed editor. The function never changes. */
  const change = useLatest((make: (value: Value) => Value) => {
    const stored = drafts.store.getState().drafts[fullKey];
    drafts.write(fullKey, stored?.base ?? base, asJson(make(valueOf(stored, saved))));
  });
  return { set, change };
}

function valueOf<Value>(stored: Draft | undefined, saved: Value): Value {
  return stored === undefined ? saved : (stored.value as unknown as Value);
}

/** The keys of all drafts of this workspace, such as `task:tsk…`. */
export function useDraftKeys(): ReadonlySet<string> {
  const prefix = fullKeyOf(useWorkspaceKey(), '');
  // The keys stay the same while a draft is typed in.
  const keys = useStore(
    useHangar().drafts.store,
    useShallow(({ drafts }) => Object.keys(drafts).filter((key) => key.startsWith(prefix))),
  );
  return useMemo(() => new Set(keys.map((key) => key.slice(prefix.length))), [keys, prefix]);
}
