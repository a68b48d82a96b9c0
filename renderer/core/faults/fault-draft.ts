import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { capitalized } from '../../../shared/values/messages.ts';
import { isJsonObject, type Json, type JsonObject, plainJson } from '../../../shared/values/json.ts';
import { type TrafficItem, useCollection, useHangar, useApi } from '../data/hangar.ts';
import { counted, numberText } from '../../ui/text/shown-text.tsx';
import { withoutRuleState } from '../../../shared/model/rule-state.ts';
import { uncheckedFault } from '../../../shared/contract/emulator/unchecked-fault.ts';
import type { Operation } from '../../../shared/registry/operations.ts';

/** The fields of a fault in its form; absent fields have their default. */
export type FaultDraft = JsonObject;

/** A value of a draft by its path, such as `match.task`; `undefined` when it is absent. */
export function fieldOf(draft: FaultDraft, path: string): Json | undefined {
  let value: Json | undefined = draft;
  for (const name of path.split('.')) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

/** The kind of a draft; '' for none. */
export function kindOf({ kind }: FaultDraft): string {
  return typeof kind === 'string' ? kind : '';
}

/** Sets a value of a draft by its path; `undefined` removes the field. */
export function withField(draft: FaultDraft, path: string, value: Json | undefined): FaultDraft {
  const [name = '', ...rest] = path.split('.');
  const inner = draft[name];
  const changed = rest.length === 0 ? value : withField(isJsonObject(inner) ? inner : {}, rest.join('.'), value);
  const others = Object.entries(draft).filter(([other]) => other !== name);
  return Object.fromEntries(changed === undefined ? others : [...others, [name, changed]]);
}

/** Removes empty objects, such as a period or a call, from the draft. */
export function withoutEmptyObjects(draft: FaultDraft): FaultDraft {
  const isEmpty = (value: Json) => isJsonObject(value) && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => !isEmpty(value)));
}

/** Sets the kind, and removes the fields that the kind does not have. */
export function withKind(draft: FaultDraft, kind: string, known: ReadonlySet<string>): FaultDraft {
  return { ...Object.fromEntries(Object.entries(draft).filter(([name]) => known.has(name))), kind };
}

/** The draft of an existing fault. */
export function draftOfFault(item: FaultItem): FaultDraft {
  const fields = plainJson({ ...withoutRuleState(item), keep: item.source === 'workspace' });
  return isJsonObject(fields) ? withField(fields, 'id', undefined) : {};
}

/** An unused slug: the base, with a number if it is taken. */
export function freeFaultSlug(base: string, taken: readonly string[]): string {
  for (let count = 1; ; count++) {
    const slug = count === 1 ? base : `${base}_${count}`;
    if (!taken.includes(slug)) return slug;
  }
}

/** Conditions that a row of the traffic log cannot decide. */
const UNSEEN = [
  'when',
  'match.task',
  'match.runbook',
  'match.environment',
  'match.apiKey',
  'match.client',
  'match.headers',
  'during',
];

/** The number of latest requests that match a draft, as a sentence: `Matches 62 of the last 511 requests.` */
export function matchingText(draft: FaultDraft, rows: readonly TrafficItem[]): string {
  if (rows.length === 0) return '';
  const operations = [fieldOf(draft, 'match.operation') ?? []].flat();
  const matching =
    operations.length === 0
      ? rows
      : rows.filter(({ path }) => operations.some((operation) => operation === operationOfPath(path)));
  const isExact = UNSEEN.every((path) => fieldOf(draft, path) === undefined);
  const most = isExact || matching.length === 0 ? '' : 'at most ';
  return `Matches ${most}${numberText(matching.length)} of the last ${counted(rows.length, 'request')}.`;
}

/** The clauses of a refusal by field, and the rest. */
export interface FieldProblems {
  readonly byField: ReadonlyMap<string, string>;
  readonly rest: string;
}

/** Assigns the clauses of a message such as `seconds: is required; match.task: must be a text.` to fields. */
export function problemsOf(message: string, fields: readonly string[]): FieldProblems {
  const byField = new Map<string, string>();
  const rest: string[] = [];
  for (const clause of message.split('; ')) {
    const [, path = '', text = ''] = /^(?:body\.)?([\w.]+): (.*?)\.?$/s.exec(clause) ?? [];
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
    if (field === undefined) rest.push(clause);
    else byField.set(field, capitalized(text));
  }
  return { byField, rest: rest.join('; ') };
}

/** All faults of the workspace file and of the running server, with their counters. */
export function useFaults(): readonly FaultItem[] {
  return useCollection(useHangar().collections.faultItems).items;
}

/** Number of faults that may still apply. */
export function faultsOn(faults: readonly FaultItem[]): number {
  return faults.filter(({ enabled, completed }) => enabled && !completed).length;
}

/** Returns the function that switches a fault on or off; its counters stay. */
export function useSwitchFault(): (fault: FaultItem, enabled: boolean) => Promise<unknown> {
  const api = useApi();
  return (fault, enabled) =>
    api.faults.replace({ params: { id: fault.id }, body: uncheckedFault({ ...draftOfFault(fault), enabled }) });
}

/** Anchors of the panel. */
export type FaultsAnchor = 'toolbar' | 'footer';

interface FaultsPanelState {
  /** The anchor of the open panel; '' while closed. */
  readonly at: FaultsAnchor | '';
  /** The fields that its form begins with; the first preset when absent. */
  readonly draft: FaultDraft | undefined;
}

const panel = createStore<FaultsPanelState>(() => ({ at: '', draft: undefined }));

/** The state of the panel of faults. */
export function useFaultsPanel(): FaultsPanelState {
  return useStore(panel);
}

/** Opens the panel at an anchor. */
export function openFaults(at: FaultsAnchor, draft?: FaultDraft): void {
  panel.setState({ at, draft });
}

/** Closes the panel. */
export function closeFaults(): void {
  panel.setState({ at: '', draft: undefined });
}

/** The operation of a path, for faults; for an unknown path, the path without `/v0/`. */
export function operationOfPath(path: string): Operation | (string & {}) {
  const name = path.replace(/^\/v0\//, '');
  return name.startsWith('webhooks/') ? 'webhook' : name;
}
