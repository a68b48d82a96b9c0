import { TextInput } from '@mantine/core';
import { useDebouncedText } from './use-debounced-text.ts';

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
  const [text, setText] = useDebouncedText(value, (next) => {
    onChange(next);
    return true;
  });
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
