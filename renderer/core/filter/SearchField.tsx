import { TextInput } from '@mantine/core';
import { SearchIcon } from 'lucide-react';
import { useRef } from 'react';
import { openFirst } from '../../ui/focus/list-focus.ts';
import { useFieldKey } from '../commands/use-field-key.ts';
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
      style={{ flex: '1 1 96px' }}
    />
  );
}
