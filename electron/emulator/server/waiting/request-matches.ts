import type { TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import type { Operation } from '../../../../shared/registry/operations.ts';
import { operationOf } from '../http/operation-of.ts';
import { Fifo } from '../http/fifo.ts';
import type { LoggedExchange } from '../http/logged-exchange.ts';
import { type SearchContext, taskOfRequest } from '../http/request-search.ts';
import type { TrafficLog } from '../http/traffic-log.ts';

/** The requests that a client waits for; all given fields must match. */
interface RequestFilter {
  readonly operation: Operation | undefined;
  readonly status: number | undefined;
  readonly taskID: string | undefined;
}

/** Returns the test of a filter. */
export function matcherOf(
  filter: RequestFilter,
  { lab }: Pick<SearchContext, 'lab'>,
): (logged: LoggedExchange) => boolean {
  return (logged) => {
    const operation = logged.endpoint && operationOf(logged.endpoint);
    if (operation === undefined || (filter.operation ?? operation) !== operation) return false;
    if (filter.status !== undefined && filter.status !== logged.status) return false;
    if (filter.taskID === undefined) return true;
    return taskOfRequest(logged, lab)?.id === filter.taskID;
  };
}

/** Minimum number of matching requests that a wait keeps. */
const MIN_ROWS = 100;

/** Collects the matching requests of a traffic log, logged and future ones. */
export class RequestMatches {
  readonly #traffic: TrafficLog;
  readonly #isMatch: (logged: LoggedExchange) => boolean;
  readonly #count: number;
  /** Requests from before the wait, newest first. */
  #before: TrafficRow[] = [];
  /** Requests since then, oldest first. */
  readonly #since = new Fifo<TrafficRow>();

  /** @param count number of requests to wait for */
  constructor(traffic: TrafficLog, count: number, isMatch: (logged: LoggedExchange) => boolean) {
    this.#traffic = traffic;
    this.#count = count;
    this.#isMatch = isMatch;
  }

  /** Calls `found` once there are enough. Returns a function that stops watching. */
  watch(found: (requests: TrafficRow[]) => void): () => void {
    const check = (): void => {
      if (this.#before.length + this.#since.length >= this.#count) found(this.rows());
    };
    const unsubscribe = this.#traffic.subscribe((change) => {
      if (change.type === 'cleared') this.#clear();
      else if (this.#isMatch(change.logged)) {
        this.#since.push(this.#traffic.row(change.logged));
        if (this.#since.length > this.#limit) this.#since.shift();
        check();
      }
    });
    this.#read(this.#before);
    check();
    return unsubscribe;
  }

  /** Reads the log until there are enough. */
  #read(found: TrafficRow[]): void {
    for (const logged of this.#traffic.logged().reverse()) {
      if (found.length >= this.#limit) return;
      // Reading the log also loads the requests of earlier starts.
      if (logged.start.order === 0 && this.#isMatch(logged)) found.push(this.#traffic.row(logged));
    }
  }

  get #limit(): number {
    return Math.max(this.#count, MIN_ROWS);
  }

  #clear(): void {
    this.#before = [];
    this.#since.clear();
  }

  /** The latest requests that match, oldest first. */
  rows(): TrafficRow[] {
    return [...this.#before.toReversed(), ...this.#since.items()].slice(-this.#limit);
  }

  /** The latest requests of the service, matching or not, oldest first. */
  latestRows(count: number): TrafficRow[] {
    const latest: TrafficRow[] = [];
    for (const logged of this.#traffic.logged().reverse()) {
      if (latest.length === count) break;
      if (logged.endpoint && operationOf(logged.endpoint) !== undefined) latest.unshift(this.#traffic.row(logged));
    }
    return latest;
  }
}
