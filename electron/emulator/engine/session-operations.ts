import type { Caller } from '../../../shared/model/access.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { Session } from '../../../shared/model/session.ts';
import type { RunRow, SessionRow } from '../../../shared/contract/emulator/rows.ts';
import type { EnvironmentDefinition, RunbookDefinition } from './definitions.ts';
import type { SessionListQuery } from './lists.ts';
import type { FieldProblem } from './field-problems.ts';
import type { SessionRecord } from './records.ts';
import type { IdOrSlug } from './task-operations.ts';
import type { InSlices, Call, Page } from './engine.ts';

/** Filters of the window's list of sessions. */
export interface SessionRowQuery {
  readonly runbook: string | undefined;
  /** A filter; see `session-filter.ts`. */
  readonly q?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A request to execute a runbook. */
export interface RunbookRequest {
  readonly runbook: RunbookDefinition;
  readonly environment: EnvironmentDefinition;
  readonly paramValues: JsonObject;
}

export interface RunbookOperations {
  /** Same rules as `TaskOperations.find`. */
  readonly find: (named: IdOrSlug, caller: Caller) => RunbookDefinition;
  readonly execute: (request: RunbookRequest, call: Call) => { sessionID: string };
  /** The problems that `execute` would report. Executes nothing. */
  readonly problems: (request: RunbookRequest) => readonly FieldProblem[];
}

/** A session with its blocks and its runs, oldest first. */
export interface SessionDetail {
  readonly row: SessionRow;
  readonly runs: RunRow[];
}

export interface SessionOperations {
  readonly get: (id: string, caller: Caller) => Session;
  readonly list: (query: SessionListQuery, caller: Caller) => InSlices<Page<Session>>;
  readonly cancel: (id: string, caller: Caller) => void;
  readonly rows: (query: SessionRowQuery) => InSlices<{ sessions: SessionRow[]; total: number }>;
  readonly row: (session: SessionRecord) => SessionRow;
  readonly detail: (id: string) => InSlices<SessionDetail>;
}
