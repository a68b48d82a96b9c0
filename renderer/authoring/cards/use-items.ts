import { useId, useRef } from 'react';
import { useEditor, useField } from '../context/authoring.ts';
import { type Json, type JsonPath, listOf, objectOf, valueAt, withValueAt } from '../../../shared/values/json.ts';
import { offerUndo } from '../../ui/layout/confirm.tsx';

/** The list at a path, whose items keep their keys when they move. */
export function useItems(path: JsonPath) {
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
    /** Inserts an item, at the end by default; returns its key. */
    insert,
    move: (from: number, to: number) => {
      state.keys = moved(state.keys, from, to);
      update((list) => moved(list, from, to));
    },
    /** Removes an item and offers to undo it. */
    remove: (index: number, name: string) => {
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
