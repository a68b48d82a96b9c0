import { NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { isJsonObject, type Json } from '../../../shared/values/json.ts';
import { useApiKeys, useEnvironments, useRunbooks } from '../data/hangar.ts';
import { headerLines, readHeaderLines } from '../request/request-fields.tsx';
import { MoreConditions } from '../../ui/inputs/MoreConditions.tsx';
import { type FaultDraft, fieldOf, kindOf } from './fault-draft.ts';
import { type FieldsProps, Common, Field } from './fault-field.tsx';
import { type FaultField, KIND_FIELDS } from './fault-fields.ts';

/** The fields that few faults need, behind a disclosure. */
export function MoreFields({ isNew, ...props }: FieldsProps & { isNew: boolean }) {
  const slugs = (items: readonly { readonly slug: string }[]) => items.map(({ slug }) => slug);
  const keys = useApiKeys().items.map(({ name }) => name);
  const [environments, runbooks] = [slugs(useEnvironments().items), slugs(useRunbooks().items)];
  const own = rareFieldsOf(props.draft);
  const hasProblem = [...MORE, ...own.map(({ name }) => name)].some((name) => props.problems.has(name));
  return (
    <MoreConditions
      hasProblem={hasProblem}
      isKept={props.draft['keep'] === true}
      onKeep={isNew && ((isKept) => props.set('keep', isKept ? true : undefined))}
    >
      {own.map((field) => (
        <Field key={field.name} field={field} {...props} />
      ))}
      <Common {...props} name="match.environment" label="Environment" any="Any" choices={environments} />
      <Common {...props} name="match.runbook" label="Runbook" any="Any" choices={runbooks} />
      <Common {...props} name="match.apiKey" label="API key" any="Any" choices={keys} />
      <Headers {...props} />
      <Common {...props} name="skip" label="Skip first" />
      {fieldOf(props.draft, 'times') !== undefined && <Share {...props} />}
      <Common {...props} name="countPer" label="Count per" />
      <Common {...props} name="during.every" label="Every … seconds" placeholder="Always" />
      <Common {...props} name="during.for" label="In the first … seconds" placeholder="Always" />
      <Common {...props} name="when" label="When" placeholder="request.paramValues.amount > 100" />
      <Common {...props} name="slug" label="Slug" placeholder="Made from the effect" />
      {isNew && <Lifetime {...props} />}
    </MoreConditions>
  );
}

/** Common fields behind "More conditions". */
const MORE = [
  ...['match.environment', 'match.runbook', 'match.apiKey', 'match.headers'],
  ...['skip', 'share', 'countPer', 'during', 'during.every', 'during.for', 'when', 'slug', 'ttlSeconds'],
];

/** True when a field behind "More conditions" has a value. */
export function hasMoreConditions(draft: FaultDraft): boolean {
  return [...MORE, ...rareFieldsOf(draft).map(({ name }) => name)].some((name) => fieldOf(draft, name) !== undefined);
}

/** The share of the matches, in per cent. */
export function Share(props: FieldsProps) {
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

/** A number from 0, shown in a unit other than the field's. */
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
  // A preset or another kind may change the draft.
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

/** Seconds after which a runtime fault is removed. */
function Lifetime(props: FieldsProps) {
  return <Scaled {...props} name="ttlSeconds" label="Remove after … seconds" placeholder="Never" />;
}

/** The words before and after a field in its sentence, where a kind needs others with its name. Fields without an entry are behind "More conditions". */
const WORDS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  seconds: ['after', 's'],
  jitterSeconds: ['and up to', 's more'],
  status: ['with status', ''],
  retryAfterSeconds: ['and Retry-After', 's'],
  fraction: ['after the part', 'of its body'],
  bytesPerSecond: ['at', 'bytes per second'],
  afterSeconds: ['after', 's'],
  'hold.seconds': ['for at most', 's'],
};

function wordsOf(draft: FaultDraft, { name }: FaultField): readonly [before: string, after: string] | undefined {
  return WORDS[`${kindOf(draft)}.${name}`] ?? WORDS[name];
}

/** A field in the sentence of a fault. */
interface SpokenField {
  readonly field: FaultField;
  readonly before: string;
  readonly after: string;
}

function ownFieldsOf(draft: FaultDraft): readonly FaultField[] {
  return KIND_FIELDS.get(kindOf(draft))?.own ?? [];
}

/** The fields of the draft's kind in its sentence, with the words around them. */
export function spokenFieldsOf(draft: FaultDraft): readonly SpokenField[] {
  return ownFieldsOf(draft).flatMap((field) => {
    const words = wordsOf(draft, field);
    return words === undefined ? [] : [{ field, before: words[0], after: words[1] }];
  });
}

/** The other fields of the draft's kind. */
export function rareFieldsOf(draft: FaultDraft): readonly FaultField[] {
  return ownFieldsOf(draft).filter((field) => wordsOf(draft, field) === undefined);
}
