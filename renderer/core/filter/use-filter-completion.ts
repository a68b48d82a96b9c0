import { type RefObject, useState } from 'react';
import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import type { SavedFilter } from '../stores/preferences.ts';
import { type FilterNames, type FilterCompletion, completionsFor } from './filter-completions.ts';

interface CompletionOptions {
  readonly kind: FilterKind;
  readonly names: FilterNames;
  readonly saved: readonly SavedFilter[];
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onAccept: (text: string, caret: number) => void;
}

/** Completes the word at the caret of a field, while typing or after an arrow key. */
export function useFilterCompletion({ kind, names, saved, text, field, onAccept }: CompletionOptions) {
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(-1);
  const options = caret === undefined ? [] : optionsFor({ kind, names, saved, text, caret });
  const close = () => setCaret(undefined);
  const open = (at: number) => {
    setCaret(at);
    setActive(0);
  };
  /** Finds completions of typed text. */
  const look = (next: string, at: number | null) => {
    const end = at ?? next.length;
    // An empty word is completed only after an arrow key.
    if (/(?:^|[\s-])$/.test(next.slice(0, end))) close();
    else open(end);
  };
  const accept = (option: FilterCompletion) => {
    onAccept(option.text, option.caret);
    if (option.text.slice(0, option.caret).endsWith(':')) open(option.caret);
    else close();
  };
  /** Index of the option that Tab and Enter accept; -1 for none. */
  const shown = options.length > 0 ? Math.min(active, options.length - 1) : -1;
  const acceptActive = () => {
    const option = options[shown];
    if (option !== undefined) accept(option);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive((shown + 1) % options.length),
    ArrowUp: () => setActive((shown + options.length - 1) % options.length),
    Escape: close,
    Tab: acceptActive,
    Enter: acceptActive,
  };
  /** Handles a key; true when it was handled. */
  const onKey = (key: string): boolean => {
    if (options.length === 0 && key !== 'ArrowDown') return false;
    if (options.length === 0) open(field.current?.selectionStart ?? text.length);
    else keys[key]?.();
    return Object.hasOwn(keys, key);
  };
  return { options, active: shown, look, accept, close, onKey };
}

/** The saved filters in an empty field, and the completions of the word at the caret. */
function optionsFor({
  kind,
  names,
  saved,
  text,
  caret,
}: Omit<CompletionOptions, 'field' | 'onAccept'> & { caret: number }) {
  const kept =
    text.trim() === ''
      ? saved.map(({ name, text: filter }) => ({ label: name, help: filter, text: filter, caret: filter.length }))
      : [];
  return [...kept, ...completionsFor(kind, { text, caret }, names)];
}
