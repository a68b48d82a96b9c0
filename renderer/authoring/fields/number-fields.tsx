import { TextInput } from '@mantine/core';
import { useField } from '../context/authoring.ts';
import type { Json } from '../../../shared/values/json.ts';
import { useFieldText } from './use-field-text.ts';
import { type FieldProps, inputProps } from './fields.tsx';

interface DecimalFieldProps extends FieldProps {
  readonly placeholder: string;
  readonly unit: string | undefined;
  /** Replaces the error of the field's value. */
  readonly problem?: string;
  readonly read: (text: string) => Json;
  readonly write: (value: Json | undefined) => string;
}

/** A field of one line for a number. An invalid text is kept and reported. */
function DecimalField({ path, label, hint, placeholder, unit, problem, read, write }: DecimalFieldProps) {
  const field = useField(path);
  const { text, setText } = useFieldText(field.value, { read, write });
  return (
    <TextInput
      {...inputProps(label, hint, field)}
      error={field.error !== undefined && (problem ?? field.error)}
      placeholder={placeholder}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      rightSection={unit === undefined ? undefined : <span aria-hidden>{unit}</span>}
      onChange={(event) => field.set(setText(event.currentTarget.value))}
    />
  );
}

/** The field of a share from 0 to 1, shown and typed in per cent. An empty field means 0. */
export function PercentField(props: FieldProps) {
  const problem = 'Must be a number from 0 to 100';
  const read = (typed: string) => shareOfText(typed) ?? 0;
  return <DecimalField {...props} {...{ problem, read, write: textOfShare }} placeholder="0" unit="%" />;
}

/** Decimal digits that scaling by 100 keeps: more would show the error of the floating point, as in 0.07 × 100. */
const DIGITS = 12;

/** The share of a text in per cent; the text itself when it is not a number, undefined when it is empty. */
function shareOfText(text: string): Json | undefined {
  const percent = numberOfText(text);
  return typeof percent === 'number' ? Number((percent / 100).toPrecision(DIGITS)) : percent;
}

/** The text in per cent of a share. */
export function textOfShare(share: Json | undefined): string {
  return textOfNumber(typeof share === 'number' ? Number((share * 100).toPrecision(DIGITS)) : share);
}

interface NumberFieldProps extends FieldProps {
  /** The value of an empty field. */
  readonly preset: number;
  readonly unit?: string;
}

/** A number field. An empty field means the default. */
export function NumberField({ preset, unit, ...props }: NumberFieldProps) {
  const read = (typed: string) => numberOfText(typed) ?? preset;
  return <DecimalField {...props} {...{ read, unit, write: textOfNumber }} placeholder={String(preset)} />;
}

/** The number of a text; the text itself when it is not a number, undefined when it is empty. */
export function numberOfText(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : text;
}

function textOfNumber(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
