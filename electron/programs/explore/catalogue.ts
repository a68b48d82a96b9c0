import { v0 } from '../../../shared/contract/v0/index.ts';
import type { AnsweredCall } from '../../../shared/contract/emulator/schedule.ts';
import type { Endpoint } from '../../../shared/http/endpoint.ts';
import { isRead } from '../../../shared/http/request-parts.ts';
import { callKey, type Call } from '../../../shared/model/call.ts';
import { MAX_ELEMENTS, ScheduleElement, type Numbered, type Schedule } from '../../../shared/model/schedule.ts';
import type { FaultKind } from '../../../shared/registry/fault-kinds.ts';
import type { Operation } from '../../../shared/registry/operations.ts';
import type { Trial } from './trial.ts';

/** A fault to try on each call that it is for. */
export interface CatalogueFault {
  /** Operations that it is for; absent for all. */
  readonly operations?: readonly string[] | undefined;
  /** Slug of the task that it is for; absent for any, null for calls about none. */
  readonly task?: string | null | undefined;
  readonly writesOnly?: boolean;
  /** Kind and fields of the fault. */
  readonly fault: { readonly kind: FaultKind } & Readonly<Record<string, unknown>>;
}

const PAGE = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';

/** The faults that are tried by default, the simplest first. */
export const CATALOGUE: readonly CatalogueFault[] = [
  { fault: { kind: 'lose' } },
  { fault: { kind: 'refuse' } },
  { fault: { kind: 'error', status: 503 } },
  { fault: { kind: 'error', status: 500, after: true }, writesOnly: true },
  { fault: { kind: 'error', status: 429, retryAfterSeconds: 1 } },
  { fault: { kind: 'truncate' } },
  { fault: { kind: 'body', text: PAGE } },
];

/** The elements that are tried. */
export interface Dimensions {
  readonly faults: readonly CatalogueFault[];
  readonly people: boolean;
  readonly runs: boolean;
  readonly order: boolean;
  /** Time after which a held call goes on though the other has not come, in seconds. */
  readonly holdSeconds: number;
}

/** The kind of an element, for the totals of a search. */
export type ElementKind = 'singles' | 'people' | 'orders';

/** The total that an element counts to. */
export function kindOf(element: ScheduleElement): ElementKind {
  if ('prompt' in element || 'request' in element) return 'people';
  return 'call' in element && element.kind === 'hold' && element.until !== undefined ? 'orders' : 'singles';
}

/** The calls, runs and questions of a trial that elements are about. */
export interface Subjects {
  readonly calls: readonly Call[];
  readonly runs: readonly Counted[];
  readonly asked: readonly Question[];
}

/** The subjects of a trial. @param before a trial whose own are left out */
export function subjectsOf(trial: Trial, before?: Trial): Subjects {
  const all = {
    calls: trial.calls.map(({ call }) => call),
    runs: trial.runs.flatMap(({ task, nth }) => (nth === null ? [] : [{ task, nth }])),
    asked: trial.asked.map(({ kind, task, nth }) => ({ kind, task, nth })),
  };
  if (before === undefined) return all;
  const { calls, runs, asked } = subjectsOf(before);
  return {
    calls: without(all.calls, calls, callKey),
    runs: without(all.runs, runs, countedKey),
    asked: without(all.asked, asked, countedKey),
  };
}

function without<Item>(items: readonly Item[], others: readonly Item[], key: (item: Item) => string): Item[] {
  const known = new Set(others.map(key));
  return items.filter((item) => !known.has(key(item)));
}

/** The elements to try on subjects, in their order. */
export function elementsFor({ calls, runs, asked }: Subjects, dimensions: Dimensions): ScheduleElement[] {
  return [
    ...calls.flatMap((call) => faultsOf(call, dimensions.faults)),
    ...(dimensions.runs ? runs.flatMap(runEnds) : []),
    ...(dimensions.people ? asked.flatMap(personsFor) : []),
  ];
}

/** The elements for one call. */
export function faultsOf(call: Call, faults: readonly CatalogueFault[]): ScheduleElement[] {
  return faults.flatMap(({ fault, operations, task, writesOnly = false }) => {
    const isMeant =
      (operations?.includes(call.operation) ?? true) &&
      (task === undefined || task === (call.task ?? null)) &&
      (!writesOnly || isWrite(call.operation));
    return isMeant ? [ScheduleElement.parse({ call, ...fault })] : [];
  });
}

const READS: ReadonlySet<string> = new Set(
  endpointsIn(v0)
    .filter(isRead)
    .map(({ path }) => path.replace('/v0/', '')),
);

function endpointsIn(tree: object): Endpoint[] {
  return Object.values(tree).flatMap((value: object) =>
    'path' in value && 'method' in value ? [value as Endpoint] : endpointsIn(value),
  );
}

/** True for an operation that may change something. */
export function isWrite(operation: Operation): boolean {
  return !READS.has(operation);
}

interface Counted {
  readonly task: string | null;
  readonly nth: number;
}

interface Question extends Counted {
  readonly kind: 'prompt' | 'request';
}

function countedKey({ task, nth, kind }: Counted & Partial<Question>): string {
  return JSON.stringify([kind, task, nth]);
}

function numbered({ task, nth }: Counted): Numbered {
  return task === null ? { nth } : { task, nth };
}

function runEnds(run: Counted): ScheduleElement[] {
  return ['Failed', 'Cancelled'].map((status) => ScheduleElement.parse({ run: numbered(run), kind: 'run', status }));
}

/** Times of an answer, in seconds. */
const ANSWER_TIMES = [0, 25, 600];

function personsFor({ kind, ...of }: Question): ScheduleElement[] {
  const [yes, no] = kind === 'prompt' ? ['submit', 'cancel'] : ['approve', 'reject'];
  const subject = { [kind]: numbered(of) };
  return [
    ...ANSWER_TIMES.map((afterSeconds) => ({ ...subject, answer: yes, afterSeconds })),
    { ...subject, answer: no },
  ].map((element) => ScheduleElement.parse(element));
}

/** Delay of the calls of a probe, in seconds of the machine: a client has sent by then what it sends at once. */
const PROBE_DELAY = 0.05;

/** Schedules under which each call is answered a moment later once, since Hangar answers most in the turn in which they come. */
export function probesOf(calls: readonly AnsweredCall[]): Schedule[] {
  const delays = calls.map(({ call }) => ScheduleElement.parse({ call, kind: 'delay', seconds: PROBE_DELAY }));
  return Array.from({ length: Math.ceil(delays.length / MAX_ELEMENTS) }, (_, index) =>
    delays.slice(index * MAX_ELEMENTS, (index + 1) * MAX_ELEMENTS),
  );
}

/** Each pair of calls that overlapped in one of the trials, each way round. */
export function ordersOf(calls: readonly AnsweredCall[], trials: readonly Trial[], seconds: number): ScheduleElement[] {
  const overlapping = new Set(trials.flatMap(overlapsIn));
  return calls.flatMap((one) =>
    calls
      .filter((other) => overlapping.has(pairKey(one, other)))
      .map((other) => ScheduleElement.parse({ call: one.call, kind: 'hold', until: other.call, seconds })),
  );
}

function overlapsIn({ calls }: Trial): string[] {
  return calls.flatMap((one) =>
    calls
      .filter((other) => other !== one && one.startedAt < other.endedAt && other.startedAt < one.endedAt)
      .map((other) => pairKey(one, other)),
  );
}

function pairKey(one: AnsweredCall, other: AnsweredCall): string {
  return `${callKey(one.call)} ${callKey(other.call)}`;
}
