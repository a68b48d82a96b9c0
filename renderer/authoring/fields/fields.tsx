import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { MONO_INPUT } from '../../ui/mono-input.ts';
import { useField } from '../context/authoring.ts';
import { type Json, type JsonPath, textOf } from '../context/json-path.ts';
import { FieldWithWarning } from '../cards/FieldWithWarning.tsx';
import { useFieldText } from './use-field-text.ts';

interface FieldProps {
  readonly path: JsonPath;
  readonly label: string;
  readonly hint?: string;
}

/** The properties that the fields of one line have in common. */
function inputProps(label: string, hint: string | undefined, { error, touch }: ReturnType<typeof useField>) {
  return { label, description: hint, error, onBlur: touch };
}

interface TextFieldProps extends FieldProps {
  readonly placeholder?: string;
  readonly mono?: boolean;
  /** True when an empty text removes the field. */
  readonly optional?: boolean;
  /** Called instead of setting the text. */
  readonly onText?: (text: string) => void;
  readonly autoFocus?: boolean;
}

/** A text field of one line. */
export function TextField({ path, label, hint, placeholder, mono = false, optional = false, ...rest }: TextFieldProps) {
  const field = useField(path);
  const change = rest.onText ?? ((text: string) => field.set(optional && text === '' ? undefined : text));
  return (
    <FieldWithWarning warning={field.warning}>
      <TextInput
        {...inputProps(label, hint, field)}
        placeholder={placeholder}
        value={textOf(field.value)}
        autoComplete="off"
        autoFocus={rest.autoFocus}
        {...(mono ? MONO_INPUT : {})}
        onChange={(event) => {
          field.startTyping();
          change(event.currentTarget.value);
        }}
      />
    </FieldWithWarning>
  );
}

/** A text field of several lines. */
export function TextAreaField({ path, label, hint }: FieldProps) {
  const field = useField(path);
  return (
    <FieldWithWarning warning={field.warning}>
      <Textarea
        {...inputProps(label, hint, field)}
        value={textOf(field.value)}
        autosize
        minRows={2}
        maxRows={12}
        onChange={(event) => field.set(event.currentTarget.value)}
      />
    </FieldWithWarning>
  );
}

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
export function shareOfText(text: string): Json | undefined {
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

interface CheckFieldProps extends FieldProps {
  /** The value when the field is absent. */
  readonly preset?: boolean;
}

/** A checkbox. */
export function CheckField({ path, label, hint, preset = false }: CheckFieldProps) {
  const field = useField(path);
  return (
    <Checkbox
      label={label}
      description={hint}
      checked={(field.value ?? preset) === true}
      error={field.error}
      onChange={(event) => field.set(event.currentTarget.checked)}
    />
  );
}

interface SelectFieldProps extends FieldProps {
  readonly data: readonly { readonly value: string; readonly label: string }[];
  /** Called instead of setting the value. */
  readonly onValue?: (value: string) => void;
}

/** A select. An unknown value stays selectable. */
export function SelectField({ path, label, hint, data, onValue }: SelectFieldProps) {
  const field = useField(path);
  const value = textOf(field.value);
  const isKnown = data.some((option) => option.value === value);
  const options = isKnown ? data : [{ value, label: value === '' ? 'Choose…' : value }, ...data];
  return (
    <FieldWithWarning warning={field.warning}>
      <NativeSelect
        {...inputProps(label, hint, field)}
        value={value}
        data={options.map((option) => ({ ...option }))}
        onChange={({ currentTarget: at }) => (onValue ?? field.set)(at.value)}
      />
    </FieldWithWarning>
  );
}
