import { useId, useRef, useState } from 'react';
import { useEditor, useField } from '../context/authoring.ts';
import { type Json, type JsonPath, listOf, objectOf, valueAt, withValueAt } from '../context/json-path.ts';
import { offerUndo } from '../../ui/confirm.tsx';

/** A list of the definition whose items keep their keys when they move. */
export interface Items {
  readonly items: readonly Json[];
  readonly keys: readonly string[];
  readonly move: (from: number, to: number) => void;
  /** Inserts an item, at the end by default; returns its key. */
  readonly insert: (item: Json, at?: number) => string;
  /** Removes an item and offers to undo it. */
  readonly remove: (index: number, name: string) => void;
}

/** The list at a path. */
export function useItems(path: JsonPath): Items {
  const { change } = useEditor();
  const items = listOf(useField(path).value);
  const keysRef = useRef<{ keys: readonly string[]; count: number }>({ keys: [], count: 0 });
  const prefix = useId();
  const state = keysRef.current;
  const newKey = () => `${prefix}${state.count++}`;
  // After a change from elsewhere, such as "Take theirs", any item may have changed.
  if (state.keys.length !== items.length) state.keys = items.map(newKey);
  const update = (make: (list: readonly Json[]) => readonly Json[]) =>
    change((draft) => objectOf(withValueAt(draft, path, [...make(listOf(valueAt(draft, path)))])));
  const insert = (item: Json, at = items.length) => {
    const key = newKey();
    state.keys = state.keys.toSpliced(at, 0, key);
    update((list) => list.toSpliced(at, 0, item));
    return key;
  };
  return {
    items,
    keys: state.keys,
    insert,
    move: (from, to) => {
      state.keys = moved(state.keys, from, to);
      update((list) => moved(list, from, to));
    },
    remove: (index, name) => {
      const item = items[index];
      state.keys = state.keys.toSpliced(index, 1);
      update((list) => list.toSpliced(index, 1));
      if (item !== undefined) offerUndo(`${name} removed`, () => insert(item, index));
    },
  };
}

function moved<Item>(list: readonly Item[], from: number, to: number): readonly Item[] {
  const item = list[from];
  return item === undefined ? list : list.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** The open card of a list, by key. Opening one closes the one before, which leaves room for it. */
export function useOpenCard(): {
  isOpen: (key: string) => boolean;
  toggle: (key: string) => void;
  open: (key: string) => void;
} {
  const [opened, setOpened] = useState('');
  return {
    isOpen: (key) => opened === key,
    open: setOpened,
    toggle: (key) => setOpened((before) => (before === key ? '' : key)),
  };
}
