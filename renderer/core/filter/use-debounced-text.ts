import { useEffect, useRef, useState } from 'react';
import { useLatest } from '../../ui/use-latest.ts';

const DEBOUNCE = 200;

/**
 * The text of a field whose value changes a moment after the last key.
 *
 * @param onChange called with the new value; returns false to refuse it
 */
export function useDebouncedText(
  value: string,
  onChange: (value: string) => boolean,
): [text: string, setText: (text: string) => void] {
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
      if (change(text)) lastValue.current = text;
    }, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, change]);
  return [text, setText];
}
