import { hasFailed, RETRIED_WITHIN, spoilsAnswer } from '../../../shared/model/failed-answer.ts';
import type { TrafficEntry, TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { millisecondsOf } from '../../ui/time.ts';

/** Maximum number of requests to compare bodies of. */
const MAX_CANDIDATES = 20;

/** An attempt of a call, with the time since the end of the previous one. */
export interface Attempt {
  readonly row: TrafficRow;
  /** Milliseconds since the end of the previous attempt; `undefined` for the first one. */
  readonly gap: number | undefined;
  /** True when the wait followed `Retry-After`; `undefined` without one. */
  readonly keptRetryAfter: boolean | undefined;
  /** Seconds of the answer's Retry-After; `undefined` without one. */
  readonly retryAfter: number | undefined;
  /** Milliseconds since the start of the first attempt. */
  readonly sinceFirst: number;
  /** True when it has the idempotency key of the previous attempt. */
  readonly hasSameKey: boolean;
}

/** True when the answer did not arrive intact, or is an error worth a retry. */
function rowFailed({ status, fault }: TrafficRow): boolean {
  return hasFailed({ status, isSpoiled: isSpoiled({ fault }) });
}

/** True when a fault kept the answer from arriving intact. */
export function isSpoiled({ fault }: Pick<TrafficRow, 'fault'>): boolean {
  return fault !== undefined && spoilsAnswer(fault.kind);
}

function startOf({ at }: TrafficRow): number {
  return millisecondsOf(at);
}

/** Requests of the same client to the same target near this one, oldest first, this one included. */
export function candidatesOf(row: TrafficRow, rows: readonly TrafficRow[]): readonly TrafficRow[] {
  const isNear = (other: TrafficRow) =>
    Math.abs(startOf(other) - startOf(row)) <= RETRIED_WITHIN * MAX_CANDIDATES &&
    (['method', 'path', 'query', 'client', 'caller'] as const).every((field) => other[field] === row[field]);
  const near = rows.filter((other) => other.id === row.id || isNear(other));
  const all = near.some(({ id }) => id === row.id) ? near : [row, ...near];
  const ascending = [...all].sort((a, b) => startOf(a) - startOf(b));
  const at = ascending.findIndex(({ id }) => id === row.id);
  const from = Math.max(0, Math.min(at - MAX_CANDIDATES / 2, ascending.length - MAX_CANDIDATES));
  return ascending.slice(from, from + MAX_CANDIDATES);
}

/**
 * The attempts of a request's call, oldest first. An attempt has the same body as the previous one, and follows a failed one within a minute or has its idempotency key.
 * @param entries requests to the same target, oldest first
 */
export function attemptsOf(id: string, entries: readonly TrafficEntry[]): readonly Attempt[] {
  const own = entries.find(({ row }) => row.id === id);
  if (own === undefined) return [];
  const same = entries.filter(({ request }) => request.body === own.request.body && request.size === own.request.size);
  const at = same.indexOf(own);
  let [from, to] = [at, at];
  while (isRetry(same[from - 1], same[from])) from -= 1;
  while (isRetry(same[to], same[to + 1])) to += 1;
  const group = same.slice(from, to + 1);
  return group.map((entry, index) => attemptOf(entry, group[index - 1], group[0] ?? entry));
}

function isRetry(first: TrafficEntry | undefined, second: TrafficEntry | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  if (startOf(second.row) - startOf(first.row) > RETRIED_WITHIN) return false;
  const key = first.row.idempotencyKey;
  if (key !== '' && second.row.idempotencyKey !== '') return key === second.row.idempotencyKey;
  return rowFailed(first.row);
}

/** Maximum time by which a timer fires early, in milliseconds. */
const EARLY_TIMER = 50;

function attemptOf(entry: TrafficEntry, before: TrafficEntry | undefined, first: TrafficEntry): Attempt {
  const retryAfter = retryAfterOf(entry);
  const sinceFirst = startOf(entry.row) - startOf(first.row);
  const key = entry.row.idempotencyKey;
  const own = { row: entry.row, retryAfter, sinceFirst, hasSameKey: key !== '' && key === before?.row.idempotencyKey };
  if (before === undefined) return { ...own, gap: undefined, keptRetryAfter: undefined };
  const gap = startOf(entry.row) - startOf(before.row) - before.row.milliseconds;
  const asked = retryAfterOf(before);
  const keptRetryAfter = asked === undefined ? undefined : gap + EARLY_TIMER >= asked * 1000;
  return { ...own, gap, keptRetryAfter };
}

function retryAfterOf({ row, answer }: TrafficEntry): number | undefined {
  const text = answer.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  const seconds = text === undefined || row.status < 400 ? NaN : Number(text);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** A summary of attempts: `3 attempts in 3.1 s, one run`. */
export function attemptsText(attempts: readonly Attempt[]): string {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (attempts.length === 1) return 'One attempt: the client has not repeated this call.';
  const seconds = Math.round((startOf(last.row) - startOf(first.row) + last.row.milliseconds) / 100) / 10;
  const runs = runsOf(attempts);
  const made = runs === 0 ? '' : runs === 1 ? ', one run' : `, ${runs} runs`;
  return `${attempts.length} attempts in ${seconds} s${made}`;
}

/** The verdict on a client's retries. */
interface Verdict {
  readonly tone: 'ok' | 'bad' | 'wait';
  readonly text: string;
}

/** The verdict on the retries of a call; `undefined` when it needed none. */
export function verdictOf(attempts: readonly Attempt[]): Verdict | undefined {
  const last = attempts.at(-1);
  if (last === undefined) return undefined;
  const failed = rowFailed(last.row);
  if (attempts.length === 1)
    return failed
      ? { tone: 'wait', text: 'The client has not repeated this call, though it may succeed now.' }
      : undefined;
  const runs = runsOf(attempts);
  const [bad] = PROBLEMS.filter(({ applies }) => applies(attempts));
  if (bad !== undefined) return { tone: bad.tone, text: bad.text };
  if (failed)
    return { tone: 'wait', text: `The call has failed ${attempts.length} times. The client has stopped for now.` };
  const survived = attempts.some(({ row }) => isSpoiled(row)) ? 'survives a lost answer' : 'retries well';
  return { tone: 'ok', text: `This client ${survived}: ${attempts.length} attempts${runs === 0 ? '' : ', one run'}.` };
}

/** Mistakes in retries, the worst first. To add one, add an entry. */
const PROBLEMS: readonly (Verdict & { readonly applies: (attempts: readonly Attempt[]) => boolean })[] = [
  {
    tone: 'bad',
    text: 'The call was executed more than once. Send the same Idempotency-Key with every attempt.',
    applies: (attempts) => runsOf(attempts) > 1,
  },
  {
    tone: 'bad',
    text: 'The client repeated the call before Retry-After was over. Wait as long as the answer asks.',
    applies: (attempts) => attempts.some(({ keptRetryAfter }) => keptRetryAfter === false),
  },
  {
    tone: 'wait',
    text: 'The attempts carry no common Idempotency-Key, so a lost answer would execute the call twice.',
    applies: (attempts) =>
      attempts.some(({ row }) => CREATES.test(row.path)) &&
      (attempts[0]?.row.idempotencyKey === '' || new Set(attempts.map(({ row }) => row.idempotencyKey)).size > 1),
  },
];

/** Matches paths of operations that create something with each call. */
const CREATES = /\/execute$|\/create$/;

function runsOf(attempts: readonly Attempt[]): number {
  return new Set(attempts.map(({ row }) => row.runID).filter((id) => id !== '')).size;
}
