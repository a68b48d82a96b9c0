import { TextInput } from '@mantine/core';
import { SearchIcon } from 'lucide-react';
import { useRef, useEffect, useState } from 'react';
import { openFirst } from '../../ui/focus/list-focus.ts';
import { useFieldKey } from '../commands/commands.ts';
import { useLatest } from '../../ui/hooks.ts';
import classes from './filter.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** The label by default. */
  readonly placeholder?: string;
  /** Called after a debounce. */
  readonly onChange: (value: string) => void;
}

/** A search field with a debounced value. */
export function SearchField({ label, value, placeholder = `${label}…`, onChange }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useFieldKey(label, field);
  const [text, setText, apply] = useDebouncedText(value, (next) => {
    onChange(next);
    return true;
  });
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<SearchIcon size={14} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && openFirst(event.currentTarget, apply)}
      className={classes['search']}
    />
  );
}

const DEBOUNCE = 200;

/**
 * The text of a field whose value changes a moment after the last key, and the function that changes it at once.
 *
 * @param onChange called with the new value; returns false to refuse it
 */
export function useDebouncedText(
  value: string,
  onChange: (value: string) => boolean,
): [text: string, setText: (text: string) => void, apply: () => void] {
  const [text, setText] = useState(value);
  const lastValue = useRef(value);
  useEffect(() => {
    // Changed elsewhere, for example by Back.
    if (value === lastValue.current) return;
    lastValue.current = value;
    setText(value);
  }, [value]);
  /** Changes the value at once. */
  const apply = useLatest(() => {
    if (text !== lastValue.current && onChange(text)) lastValue.current = text;
  });
  useEffect(() => {
    if (text === lastValue.current) return undefined;
    const timer = setTimeout(apply, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, apply]);
  return [text, setText, apply];
}
