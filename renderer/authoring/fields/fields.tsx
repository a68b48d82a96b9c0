import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { MONO_INPUT } from '../../ui/inputs/mono-input.ts';
import { messagesOf, useField } from '../context/authoring.ts';
import { type JsonPath, textOf } from '../../../shared/values/json.ts';
import type { Problem } from '../context/problem.ts';
import { Select } from '../../ui/inputs/Select.tsx';
import type { ReactNode } from 'react';
import classes from '../cards/authoring.module.css';

export interface FieldProps {
  readonly path: JsonPath;
  readonly label: string;
  readonly hint?: string;
}

/** The properties that the fields of one line have in common. */
export function inputProps(label: string, hint: string | undefined, { error, touch }: ReturnType<typeof useField>) {
  return { label, description: hint, error, onBlur: touch };
}

/** The properties that show a problem at a field of a row, where a warning has no place of its own. */
export function problemProps(problem: Problem | undefined) {
  const { error, warning } = messagesOf(problem);
  return { error, description: warning === undefined ? undefined : `⚠ ${warning}` };
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
  /** Shown while the definition has no value. */
  readonly preset?: string | undefined;
  /** Called instead of setting the value. */
  readonly onValue?: (value: string) => void;
}

/** A select as a field of a definition. */
export function SelectField({ path, label, hint, data, preset, onValue }: SelectFieldProps) {
  const field = useField(path);
  return (
    <FieldWithWarning warning={field.warning}>
      <Select
        {...inputProps(label, hint, field)}
        value={textOf(field.value ?? preset)}
        data={data}
        onValue={onValue ?? field.set}
      />
    </FieldWithWarning>
  );
}

/** A field with its warning. */
export function FieldWithWarning({ warning, children }: { warning: string | undefined; children: ReactNode }) {
  return (
    <div className={classes['noted']}>
      {children}
      {warning !== undefined && (
        <p className="warning" role="note">
          ⚠ {warning}
        </p>
      )}
    </div>
  );
}
