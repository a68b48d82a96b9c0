import { Button, Group, PasswordInput, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { isSecretAt, secretHeaderNames, secretsOf } from '../../../shared/model/secrets.ts';
import { type ResourceField, resourceKindOf } from '../../../shared/registry/resource-kinds.ts';
import { useField } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { JsonField } from '../../authoring/fields/JsonField.tsx';
import { type Json, objectOf, textOf } from '../../../shared/values/json.ts';
import { MapField } from '../../authoring/fields/MapField.tsx';
import { TextListField } from '../../authoring/fields/TextListField.tsx';
import { textOf as textOfInput } from '../../core/forms/field.tsx';
import { counted } from '../../ui/text/shown-text.tsx';
import classes from '../../authoring/records/records.module.css';

/** The connection fields of the selected kind; `ResourceFields` hides the secret ones. */
export function ConfigFields() {
  const kind = textOf(useField(['kind']).value);
  const { value } = useField(['resource']);
  if (kind === '') return null;
  const fields = resourceKindOf(kind)?.fields;
  return (
    <>
      <h2 className={classes['section']}>Connection</h2>
      {fields === undefined ? (
        <HiddenJson secrets={secretsOf(objectOf(value))} label="Configuration">
          <JsonField path={['resource']} label="Configuration" hint="Any JSON object." preset={{}} />
        </HiddenJson>
      ) : (
        fields.map((field) => <ConfigField key={field.name} field={field} fields={fields} />)
      )}
      <OtherFields kind={kind} value={value} />
    </>
  );
}

/** A field in the control of its type. Invalid JSON is kept, and secrets are hidden. */
function ConfigField({ field, fields }: { field: ResourceField; fields: readonly ResourceField[] }) {
  const { name, label, type, required, requiredWith } = field;
  const { value = null, set, error, touch } = useField(['resource', name]);
  if (type === 'map') return <Headers name={name} label={label} error={error} />;
  if (type === 'names')
    return (
      <TextListField path={['resource', name]} label={label} noun="Name" hint="Headers whose values are secrets." />
    );
  if (type === 'login')
    return <AnyJson name={name} label={label} hint='Optional. {"kind": "basic", "username": "…", "password": "…"}' />;
  if (type === 'any')
    return <AnyJson name={name} label={label} hint={required === true ? '' : 'Optional. Any JSON value.'} />;
  const needed = required === true ? undefined : 'Optional.';
  const other = fields.find((one) => one.name === requiredWith);
  const shared = {
    label,
    description: other === undefined ? needed : `Required when ${other.label} is set.`,
    error,
    value: textOfInput(value),
    autoComplete: 'off',
    onBlur: touch,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set(currentTarget.value === '' ? undefined : currentTarget.value),
  };
  if (type === 'secret')
    return (
      <PasswordInput {...shared} visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${label}`, tabIndex: 0 }} />
    );
  if (type === 'text') return <Textarea {...shared} autosize />;
  return type === 'secret-text' ? <SecretText {...shared} /> : <TextInput {...shared} />;
}

/** A secret of several lines. */
function SecretText({ value, ...shared }: TextareaProps & { readonly label: string; readonly value: string }) {
  const [shown, setShown] = useState(value === '');
  const { label, description, error } = shared;
  return (
    <Group gap={8} align="flex-end" wrap="nowrap">
      {shown ? (
        <Textarea {...shared} value={value} autosize minRows={3} className="grow" />
      ) : (
        <TextInput {...{ label, description, error }} value="••••••••" readOnly className="grow" />
      )}
      <Button aria-label={`${shown ? 'Hide' : 'Show'} ${label}`} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </Button>
    </Group>
  );
}

function AnyJson({ name, label, hint }: { name: string; label: string; hint: string }) {
  const { value } = useField(['resource', name]);
  return (
    <HiddenJson secrets={secretsOf({ [name]: value ?? null })} label={label}>
      <JsonField path={['resource', name]} label={label} hint={hint} />
    </HiddenJson>
  );
}

function Headers({ name, label, error }: { name: string; label: string; error: string | undefined }) {
  const secretHeaders = secretHeaderNames(objectOf(useField(['resource']).value));
  return (
    <fieldset className={authoring['group']}>
      <legend>{label}</legend>
      <MapField
        path={['resource', name]}
        noun="Header"
        nameLabel="Name"
        renderValue={({ name: header, label: of, value, set }) => {
          const shared = { 'aria-label': `Value of ${of}`, placeholder: 'Value', value: textOf(value) };
          const change = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value);
          if (!isSecretAt({ name: header, parent: 'headers', isLeaf: true, secretHeaders }))
            return <TextInput {...shared} autoComplete="off" onChange={change} />;
          const toggle = { 'aria-label': `Show or hide the value of ${of}`, tabIndex: 0 };
          return (
            <PasswordInput {...shared} autoComplete="off" visibilityToggleButtonProps={toggle} onChange={change} />
          );
        }}
      />
      {error !== undefined && <p className="error">{error}</p>}
    </fieldset>
  );
}

/** A JSON editor with secrets: hidden until the button is pressed. Shown from the start if it has none. */
function HiddenJson({ secrets, label, children }: { secrets: readonly string[]; label: string; children: ReactNode }) {
  const [shown, setShown] = useState(secrets.length === 0);
  if (shown) return children;
  return (
    <div className="box row quiet" style={{ padding: '8px 12px', justifyContent: 'space-between' }}>
      <span>
        {label}: {counted(secrets.length, 'hidden secret')}
      </span>
      <Button onClick={() => setShown(true)}>Show and edit</Button>
    </div>
  );
}

/** Lists the fields in the workspace file that the form does not show; saving keeps them. */
function OtherFields({ kind, value }: { kind: string; value: Json | undefined }) {
  const fields = resourceKindOf(kind)?.fields;
  const others = Object.keys(objectOf(value)).filter((name) => fields?.every((field) => field.name !== name) ?? false);
  if (others.length === 0) return null;
  return <p className="quiet">Also in the workspace file: {others.join(', ')}</p>;
}
