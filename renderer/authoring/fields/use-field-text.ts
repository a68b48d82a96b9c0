import { useState } from 'react';
import { type Json, jsonEqual } from '../../../shared/values/json.ts';

/**
 * The text of a field whose value is not its text, such as a number: what was typed stays as long as it means the
 * value (`1.` for 1), so that nothing jumps under the cursor.
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
