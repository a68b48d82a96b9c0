import type { TrafficEntry, TrafficRow } from '../../../shared/contract/emulator/rows.ts';

/** Maximum time between an attempt and the next one, in milliseconds, as the findings have it (docs/findings.md). */
const RETRIED_WITHIN = 60_000;
/** Maximum number of requests whose bodies are compared. */
const MAX_CANDIDATES = 20;

/** An attempt of a call, with the time since the end of the one before. */
export interface Attempt {
  readonly row: TrafficRow;
  /** Milliseconds since the end of the attempt before; `undefined` for the first one. */
  readonly gap: number | undefined;
  /** Judges the wait after an answer with Retry-After; `undefined` where none was asked for. */
  readonly keptRetryAfter: boolean | undefined;
  /** Seconds of the answer's Retry-After; `undefined` without one. */
  readonly retryAfter: number | undefined;
}

/** Kinds of faults after which the client has no whole answer of the service. */
const SPOILING = new Set(['lose', 'refuse', 'truncate', 'hang', 'body']);

/** True when the client did not get what the service answered, or got a failure that may pass. */
function hasFailed({ status, fault }: TrafficRow): boolean {
  const isSpoiled = fault?.kind.split(',').some((kind) => SPOILING.has(kind)) === true;
  return isSpoiled || status === 0 || status >= 500 || status === 408 || status === 429;
}

function startOf({ at }: TrafficRow): number {
  return Date.parse(at.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
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
 * The attempts of the call that a request belongs to, oldest first. The next attempt has the same body, and comes within a
 * minute of one that failed or with its idempotency key.
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
  return group.map((entry, index) => attemptOf(entry, group[index - 1]));
}

function isRetry(first: TrafficEntry | undefined, second: TrafficEntry | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  if (startOf(second.row) - startOf(first.row) > RETRIED_WITHIN) return false;
  const key = first.row.idempotencyKey;
  if (key !== '' && second.row.idempotencyKey !== '') return key === second.row.idempotencyKey;
  return hasFailed(first.row);
}

/** Time by which a timer may fire early, in milliseconds. */
const EARLY_TIMER = 50;

function attemptOf(entry: TrafficEntry, before: TrafficEntry | undefined): Attempt {
  const retryAfter = retryAfterOf(entry);
  if (before === undefined) return { row: entry.row, gap: undefined, keptRetryAfter: undefined, retryAfter };
  const gap = startOf(entry.row) - startOf(before.row) - before.row.milliseconds;
  const asked = retryAfterOf(before);
  const keptRetryAfter = asked === undefined ? undefined : gap + EARLY_TIMER >= asked * 1000;
  return { row: entry.row, gap, keptRetryAfter, retryAfter };
}

function retryAfterOf({ row, answer }: TrafficEntry): number | undefined {
  const text = answer.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  const seconds = text === undefined || row.status < 400 ? NaN : Number(text);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** Says how the attempts ended: `3 attempts in 3.1 s, one run made`. */
export function attemptsText(attempts: readonly Attempt[]): string {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (attempts.length === 1) return 'One attempt: the client has not repeated this call.';
  const seconds = Math.round((startOf(last.row) - startOf(first.row) + last.row.milliseconds) / 100) / 10;
  const runs = new Set(attempts.map(({ row }) => row.runID).filter((id) => id !== '')).size;
  const made = runs === 0 ? '' : runs === 1 ? ', one run' : `, ${runs} runs`;
  return `${attempts.length} attempts in ${seconds} s${made}`;
}
