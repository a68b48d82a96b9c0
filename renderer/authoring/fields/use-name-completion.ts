import { useCombobox } from '@mantine/core';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { completionsAt, type Completions, type Insertion, insertionOf, typedInstead } from '../scope/completions.ts';
import type { ScopePath } from '../scope/scope-name.ts';
import type { Scope } from '../scope/scope.ts';

interface CompletionOptions {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly mode: 'expression' | 'template';
  readonly scope: Scope;
}

type Field = HTMLInputElement & HTMLTextAreaElement;
type KeyPress = KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>;

/** The completion of names in a text field. */
export function useNameCompletion({ value, onChange, mode, scope }: CompletionOptions) {
  const [found, setFound] = useState<Completions>();
  const field = useRef<Field>(null);
  const putCaret = useCaret(field);
  // The caret's position after the latest completion.
  const completed = useRef<number>(undefined);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const put = ({ text, caret }: Insertion) => {
    if (text !== value) onChange(text);
    combobox.closeDropdown();
    putCaret(caret);
  };
  const look = (text: string, caret: number) => {
    const next = completionsAt(text, caret, { mode, scope });
    setFound(next);
    if (next === undefined) combobox.closeDropdown();
    else combobox.openDropdown();
    combobox.updateSelectedOptionIndex();
  };
  const accept = (option: ScopePath | undefined) => {
    if (found === undefined || option === undefined) return;
    const after = value.slice(found.to);
    const plain = { text: option.path, caret: option.path.length };
    const { text, caret } = mode === 'template' ? insertionOf(option, after) : plain;
    completed.current = found.from + caret;
    put({ text: value.slice(0, found.from) + text + after, caret: completed.current });
  };
  const press = (event: KeyPress) => {
    const index = combobox.getSelectedOptionIndex();
    const chosen = combobox.dropdownOpened ? found?.options[Math.max(index, 0)] : undefined;
    // Accepts the first one unless another was chosen by the arrow keys.
    const isTaken = (event.key === 'Tab' && !event.shiftKey) || (event.key === 'Enter' && index === -1);
    const { selectionStart: at, selectionEnd } = event.currentTarget;
    const isTyped = mode === 'template' && at !== null && at === selectionEnd;
    const instead = isTyped ? typedInstead(event.key, { text: value, caret: at }, completed.current) : undefined;
    if (chosen !== undefined && isTaken) accept(chosen);
    else if (instead !== undefined) put(instead);
    else return;
    event.preventDefault();
  };
  return { field, combobox, found, look, accept, press };
}

/** Puts the caret of a field once its new text is rendered, before the next key, which would be inserted at the end. */
function useCaret(field: { readonly current: Field | null }): (at: number) => void {
  const [caret, setCaret] = useState<{ readonly at: number }>();
  useLayoutEffect(() => {
    if (caret !== undefined) field.current?.setSelectionRange(caret.at, caret.at);
  }, [field, caret]);
  return (at) => {
    setCaret({ at });
  };
}
