import type { LoggedExchange, TrafficStart } from './logged-exchange.ts';

/** Returns whether a logged request matches. */
export type RequestMatcher = (logged: LoggedExchange) => boolean;

/** Filter of the list. */
export interface TrafficSelection {
  readonly limit: number;
  /** Number of matching requests to leave out first. */
  readonly offset?: number | undefined;
  /** Only deliveries to this webhook, as `task ID/slug`. */
  readonly webhook?: string | undefined;
  /** Only requests that created or named this run, and attempts with their idempotency keys. */
  readonly run?: string | undefined;
  /** Only requests that began before this one, by ID. */
  readonly before?: string | undefined;
  /** Only requests that began after this one, by ID; all when it is unknown. */
  readonly after?: string | undefined;
}

/** The selected requests of a log, newest first. @param start the current start of the server */
export function* selectExchanges(
  all: LoggedExchange[],
  start: TrafficStart,
  { limit, webhook, run, before, after }: TrafficSelection,
): Generator<LoggedExchange, void, undefined> {
  const starts = [start, ...all.map((logged) => logged.start)];
  const end = before === undefined ? undefined : positionOf(before, starts);
  const begin = after === undefined ? undefined : positionOf(after, starts);
  // An unknown `before` ID matches nothing.
  const newestFirst = before !== undefined && end === undefined ? [] : all.sort((a, b) => compareArrival(b, a));
  const concernsRun = run === undefined ? () => true : concerning(run, all);
  let left = limit;
  for (const logged of newestFirst) {
    if (left <= 0 || (begin !== undefined && compareArrival(logged, begin) <= 0)) break;
    const called = logged.webhook;
    const isWanted = webhook === undefined || (called !== undefined && `${called.taskID}/${called.slug}` === webhook);
    const isBefore = end === undefined || compareArrival(logged, end) < 0;
    if (!isWanted || !isBefore || !concernsRun(logged)) continue;
    left -= 1;
    yield logged;
  }
}

/** Position of a request in the order of their beginnings. */
type Position = Pick<LoggedExchange, 'start' | 'number'>;

/** Orders requests by their beginnings. */
export function compareArrival(a: Position, b: Position): number {
  return a.start.order - b.start.order || a.number - b.number;
}

/** Position of the request with an ID, logged or not; `undefined` when it is of none of these starts. */
function positionOf(id: string, starts: readonly TrafficStart[]): Position | undefined {
  const start = starts.find(({ prefix }) => id.startsWith(prefix));
  return start && { start, number: Number(id.slice(start.prefix.length)) };
}

/**
 * Returns the check for requests of a run. A refused attempt names no run, but has the idempotency key of the request that
 * created it.
 */
function concerning(run: string, all: readonly LoggedExchange[]): (logged: LoggedExchange) => boolean {
  const keys = new Set(all.filter((logged) => logged.runID === run).map(({ idempotencyKey }) => idempotencyKey));
  keys.delete(undefined);
  return ({ runID, idempotencyKey }) => runID === run || (runID === '' && keys.has(idempotencyKey));
}
