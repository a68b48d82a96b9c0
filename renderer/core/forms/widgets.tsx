import { Checkbox, Input, Textarea, TextInput, Anchor, FileInput, Group } from '@mantine/core';
import { type ComponentType, useId, useState } from 'react';
import type { ParameterTypeName } from '../../../shared/registry/parameter-types.ts';
import { CodeField } from '../../ui/inputs/CodeField.tsx';
import { type FieldProps, fieldProps, textOf } from './field.tsx';
import { ObjectField } from './ObjectField.tsx';
import { isJsonText } from './input-values.ts';
import { Select } from '../../ui/inputs/Select.tsx';
import { useLatest } from '../../ui/hooks.ts';
import { messageOf } from '../data/action.ts';
import { useHangar } from '../data/hangar.ts';

/** A file, stored on the server when it is chosen. The value is its ID. */
function UploadField(props: FieldProps) {
  const { upload } = useHangar();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const id = textOf(props.value);
  // Other fields may change during the upload.
  const change = useLatest(props.onChange);
  const store = async (file: File | null) => {
    setFailure('');
    if (file === null) {
      props.onChange(null);
      return;
    }
    setBusy(true);
    try {
      change((await upload(file)).id);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <FileInput
        {...fieldProps(props)}
        // It is a button, which cannot be required.
        aria-required={undefined}
        error={failure === '' ? props.error : failure}
        placeholder={busy ? 'Storing the file…' : id === '' ? 'Choose a file…' : 'Choose another file…'}
        clearable
        disabled={busy}
        onChange={(file) => void store(file)}
        style={{ flex: 1 }}
      />
      {id !== '' && (
        <Anchor href={`/_emulator/uploads/${id}`} target="_blank" size="sm" className="mono">
          {id}
        </Anchor>
      )}
    </Group>
  );
}

/** The widget of each parameter type. */
export const WIDGETS: Readonly<Record<ParameterTypeName, ComponentType<FieldProps>>> = {
  string: StringField,
  boolean: BooleanField,
  integer: (props) => <NumberField {...props} inputMode="numeric" />,
  float: (props) => <NumberField {...props} inputMode="decimal" />,
  date: (props) => <DateField {...props} type="date" />,
  datetime: (props) => <DateField {...props} type="datetime-local" />,
  upload: UploadField,
  configvar: ConfigField,
  json: JsonField,
  object: (props) => (isJsonText(props.parameter) ? <JsonField {...props} /> : <ObjectField {...props} />),
};

function StringField(props: FieldProps) {
  const { value, onChange, parameter } = props;
  if (parameter.component === 'editor-sql') return <TextCodeField {...props} language="text" />;
  const shared = { ...fieldProps(props), value: textOf(value), autoComplete: 'off' };
  return parameter.component === 'textarea' ? (
    <Textarea {...shared} autosize minRows={3} maxRows={14} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

function NumberField({ inputMode, ...props }: FieldProps & { inputMode: 'numeric' | 'decimal' }) {
  return (
    <TextInput
      {...fieldProps(props)}
      value={textOf(props.value)}
      inputMode={inputMode}
      autoComplete="off"
      onChange={(event) => props.onChange(event.currentTarget.value.trim())}
    />
  );
}

function BooleanField(props: FieldProps) {
  const { value, onChange, parameter } = props;
  if (parameter.constraints.optional) {
    return (
      <Select
        {...fieldProps(props)}
        value={textOf(value)}
        data={[
          { value: '', label: 'Not set' },
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        onValue={(chosen) => onChange(chosen === '' ? null : chosen === 'true')}
      />
    );
  }
  return <CheckField {...props} />;
}

/** Description and error are beside the label; within it they would be part of the accessible name. */
function CheckField({ label, description, error, onBlur, value, onChange }: FieldProps) {
  const id = useId();
  return (
    <div>
      <Checkbox
        label={label}
        onBlur={onBlur}
        checked={value === true || value === 'true'}
        aria-describedby={`${id}-description ${id}-error`}
        aria-invalid={error !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <Input.Description id={`${id}-description`}>{description}</Input.Description>
      <Input.Error id={`${id}-error`}>{error}</Input.Error>
    </div>
  );
}

function DateField({ type, ...props }: FieldProps & { type: 'date' | 'datetime-local' }) {
  return (
    <TextInput
      {...fieldProps(props)}
      type={type}
      step={type === 'date' ? undefined : 1}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

function ConfigField(props: FieldProps) {
  const names = Object.keys(props.form.config);
  return (
    <Select
      {...fieldProps(props)}
      value={textOf(props.value)}
      data={[{ value: '', label: names.length === 0 ? 'The environment has no config' : 'Choose…' }, ...names]}
      onValue={props.onChange}
    />
  );
}

function JsonField(props: FieldProps) {
  return <TextCodeField {...props} language="json" />;
}

function TextCodeField({ language, value, ...props }: FieldProps & { language: 'json' | 'text' }) {
  const { label, labelProps, description, error, onChange, onBlur } = props;
  return (
    <CodeField
      {...{ label, labelProps, description, error, onChange, onBlur, language }}
      value={textOf(value)}
      minHeight={64}
      maxHeight={260}
    />
  );
}
