import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FAULT_NAMES } from '../../../shared/registry/fault-kinds.ts';
import { isJsonObject, type Json } from '../../../shared/values/json.ts';
import { useApiKeys, useEnvironments, useRunbooks, useTasks } from '../hangar.ts';
import { headerLines, readHeaderLines } from '../request/header-lines.ts';
import { type FaultDraft, fieldOf, kindOf, withKind } from './fault-draft.ts';
import { type FaultField, KIND_FIELDS } from './fault-fields.ts';
import classes from './faults.module.css';

interface FieldsProps {
  readonly draft: FaultDraft;
  /** Sets a field by its path; `undefined` leaves it out. */
  readonly set: (name: string, value: Json | undefined) => void;
  /** Problems by path. */
  readonly problems: ReadonlyMap<string, string>;
}

/** The kind of the fault, and the fields that only this kind has. */
export function KindPart({ onKind, ...fields }: FieldsProps & { onKind: (draft: FaultDraft) => void }) {
  const kind = kindOf(fields.draft);
  const change = (next: string) =>
    onKind(withKind(fields.draft, next, KIND_FIELDS.get(next)?.common === undefined ? new Set() : commonNames(next)));
  return (
    <>
      <NativeSelect
        label="Effect"
        value={kind}
        data={Object.entries(FAULT_NAMES).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => change(value)}
      />
      {(KIND_FIELDS.get(kind)?.own ?? []).map((field) => (
        <Field key={`${kind} ${field.name}`} field={field} {...fields} />
      ))}
    </>
  );
}

/** Names of the fields that a kind keeps from another kind: those that are not its own. */
function commonNames(kind: string): ReadonlySet<string> {
  const known = KIND_FIELDS.get(kind);
  const own = new Set(known?.own.map(({ name }) => name));
  return new Set([...(known?.names ?? [])].filter((name) => !own.has(name)));
}

/** The requests that a fault concerns, and their number. */
export function CommonFields(props: FieldsProps) {
  const tasks = useTasks().items;
  return (
    <>
      <Common {...props} name="match.operation" label="Operation" any="Any request" />
      <Common {...props} name="match.task" label="Task" any="Any task" choices={tasks.map(({ slug }) => slug)} />
      <Common {...props} name="times" label="Times" placeholder="Always" />
    </>
  );
}

/** The conditions that few faults need. */
export function MoreFields({ isNew, ...props }: FieldsProps & { isNew: boolean }) {
  const slugs = (items: readonly { readonly slug: string }[]) => items.map(({ slug }) => slug);
  const keys = useApiKeys().items.map(({ name }) => name);
  const [environments, runbooks] = [slugs(useEnvironments().items), slugs(useRunbooks().items)];
  const hasProblem = MORE.some((name) => props.problems.has(name));
  return (
    <details className={classes['more']} open={hasProblem ? true : undefined}>
      <summary>More conditions</summary>
      <div className={classes['fields']}>
        <Common {...props} name="match.environment" label="Environment" any="Any" choices={environments} />
        <Common {...props} name="match.runbook" label="Runbook" any="Any" choices={runbooks} />
        <Common {...props} name="match.apiKey" label="API key" any="Any" choices={keys} />
        <Common {...props} name="match.client" label="Client" placeholder="python-requests*" />
        <Headers {...props} />
        <Common {...props} name="skip" label="Leave alone first" />
        <Share {...props} />
        <Common {...props} name="countPer" label="Count per" />
        <Common {...props} name="during.every" label="Every … seconds" placeholder="Always" />
        <Common {...props} name="during.for" label="In the first … seconds" placeholder="Always" />
        <Common {...props} name="when" label="When" placeholder="request.paramValues.amount > 100" />
        <Common {...props} name="slug" label="Slug" placeholder="Made from the effect" />
        {isNew && <Lifetime {...props} />}
      </div>
      {isNew && (
        <Checkbox
          mt={8}
          size="xs"
          label="Keep in the workspace file"
          checked={props.draft['keep'] === true}
          onChange={({ currentTarget: { checked } }) => props.set('keep', checked ? true : undefined)}
        />
      )}
    </details>
  );
}

