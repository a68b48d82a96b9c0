import type { runs } from '../../../../shared/contract/emulator/state.ts';
import type { V0 } from '../../../../shared/contract/v0/index.ts';
import type { Answer, Received } from '../../../../shared/http/endpoint.ts';
import type { EndCause, PlannedEndRecord } from '../context/records.ts';

/** The cancellation of a run. */
export interface Cancellation {
  /** The user; null for none. */
  readonly by: string | null;
  /** Line for its log. */
  readonly why: string;
  /** Null when a person or a program cancels it. */
  readonly cause?: EndCause | null;
}

/** The end of a run planned by a fault of the test lab. */
export type PlannedEnd = Omit<PlannedEndRecord, 'id'>;

/** Selects a page of a run's log (decision `logs`). */
export interface LogQuery {
  readonly prevToken?: string | undefined;
  readonly nextToken?: string | undefined;
  readonly debug: boolean;
}

/** Filters of `/v0/runs/list`. */
export type RunListQuery = Received<V0['runs']['list']>['query'];

/** Filters of the window's list of runs. */
export type RunRowQuery = Received<typeof runs.list>['query'];

/** A page of the window's list of runs. */
export type RunPage = Answer<typeof runs.list>;
