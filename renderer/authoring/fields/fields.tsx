import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Json } from '../../../shared/values/json.ts';
import { MONO_INPUT } from '../../ui/mono-input.ts';
import { useField } from '../context/authoring.ts';
import { type JsonPath, textOf } from '../context/json-path.ts';
import { FieldWithWarning } from '../cards/FieldWithWarning.tsx';
import { useFieldText } from './use-field-text.ts';

interface FieldProps {
  readonly path: JsonPath;
  readonly label: string;
  readonly hint?: string;
}

interface TextFieldProps extends FieldProps {
  readonly placeholder?: string;
  readonly mono?: boolean;
  /** An empty text takes the field away. */
  readonly optional?: boolean;
  /** Changes the field instead of setting the text. */
  readonly onText?: (text: string) => void;
  readonly autoFocus?: boolean;
}

/** A field of one line. */
export function TextField({ path, label, hint, placeholder, mono = false, optional = false, ...rest }: TextFieldProps) {
  const field = useField(path);
  const change = rest.onText ?? ((text: string) => field.set(optional && text === '' ? undefined : text));
  return (
    <FieldWithWarning warning={field.warning}>
      <TextInput
        label={label}
        description={hint}
        placeholder={placeholder}
        value={textOf(field.value)}
        error={field.error}
        autoComplete="off"
        autoFocus={rest.autoFocus}
        {...(mono ? MONO_INPUT : {})}
        onBlur={field.touch}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </FieldWithWarning>
  );
}

/** A field of several lines. */
export function TextAreaField({ path, label, hint }: FieldProps) {
  const field = useField(path);
  return (
    <FieldWithWarning warning={field.warning}>
      <Textarea
        label={label}
        description={hint}
        value={textOf(field.value)}
        error={field.error}
        autosize
        minRows={2}
        maxRows={12}
        onBlur={field.touch}
        onChange={(event) => field.set(event.currentTarget.value)}
      />
    </FieldWithWarning>
  );
}

interface NumberFieldProps extends FieldProps {
  /** What holds when the field is empty. */
  readonly preset: number;
  readonly unit?: string;
}

/** A number; a text that is none is kept and said to be wrong. Empty is the default. */
export function NumberField({ path, label, hint, preset, unit }: NumberFieldProps) {
  const field = useField(path);
  const { text, setText } = useFieldText(field.value, {
    read: (typed) => numberOfText(typed) ?? preset,
    write: textOfNumber,
  });
  return (
    <TextInput
      label={label}
      description={hint}
      placeholder={String(preset)}
      value={text}
      error={field.error}
      inputMode="decimal"
      autoComplete="off"
      rightSection={unit === undefined ? undefined : <span aria-hidden>{unit}</span>}
      onBlur={field.touch}
      onChange={(event) => field.set(setText(event.currentTarget.value))}
    />
  );
}

/** A number as typed; the text itself when it is none, undefined when it is empty. */
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
  /** What holds while nothing is said. */
  readonly preset?: boolean;
}

/** Yes or no. */
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

/** One of several; a value that is none of them stays choosable. */
export function SelectField({ path, label, hint, data, onValue }: SelectFieldProps) {
  const field = useField(path);
  const value = textOf(field.value);
  const isKnown = data.some((option) => option.value === value);
  const options = isKnown ? data : [{ value, label: value === '' ? 'Choose…' : value }, ...data];
  return (
    <FieldWithWarning warning={field.warning}>
      <NativeSelect
        label={label}
        description={hint}
        value={value}
        error={field.error}
        data={options.map((option) => ({ ...option }))}
        onBlur={field.touch}
        onChange={({ currentTarget: at }) => (onValue ?? field.set)(at.value)}
      />
    </FieldWithWarning>
  );
}
