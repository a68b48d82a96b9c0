import { Fragment, useState } from 'react';
import { keysOf } from '../../../shared/values/objects.ts';
import { FAULT_NAMES } from '../../../shared/registry/fault-kinds.ts';
import { useTasks } from '../data/hangar.ts';
import { type FaultDraft, fieldOf, kindOf, withKind } from './fault-draft.ts';
import { KIND_FIELDS } from './fault-fields.ts';
import { type FieldsProps, Common, Field } from './fault-field.tsx';
import { Share, spokenFieldsOf } from './MoreFields.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { Sentence } from '../../ui/inputs/Sentence.tsx';

/** A fault as a sentence with fields in it: `The first 2 of tasks/execute for any task by any client get Error with status 429`. */
export function SentenceFields({ onKind, ...fields }: FieldsProps & { onKind: (draft: FaultDraft) => void }) {
  const tasks = useTasks().items.map(({ slug }) => slug);
  return (
    <Sentence label="The fault">
      <Requests {...fields} />
      <span>of</span>
      <Common {...fields} name="match.operation" label="Operation" any="any request" />
      <span>for</span>
      <Common {...fields} name="match.task" label="Task" any="any task" choices={tasks} />
      <span>by</span>
      <Common {...fields} name="match.client" label="Client" placeholder="any client" />
      <span>get</span>
      <Effect {...fields} onKind={onKind} />
    </Sentence>
  );
}

/** The number of requests that a fault concerns. */
const REQUESTS = { all: 'All', first: 'The first', share: 'A share' } as const;
type Requests = keyof typeof REQUESTS;

function Requests(fields: FieldsProps) {
  const { draft, set } = fields;
  // An emptied number stays in place.
  const [chosen, setChosen] = useState<Requests>(requestsOf(draft));
  const choose = (next: Requests) => {
    setChosen(next);
    set('times', next === 'first' ? 1 : undefined);
    set('share', next === 'share' ? 0.2 : undefined);
  };
  return (
    <>
      <Select
        label="Requests"
        value={chosen}
        data={keysOf(REQUESTS).map((value) => ({ value, label: REQUESTS[value] }))}
        onValue={choose}
      />
      {chosen === 'first' && <Common {...fields} name="times" label="Times" placeholder="all" />}
      {chosen === 'share' && <Share {...fields} />}
      {chosen === 'share' && <span>%</span>}
    </>
  );
}

function requestsOf(draft: FaultDraft): Requests {
  if (fieldOf(draft, 'times') !== undefined) return 'first';
  return fieldOf(draft, 'share') === undefined ? 'all' : 'share';
}

/** The kind of the fault, and its own fields. */
function Effect({ onKind, ...fields }: FieldsProps & { onKind: (draft: FaultDraft) => void }) {
  const kind = kindOf(fields.draft);
  return (
    <>
      <Select
        label="Effect"
        value={kind}
        data={Object.entries(FAULT_NAMES).map(([value, label]) => ({ value, label }))}
        onValue={(chosen) => onKind(withKind(fields.draft, chosen, commonNames(chosen)))}
      />
      {spokenFieldsOf(fields.draft).map(({ field, before, after }) => (
        <Fragment key={`${kind} ${field.name}`}>
          <span>{before}</span>
          <Field field={field} {...fields} />
          {after !== '' && <span>{after}</span>}
        </Fragment>
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
