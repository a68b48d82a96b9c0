import { useRef } from 'react';

/**
 * The key of the editor for an ID. An editor that created the item keeps its key, so that focus and open cards stay.
 */
export function useEditorKey(id: string): { key: number; onCreated: (id: string) => void } {
  const kept = useRef({ id, made: '', key: 0 });
  const { id: before, made, key } = kept.current;
  if (before !== id) kept.current = { id, made: '', key: made === id ? key : key + 1 };
  return {
    key: kept.current.key,
    onCreated: (madeID) => void (kept.current = { ...kept.current, made: madeID }),
  };
}
