import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLatest } from '../ui/use-latest.ts';

const DEBOUNCE = 200;

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
  const [text, setText] = useState(value);
  const lastValue = useRef(value);
  const change = useLatest(onChange);
  useEffect(() => {
    // Changed elsewhere, for example by Back.
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
