import type { RefObject } from 'react';
import { useCommands } from './commands.ts';

/** Gives the field of a list the key `/`, which puts the focus there. @param label of the field */
export function useFieldKey(label: string, field: RefObject<HTMLInputElement | null>): void {
  useCommands([{ id: 'list-field', title: label, group: 'Lists', shortcut: '/', run: () => field.current?.focus() }]);
}
