import { v0 } from '../../../shared/contract/v0/index.ts';
import type { AnsweredCall } from '../../../shared/contract/emulator/schedule.ts';
import type { Endpoint } from '../../../shared/http/endpoint.ts';
import { isRead } from '../../../shared/http/is-read.ts';
import { callKey, type Call } from '../../../shared/model/call.ts';
import { ScheduleElement, type Numbered } from '../../../shared/model/schedule.ts';
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

/** The elements to try on a trial, in their order. @param before a trial whose calls, runs and questions are left out */
export function elementsOf(trial: Trial, dimensions: Dimensions, before?: Trial): ScheduleElement[] {
  const known = new Set(before === undefined ? [] : subjectsOf(before));
  const isNew = (text: string): boolean => !known.has(text);
  const calls = trial.calls.filter(({ call }) => isNew(callKey(call)));
  return [
    ...calls.flatMap(({ call }) => faultsOf(call, dimensions.faults)),
    ...(dimensions.runs
      ? numberedRuns(trial)
          .filter((run) => isNew(`run ${key(run)}`))
          .flatMap(runEnds)
      : []),
    ...(dimensions.people
      ? trial.asked.filter(({ kind, ...of }) => isNew(`${kind} ${key(of)}`)).flatMap(personsFor)
      : []),
    ...(dimensions.order && before === undefined ? ordersOf(trial.calls, dimensions.holdSeconds) : []),
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

function isWrite(operation: Operation): boolean {
  return !READS.has(operation);
}

function subjectsOf(trial: Trial): string[] {
  return [
    ...trial.calls.map(({ call }) => callKey(call)),
    ...numberedRuns(trial).map((run) => `run ${key(run)}`),
    ...trial.asked.map(({ kind, ...of }) => `${kind} ${key(of)}`),
  ];
}

interface Counted {
  readonly task: string | null;
  readonly nth: number;
}

function key({ task, nth }: Counted): string {
  return JSON.stringify([task, nth]);
}

function numbered({ task, nth }: Counted): Numbered {
  return task === null ? { nth } : { task, nth };
}

function numberedRuns({ runs }: Trial): Counted[] {
  return runs.flatMap(({ task, nth }) => (nth === null ? [] : [{ task, nth }]));
}

function runEnds(run: Counted): ScheduleElement[] {
  return ['Failed', 'Cancelled'].map((status) => ScheduleElement.parse({ run: numbered(run), kind: 'run', status }));
}

/** Times of an answer, in seconds. */
const ANSWER_TIMES = [0, 25, 600];

function personsFor({ kind, ...of }: Trial['asked'][number]): ScheduleElement[] {
  const [yes, no] = kind === 'prompt' ? ['submit', 'cancel'] : ['approve', 'reject'];
  const subject = { [kind]: numbered(of) };
  return [
    ...ANSWER_TIMES.map((afterSeconds) => ({ ...subject, answer: yes, afterSeconds })),
    { ...subject, answer: no },
  ].map((element) => ScheduleElement.parse(element));
}

/** Each pair of calls that overlapped, each way round. */
function ordersOf(calls: readonly AnsweredCall[], seconds: number): ScheduleElement[] {
  return calls.flatMap((one) =>
    calls
      .filter((other) => other !== one && one.startedAt < other.endedAt && other.startedAt < one.endedAt)
      .map((other) => ScheduleElement.parse({ call: one.call, kind: 'hold', until: other.call, seconds })),
  );
}
