import type { RunFromStep, StepResult } from '../../../shared/contract/emulator/run-from-step.ts';
import type { Caller } from '../../../shared/model/access.ts';
import type { Json } from '../../../shared/values/json.ts';
import type { LogEntry } from '../../../shared/model/log.ts';
import type { Run } from '../../../shared/model/run.ts';
import type { RunStatus } from '../../../shared/model/status.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import type { LogPage, RunDetail, RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { PlannedEndRecord, RunRecord } from './records.ts';
import type { InSlices, Call, Page } from './engine.ts';

/** The end of a run planned by a fault of the test lab. */
export type PlannedEnd = Omit<PlannedEndRecord, 'id'>;

/** Selects a page of a run's log (decision `logs`). */
export interface LogQuery {
  readonly prevToken?: string | undefined;
  readonly nextToken?: string | undefined;
  readonly debug: boolean;
}

/** Filters of `/v0/runs/list`. */
export interface RunListQuery {
  readonly taskID: string | undefined;
  readonly taskSlug: string | undefined;
  readonly since: Micros | undefined;
  readonly until: Micros | undefined;
  readonly limit: number;
  readonly page: number;
}

/** Filters of the window's list of runs. */
export interface RunRowQuery {
  readonly task: string | undefined;
  readonly status: readonly RunStatus[];
  readonly environment: string | undefined;
  readonly session: string | undefined;
  readonly text: string | undefined;
  /** A filter; see `run-filter.ts`. */
  readonly q?: string | undefined;
  readonly since: Micros | undefined;
  readonly until: Micros | undefined;
  /** `exact` counts all matches, without a limit of time. */
  readonly count?: 'exact' | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A page of the window's list of runs. */
export interface RunPage {
  readonly runs: RunRow[];
  readonly total: number;
  /** False when `total` counts only the matches found so far. */
  readonly isTotalExact: boolean;
}

/** Operations on runs. */
export interface RunOperations {
  readonly get: (id: string, caller: Caller) => Run;
  readonly logs: (
    runID: string,
    query: LogQuery,
    caller: Caller,
  ) => { runID: string; logs: LogEntry[]; next_token: string; prev_token: string };
  readonly outputs: (id: string, caller: Caller) => { output: Json };
  readonly list: (query: RunListQuery, caller: Caller) => InSlices<Page<Run>>;
  readonly cancel: (id: string, caller: Caller) => void;
  /** Ends an unfinished run in a planned way, some time after it becomes Active. @param note line for its log */
  readonly planEnd: (id: string, end: PlannedEnd, note: string) => void;
  /** Appends a line about the run to its log, as `debug`. */
  readonly note: (id: string, text: string) => void;
  /** A page of the window's list. */
  readonly rows: (query: RunRowQuery) => InSlices<RunPage>;
  readonly row: (run: RunRecord) => RunRow;
  /** The run with this ID; `undefined` for none. */
  readonly find: (id: string) => RunRecord | undefined;
  readonly countUnfinished: () => number;
  /** @param only the one phase in its timeline; all phases when absent */
  readonly detail: (id: string, only?: 'waiting') => InSlices<RunDetail>;
  /** The named results of a run's steps. */
  readonly stepResults: (id: string) => StepResult[];
  /** Runs a run's task again from a step, with the results of earlier steps. */
  readonly executeFrom: (id: string, start: RunFromStep, call: Call) => { runID: string };
  readonly logPage: (id: string, offset: number, limit: number) => LogPage;
}
