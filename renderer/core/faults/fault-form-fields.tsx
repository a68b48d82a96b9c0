import { NativeSelect } from '@mantine/core';
import { FAULT_NAMES } from '../../../shared/registry/fault-kinds.ts';
import { useTasks } from '../hangar.ts';
import { type FaultDraft, kindOf, withKind } from './fault-draft.ts';
import { KIND_FIELDS } from './fault-fields.ts';
import { type FieldsProps, Common, Field } from './fault-field.tsx';

/** The kind of the fault, and its own fields. */
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

/** Names of the common fields, which stay when the kind changes. */
function commonNames(kind: string): ReadonlySet<string> {
  const known = KIND_FIELDS.get(kind);
  const own = new Set(known?.own.map(({ name }) => name));
  return new Set([...(known?.names ?? [])].filter((name) => !own.has(name)));
}

/** The matching requests of a fault, and their number. */
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
