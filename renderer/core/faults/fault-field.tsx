import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import type { Json } from '../../../shared/values/json.ts';
import { type FaultDraft, fieldOf, kindOf } from './fault-draft.ts';
import { type FaultField, KIND_FIELDS } from './fault-fields.ts';
import classes from './faults.module.css';
import { Select } from '../../ui/inputs/Select.tsx';

export interface FieldsProps {
  readonly draft: FaultDraft;
  /** Sets a field by its path; `undefined` removes it. */
  readonly set: (name: string, value: Json | undefined) => void;
  /** Problems by path. */
  readonly problems: ReadonlyMap<string, string>;
}

interface CommonProps extends FieldsProps {
  readonly name: string;
  readonly label: string;
  /** The label of the choice without a value. */
  readonly any?: string;
  /** Choices in addition to those of the schema. */
  readonly choices?: readonly string[];
  readonly placeholder?: string;
}

export function Common({ name, label, any, choices, placeholder, ...fields }: CommonProps) {
  const known = KIND_FIELDS.get(kindOf(fields.draft))?.common.get(name);
  if (known === undefined) return null;
  const field = { ...known, label, ...(choices === undefined ? {} : { type: 'choice' as const, choices }) };
  return <Field {...fields} {...{ field, any, placeholder }} />;
}

interface FieldProps extends FieldsProps {
  readonly field: FaultField;
  readonly any?: string | undefined;
  readonly placeholder?: string | undefined;
}

/** The control of a field, by the type in its schema. An empty one removes the field. */
export function Field({ field, draft, set, problems, any, placeholder }: FieldProps) {
  const { name, label, type, preset, isRequired } = field;
  const value = fieldOf(draft, name) ?? preset;
  const error = problems.get(name);
  if (type === 'flag')
    return (
      <Checkbox
        size="xs"
        className={classes['flag'] ?? ''}
        label={label === 'After' ? 'Execute it first' : label}
        checked={value === true}
        onChange={({ currentTarget: { checked } }) => set(name, checked)}
      />
    );
  if (type === 'choice') return <Choice {...{ field, value, error, any }} onChange={(next) => set(name, next)} />;
  const hint = placeholder ?? (preset === undefined && !isRequired ? 'None' : undefined);
  if (type === 'number')
    return (
      <NumberInput
        {...{ label, error }}
        {...(field.min === undefined ? {} : { min: field.min })}
        {...(field.max === undefined ? {} : { max: field.max })}
        allowDecimal={!field.isInteger}
        placeholder={hint ?? ''}
        clampBehavior="none"
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => set(name, next === '' ? undefined : Number(next))}
      />
    );
  return (
    <TextInput
      {...{ label, error }}
      placeholder={hint ?? ''}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => set(name, currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  );
}

interface ChoiceProps {
  readonly field: FaultField;
  readonly value: Json | undefined;
  readonly error: string | undefined;
  readonly any: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function Choice({ field: { label, choices }, value, error, any, onChange }: ChoiceProps) {
  const current = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string').join(', ');
  return (
    <Select
      {...{ label, error }}
      value={current}
      data={[...(any === undefined ? [] : [{ value: '', label: any }]), ...choices]}
      onValue={(chosen) => onChange(chosen === '' ? undefined : chosen)}
    />
  );
}
