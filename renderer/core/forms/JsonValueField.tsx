import { useState } from 'react';
import { type Json, jsonEqual } from '../../../shared/values/json.ts';
import { messageOf } from '../../../shared/values/message-of.ts';
import { CodeField } from '../../ui/CodeField.tsx';

interface JsonValueFieldProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly value: Json;
  /** Called with the value of a valid text; undefined for an empty text. */
  readonly onChange: (value: Json | undefined) => void;
  /** Called with the problem of an invalid text, and with '' when it is valid again. */
  readonly onProblem?: (problem: string) => void;
}

interface Typed {
  readonly text: string;
  readonly value: Json;
  readonly problem: string;
}

/** A JSON value as text. An invalid text is kept and reported. */
export function JsonValueField(props: JsonValueFieldProps) {
  const { label, description, error, value, onChange, onProblem } = props;
  const [typed, setTyped] = useState<Typed>();
  const isMine = typed !== undefined && (typed.problem !== '' || jsonEqual(typed.value, value));
  const text = isMine ? typed.text : value === null ? '' : JSON.stringify(value, null, 2);
  const change = (next: string) => {
    if (next === text) return;
    const read = readText(next);
    setTyped(read);
    onProblem?.(read.problem);
    if (read.problem === '') onChange(next.trim() === '' ? undefined : read.value);
  };
  const problem = isMine && typed.problem !== '' ? typed.problem : error;
  return <CodeField {...{ label, description }} value={text} onChange={change} language="json" error={problem} />;
}

function readText(text: string): Typed {
  try {
    return { text, value: text.trim() === '' ? null : (JSON.parse(text) as Json), problem: '' };
  } catch (failure) {
    const why = messageOf(failure);
    return { text, value: null, problem: `Not JSON: ${why}` };
  }
}
