import { Button } from '@mantine/core';
import { CloudOffIcon, GaugeIcon, TurtleIcon, UnplugIcon, WifiOffIcon, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { focusInitially } from '../../ui/focus/move-focus.ts';
import { Form } from '../../ui/inputs/Form.tsx';
import { useAction } from '../data/action.ts';
import { useApi, useTraffic } from '../data/hangar.ts';
import { SentenceFields } from './fault-form-fields.tsx';
import { hasMoreConditions, MoreFields } from './MoreFields.tsx';
import {
  type FaultDraft,
  fieldOf,
  type FieldProblems,
  freeFaultSlug,
  kindOf,
  matchingText,
  problemsOf,
  withField,
  withoutEmptyObjects,
  useFaults,
} from './fault-draft.ts';
import { KIND_FIELDS } from './fault-fields.ts';
import classes from './faults.module.css';
import { uncheckedFault } from '../../../shared/contract/emulator/unchecked-fault.ts';
import { Fault } from '../../../shared/model/fault.ts';
import { type FaultSentence, faultSentence } from '../../../shared/model/fault-sentence.ts';

/** A fault that can be added with one click. */
interface FaultPreset {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly slug: string;
  readonly draft: FaultDraft;
}

/** The presets by name. To add one, add an entry. */
export const FAULT_PRESETS: readonly FaultPreset[] = [
  {
    ...{ name: 'Rate limit', icon: GaugeIcon, slug: 'rate_limit' },
    draft: { kind: 'error', status: 429, retryAfterSeconds: 2, times: 2, match: { operation: 'tasks/execute' } },
  },
  {
    ...{ name: 'Flaky network', icon: WifiOffIcon, slug: 'flaky_network' },
    draft: { kind: 'refuse', share: 0.2 },
  },
  {
    ...{ name: 'Slow server', icon: TurtleIcon, slug: 'slow_server' },
    draft: { kind: 'delay', seconds: 0.2, jitterSeconds: 2.8 },
  },
  {
    ...{ name: 'Outage', icon: CloudOffIcon, slug: 'outage' },
    draft: { kind: 'error', status: 503 },
  },
  {
    ...{ name: 'Lost answer', icon: UnplugIcon, slug: 'lost_answer' },
    draft: { kind: 'lose', times: 1, match: { operation: 'tasks/execute' } },
  },
];

const NO_PROBLEMS: FieldProblems = { byField: new Map(), rest: '' };

interface FaultFormProps {
  /** The fields that the form begins with; the first preset when absent. */
  readonly draft: FaultDraft | undefined;
  /** The fault to change; a new one when absent. */
  readonly fault?: FaultItem | undefined;
  readonly onDone?: (() => void) | undefined;
}

/** The form of a fault: presets, and the fault as a sentence with fields in it. */
export function FaultForm({ draft: start, fault, onDone }: FaultFormProps) {
  const [draft, setDraft] = useState<FaultDraft>(start ?? FAULT_PRESETS[0]?.draft ?? {});
  const [preset, setPreset] = useState(start === undefined ? FAULT_PRESETS[0]?.slug : undefined);
  // Number of presets chosen; each begins the sentence anew.
  const [chosen, setChosen] = useState(0);
  const { save, problems, busy } = useSaving({ draft, preset, fault, onDone });
  const focused = useFocusAtStart(start !== undefined);
  const set = (name: string, value: Parameters<typeof withField>[2]) =>
    setDraft((before) => withoutEmptyObjects(withField(before, name, value)));
  const fields = { draft, set, problems: problems.byField };
  return (
    <Form onSubmit={() => void save(draft)} className={classes['form'] ?? ''}>
      {fault === undefined && (
        <div className={classes['presets']} role="group" aria-label="Presets">
          <span>Add</span>
          {FAULT_PRESETS.map(({ name, icon: Icon, slug, draft: made }, index) => (
            <button
              key={slug}
              ref={index === 0 ? focused.first : null}
              type="button"
              aria-pressed={preset === slug}
              onClick={() => {
                setPreset(slug);
                setChosen(chosen + 1);
                setDraft(made);
              }}
            >
              <Icon size={14} /> {name}
            </button>
          ))}
        </div>
      )}
      <SentenceFields key={chosen} {...fields} onKind={setDraft} />
      <MoreFields {...fields} isNew={fault === undefined} />
      {hasMoreConditions(draft) && <Sentence draft={draft} />}
      {problems.rest !== '' && (
        <p className="error" role="alert">
          {problems.rest}
        </p>
      )}
      <div className={classes['foot']}>
        <MatchCount draft={draft} />
        {fault === undefined ? (
          <Button variant="subtle" onClick={() => void save({ ...draft, enabled: false })}>
            Add switched off
          </Button>
        ) : (
          <Button variant="subtle" onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button ref={focused.last} type="submit" variant="filled" loading={busy}>
          {fault === undefined ? 'Add fault' : 'Save fault'}
        </Button>
      </div>
    </Form>
  );
}

/** Focuses the first preset, or the Add button of a filled-in fault. */
function useFocusAtStart(isFilledIn: boolean) {
  const first = useRef<HTMLButtonElement>(null);
  const last = useRef<HTMLButtonElement>(null);
  useEffect(() => focusInitially((isFilledIn ? last : first).current), [isFilledIn]);
  return { first, last };
}

interface Saving extends FaultFormProps {
  readonly draft: FaultDraft;
  readonly preset: string | undefined;
}

function useSaving({ draft, preset, fault, onDone }: Saving) {
  const api = useApi();
  const taken = useFaults().map(({ slug }) => slug);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const kind = kindOf(draft);
  const names = [...(KIND_FIELDS.get(kind)?.common.keys() ?? []), 'ttlSeconds'];
  const action = useAction(async (wanted: FaultDraft) => {
    setProblems(NO_PROBLEMS);
    const slug = fieldOf(wanted, 'slug') ?? freeFaultSlug(preset ?? `${kind}_fault`, taken);
    const body = uncheckedFault({ ...wanted, slug });
    try {
      await (fault === undefined
        ? api.faults.create({ body })
        : api.faults.replace({ params: { id: fault.id }, body }));
      onDone?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems(problemsOf(error.message, names));
    }
  });
  return { save: action.run, busy: action.busy, problems };
}

function Sentence({ draft }: { draft: FaultDraft }) {
  const sentence = sentenceOfDraft(draft);
  return (
    <p className={classes['sentence']} role="status">
      {sentence === undefined ? 'Fill in the fields.' : `${sentence.subject}: ${sentence.effect}.`}
    </p>
  );
}

function MatchCount({ draft }: { draft: FaultDraft }) {
  const { items } = useTraffic();
  return <span className="quiet grow">{matchingText(draft, items)}</span>;
}

/** The sentence of a draft; `undefined` while a field is missing or invalid. */
export function sentenceOfDraft(draft: FaultDraft): FaultSentence | undefined {
  const { keep, ttlSeconds, ...rule } = draft;
  const fields = withField(rule, 'slug', 'draft');
  const read = Fault.safeParse(fields);
  return read.success ? faultSentence(read.data) : undefined;
}
