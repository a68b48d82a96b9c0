import { useState } from 'react';
import { type Json, jsonEqual } from '../../../shared/values/json.ts';

/**
 * The text of a field whose value is not a string, such as a number. Keeps the typed text while it means the same
 * value, such as `1.` for 1.
 */
export function useFieldText(
  value: Json | undefined,
  { read, write }: { read: (text: string) => Json | undefined; write: (value: Json | undefined) => string },
): { text: string; setText: (text: string) => Json | undefined } {
  const [typed, setTyped] = useState<string>();
  const isCurrent = typed !== undefined && same(read(typed), value);
  return {
    text: isCurrent ? typed : write(value),
    setText: (text) => {
      setTyped(text);
      return read(text);
    },
  };
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || jsonEqual(a, b);
}
