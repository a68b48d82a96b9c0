import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/values/json.ts';
import { resourceProblems } from '../../../shared/model/resource-config.ts';
import { isSecretField } from '../../../shared/model/secrets.ts';
import { RESOURCE_KINDS, type ResourceField } from '../../../shared/registry/resource-kinds.ts';
import { textOf } from './field.ts';
import classes from './forms.module.css';
import { JsonValueField } from './JsonValueField.tsx';

interface ResourceFieldsProps {
  readonly kind: string;
  readonly config: JsonObject;
  readonly onChange: (config: JsonObject) => void;
  /** True to also report missing fields. */
  readonly showAll: boolean;
  /** Called with the problem of a field whose text is not JSON; '' when it is valid. */
  readonly onProblem?: (field: string, problem: string) => void;
  /** Renders a field in another way; undefined for the default. */
  readonly renderField?: (field: ResourceField, error: string | undefined) => ReactNode;
}

/** The configuration of a resource by its kind, with hidden secrets. An unknown kind accepts any object. */
export function ResourceFields({ kind, config, onChange, showAll, onProblem, renderField }: ResourceFieldsProps) {
  const fields = RESOURCE_KINDS[kind]?.fields;
  const problems = resourceProblems(kind, config);
  const set = (name: string, value: Json | undefined) => {
    const rest = Object.entries(config).filter(([other]) => other !== name);
    onChange(value === undefined ? Object.fromEntries(rest) : { ...config, [name]: value });
  };
  if (fields === undefined) {
    return (
      <JsonValueField
        label="Configuration"
        value={config}
        onProblem={(text) => onProblem?.('', text)}
        onChange={(v) => onChange(isJsonObject(v) ? v : {})}
      />
    );
  }
  return (
    <div className={classes['fields']}>
      {fields.map((field) => {
        const problem = problems[field.name];
        const isMissing = problem?.startsWith('is required') === true;
        const error = problem === undefined || (isMissing && !showAll) ? undefined : sentence(problem);
        const own = renderField?.(field, error);
        if (own !== undefined) return <Fragment key={field.name}>{own}</Fragment>;
        return (
          <ResourceFieldInput
            key={field.name}
            field={field}
            value={config[field.name] ?? null}
            error={error}
            onChange={(value) => set(field.name, value)}
            onProblem={(text) => onProblem?.(field.name, text)}
          />
        );
      })}
    </div>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface InputProps {
  readonly field: ResourceField;
  readonly value: Json;
  readonly error: string | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly onProblem: (problem: string) => void;
}

function ResourceFieldInput({ field, value, error, onChange, onProblem }: InputProps) {
  const needed = field.required === true ? undefined : 'Optional.';
  const description = field.requiredWith === undefined ? needed : `Required when ${field.requiredWith} is set.`;
  const shared = { label: field.label, description, error, value: textOf(value), autoComplete: 'off' };
  const change = (text: string) => onChange(text === '' ? undefined : text);
  if (field.type === 'map' || field.type === 'any') {
    return <JsonValueField {...{ label: field.label, description, error, value, onChange, onProblem }} />;
  }
  if (field.type === 'secret') return <SecretInput {...shared} onChange={change} />;
  if (isSecretField(field)) return <SecretText {...shared} onChange={change} />;
  if (field.type === 'text') return <Textarea {...shared} autosize onChange={(e) => change(e.currentTarget.value)} />;
  return <TextInput {...shared} onChange={(event) => change(event.currentTarget.value)} />;
}

interface SecretTextProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A secret of one line. */
function SecretInput({ onChange, ...shared }: SecretTextProps) {
  return (
    <PasswordInput
      {...shared}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide ${shared.label}`, tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A secret of several lines. */
function SecretText({ onChange, value, ...shared }: SecretTextProps) {
  const [shown, setShown] = useState(value === '');
  return (
    <div className={classes['secret']}>
      {shown ? (
        <Textarea {...shared} value={value} autosize minRows={3} onChange={(e) => onChange(e.currentTarget.value)} />
      ) : (
        <TextInput {...shared} value="••••••••" readOnly />
      )}
      <Button aria-label={`${shown ? 'Hide' : 'Show'} ${shared.label}`} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </Button>
    </div>
  );
}
