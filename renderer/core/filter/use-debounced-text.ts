import { useEffect, useRef, useState } from 'react';
import { useLatest } from '../../ui/use-latest.ts';

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
