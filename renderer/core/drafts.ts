import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { type Json, jsonEqual } from '../../shared/values/json.ts';
import { useInfo } from './data.ts';
import { rebased } from './draft-store.ts';
import { useHangar } from './hangar.ts';

/** Something being edited. Unsaved changes survive navigation, closing and the server's loss. */
export interface DraftHandle<Value> {
  readonly value: Value;
  /** True when there are unsaved changes. */
  readonly dirty: boolean;
  /** True when what is saved has changed since editing began: keep mine or take theirs. */
  readonly conflict: boolean;
  readonly set: (value: Value) => void;
  /** Drops the changes: shows what is saved. */
  readonly discard: () => void;
  /**
   * What was `sent` is now `saved`: nothing is unsaved any more but what was changed meanwhile, which goes on as a draft
   * of `key`, for what has its own only now.
   */
  readonly settle: (sent: Value, saved: Value, key?: string) => void;
  /** Keeps the changes and goes on from what is saved now. */
  readonly keepMine: () => void;
}

/** Stands for the workspace while the window does not know which it is. */
const UNKNOWN_WORKSPACE = '?';

/**
 * The draft of `saved`, by a key such as `task:tsk…` or `task:new`. Call `settle` after a successful save. Values are
 * compared and kept as JSON: they must hold nothing else.
 */
export function useDraft<Value>(key: string, saved: Value): DraftHandle<Value> {
  const { drafts } = useHangar();
  const workspace = useInfo()?.workspace ?? UNKNOWN_WORKSPACE;
  const fullKey = `${workspace}|${key}`;
  const draft = useStore(drafts.store, (state) => state.drafts[fullKey]);
  const base = asJson(saved);
  const set = useCallback(
    (value: Value) => {
      const stored = drafts.store.getState().drafts[fullKey];
      drafts.write(fullKey, stored?.base ?? base, asJson(value));
    },
    [drafts, fullKey, base],
  );
  useEffect(() => {
    // What was typed before it was known where.
    drafts.move(`${UNKNOWN_WORKSPACE}|${key}`, fullKey);
  }, [drafts, key, fullKey]);
  const settle = (sent: Value, now: Value, nextKey = key) => {
    const kept = drafts.store.getState().drafts[fullKey];
    drafts.remove(fullKey);
    const sentJson = asJson(sent);
    const savedJson = asJson(now);
    if (kept !== undefined && !jsonEqual(kept.value, sentJson))
      drafts.write(`${workspace}|${nextKey}`, savedJson, rebased(savedJson, sentJson, kept.value));
    // What was tried with it goes along.
    if (nextKey !== key) drafts.move(`${workspace}|try:${key}`, `${workspace}|try:${nextKey}`);
  };
  return {
    value: draft === undefined ? saved : (draft.value as unknown as Value),
    dirty: draft !== undefined,
    conflict: draft !== undefined && !jsonEqual(draft.base, base) && !jsonEqual(draft.value, base),
    set,
    discard: () => drafts.remove(fullKey),
    settle,
    keepMine: () => draft !== undefined && drafts.write(fullKey, base, draft.value),
  };
}

/** A value that is kept as a draft, which callers promise to be JSON: the types of interfaces cannot say so. */
function asJson(value: unknown): Json {
  return value as Json;
}

/** The keys of everything with unsaved changes, such as `task:tsk…`, for marks in lists. */
export function useDraftKeys(): ReadonlySet<string> {
  const drafts = useStore(useHangar().drafts.store, (state) => state.drafts);
  const prefix = `${useInfo()?.workspace ?? ''}|`;
  return new Set(Object.keys(drafts).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])));
}
