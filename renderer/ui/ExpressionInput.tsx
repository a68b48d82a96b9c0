import { TextInput, type TextInputProps } from '@mantine/core';
import { check } from '../../shared/expression/evaluate.ts';
import { checkTemplates } from '../../shared/expression/template.ts';

interface ExpressionInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** `expression`: bare, as in `when`; `template`: text with `{{ … }}`. */
  readonly mode?: 'expression' | 'template';
  readonly error?: string | undefined;
}

/** A field for an expression or a text with templates; says what is wrong with it as one types. */
export function ExpressionInput({ value, onChange, mode = 'expression', error, ...rest }: ExpressionInputProps) {
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error ?? expressionProblem(value, mode)}
      styles={{ input: { fontFamily: 'var(--h-mono)', fontSize: 12 } }}
      spellCheck={false}
      autoComplete="off"
    />
  );
}

/** What is wrong with an expression or the templates of a text; undefined when nothing is. Empty is fine. */
export function expressionProblem(value: string, mode: 'expression' | 'template'): string | undefined {
  if (value.trim() === '') return undefined;
  if (mode === 'template') return checkTemplates(value)[0]?.error.message;
  return check(value)?.message;
}