/** Fields behind "More conditions". */
const MORE = [
  ...['match.environment', 'match.runbook', 'match.apiKey', 'match.client', 'match.headers'],
  ...['skip', 'share', 'countPer', 'during', 'during.every', 'during.for', 'when', 'slug', 'ttlSeconds'],
];

interface CommonProps extends FieldsProps {
  readonly name: string;
  readonly label: string;
  /** The choice that leaves the field out. */
  readonly any?: string;
  /** Choices beside those of the schema. */
  readonly choices?: readonly string[];
  readonly placeholder?: string;
}

function Common({ name, label, any, choices, placeholder, ...fields }: CommonProps) {
  const known = KIND_FIELDS.get(kindOf(fields.draft))?.common.get(name);
  if (known === undefined) return null;
  const field = { ...known, label, ...(choices === undefined ? {} : { type: 'choice' as const, choices }) };
  return <Field {...fields} {...{ field, any, placeholder }} />;
}

/** The share of the matches, in per cent. */
function Share(props: FieldsProps) {
  return <Scaled {...props} name="share" label="Share in %" placeholder="100" max={100} scale={100} />;
}

interface ScaledProps extends FieldsProps {
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
  readonly max?: number;
  /** Number that is shown for 1; 1 by default. */
  readonly scale?: number;
}

/** A number from 0, shown in another unit than the field has. */
function Scaled({ draft, set, problems, name, label, placeholder, max = Infinity, scale = 1 }: ScaledProps) {
  const value = fieldOf(draft, name);
  return (
    <NumberInput
      {...{ label, placeholder, max }}
      min={0}
      value={typeof value === 'number' ? Math.round(value * scale * 1000) / 1000 : ''}
      error={problems.get(name)}
      onChange={(next) => set(name, next === '' ? undefined : Number(next) / scale)}
    />
  );
}

/** Patterns of headers, as `Name: pattern` lines. */
function Headers({ draft, set, problems }: FieldsProps) {
  const current = fieldOf(draft, 'match.headers') ?? {};
  const [typed, setTyped] = useState('');
  const read = readHeaderLines(typed);
  // A preset or another kind changes the draft without typing.
  const isCurrent = read.problem !== '' || JSON.stringify(read.headers) === JSON.stringify(current);
  return (
    <Textarea
      label="Headers"
      autosize
      minRows={1}
      maxRows={4}
      placeholder="X-Client: beta*"
      value={isCurrent ? typed : textOf(current)}
      error={read.problem === '' ? problems.get('match.headers') : read.problem}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const { headers } = readHeaderLines(value);
        set('match.headers', Object.keys(headers).length === 0 ? undefined : headers);
      }}
    />
  );
}

function textOf(headers: Json): string {
  const texts = Object.entries(isJsonObject(headers) ? headers : {}).filter(
    (header): header is [string, string] => typeof header[1] === 'string',
  );
  return headerLines(Object.fromEntries(texts));
}

/** Seconds after which a fault that is not kept is removed. */
function Lifetime(props: FieldsProps) {
  return <Scaled {...props} name="ttlSeconds" label="Remove after … seconds" placeholder="Never" />;
}

interface FieldProps extends FieldsProps {
  readonly field: FaultField;
  readonly any?: string | undefined;
  readonly placeholder?: string | undefined;
}

/** The control of a field, by the type in its schema. An empty one leaves the field out. */
function Field({ field, draft, set, problems, any, placeholder }: FieldProps) {
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
  const known = [...(any === undefined ? [] : ['']), ...choices];
  const all = known.includes(current) ? known : [...known, current];
  return (
    <NativeSelect
      {...{ label, error }}
      value={current}
      data={all.map((choice) => ({ value: choice, label: choice === '' ? (any ?? '') : choice }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  );
}
