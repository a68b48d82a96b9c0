import { CodeField } from '../../ui/inputs/CodeField.tsx';

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
