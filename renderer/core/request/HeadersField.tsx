import { Textarea } from '@mantine/core';
import { MONO_INPUT } from '../../ui/inputs/mono-input.ts';
import { readHeaderLines } from './header-lines.ts';

interface HeadersFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly description?: string;
}

/** A field for headers, one per line, which reports invalid lines. */
export function HeadersField({ value, onChange, description }: HeadersFieldProps) {
  const { problem } = readHeaderLines(value);
  return (
    <Textarea
      label="Headers"
      description={description ?? 'One per line, as Name: value.'}
      error={problem === '' ? undefined : problem}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={2}
      maxRows={8}
      {...MONO_INPUT}
    />
  );
}
