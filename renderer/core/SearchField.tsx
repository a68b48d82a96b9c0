import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLatest } from '../ui/use-latest.ts';

const DEBOUNCE = 200;

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Shown while it is empty; the label when left out. */
  readonly placeholder?: string;
  /** Called a moment after the last key. */
  readonly onChange: (value: string) => void;
}

/** A search field whose text takes effect a moment after the last key. */
export function SearchField({ label, value, placeholder = `${label}…`, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const lastValue = useRef(value);
  const change = useLatest(onChange);
  useEffect(() => {
    // Changed from elsewhere, as by Back.
    if (value === lastValue.current) return;
    lastValue.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === lastValue.current) return undefined;
    const timer = setTimeout(() => {
      lastValue.current = text;
      change(text);
    }, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, change]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      style={{ flex: '1 1 120px' }}
    />
  );
}
