import { Textarea } from '@mantine/core';
import { HEADER_NAME, HEADER_VALUE } from '../../../shared/http/request-parts.ts';
import { MONO_INPUT } from '../../ui/inputs/mono-input.ts';
import { CodeField } from '../../ui/inputs/CodeField.tsx';

/** Headers as text, one `Name: value` per line. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Parses headers, one per line, and describes the first invalid line; '' for none. */
export function readHeaderLines(text: string): { headers: Record<string, string>; problem: string } {
  const headers: Record<string, string> = {};
  let problem = '';
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const at = line.indexOf(':');
    const name = line.slice(0, Math.max(0, at)).trim();
    if (!HEADER_NAME.test(name)) problem ||= `“${line.trim()}” is not a header. Write Name: value.`;
    else if (!HEADER_VALUE.test(line)) problem ||= `${name} contains a character that headers do not allow.`;
    else headers[name] = line.slice(at + 1).trim();
  }
  return { headers, problem };
}

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

interface BodyFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The body of a request to send. */
export function BodyField({ value, onChange }: BodyFieldProps) {
  return (
    <CodeField
      label="Body"
      language="json"
      value={value}
      onChange={(body) => body !== value && onChange(body)}
      minHeight={90}
      maxHeight={280}
    />
  );
}
