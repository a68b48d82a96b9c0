import type { ApiError } from '../../../../shared/http/errors.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { EntityKind, LogLine, PromptRecord, RunRecord, SessionRecord, StateEntities } from './records.ts';

/** Selection of runs. */
export interface RunQuery {
  readonly taskID?: string;
  readonly sessionID?: string;
}

/** The room that the budgets leave. */
interface Room {
  /** Returns the error when a run, or a new one, has no room for a value besides what it has; `undefined` when it has. */
  noRoomFor(runID: string, value: unknown): ApiError | undefined;
}

/** The kinds with few entities, which are read as a whole. */
export type SmallKind = 'ruleCount' | 'retryPeriod' | 'answer' | 'skip' | 'secret' | 'request' | 'upload' | 'display';

/**
 * Store of the produced state. Writes are synchronous and can be read at once. Everything written in one turn of the event loop becomes durable together or not at all; see `flushed`.
 */
export interface State {
  readonly usage: Room;
  get<Kind extends EntityKind>(kind: Kind, id: string): StateEntities[Kind] | undefined;
  /**
   * Adds or replaces an entity. A run with a terminal status, its prompts and its log must not change again. Throws
   * `ApiError('payload_too_large')` when a budget is full (decision `budgets`); what ends something is always stored.
   */
  put<Kind extends EntityKind>(kind: Kind, entity: StateEntities[Kind]): void;
  remove(kind: EntityKind, id: string): void;

  /** Appends lines to a run's log. Not refused: lines of Hangar itself say why a run ended. */
  appendLogs(runID: string, lines: readonly LogLine[]): void;
  /** The log lines of a run with `from <= n < to`, counted from 1, ascending. */
  logs(runID: string, from: number, to: number): readonly LogLine[];
  /** Number of lines in a run's log. */
  logCount(runID: string): number;

  /** The prompts of a run, oldest first, ties by ID ascending. */
  promptsOf(runID: string): readonly PromptRecord[];
  /** Matching runs, newest first, ties by ID descending (decision `list-order`), as they are when they are reached. */
  runs(query: RunQuery): Iterable<RunRecord>;
  /** Number of matching runs. */
  runCount(query: RunQuery): number;
  /** Sessions, newest first by creation, ties by ID descending. */
  sessions(): Iterable<SessionRecord>;
  /** Runs without a terminal status, oldest first. */
  unfinishedRuns(): readonly RunRecord[];
  /** Pending prompts, oldest first. */
  pendingPrompts(): readonly PromptRecord[];

  /** All entities of a small kind. */
  all<Kind extends SmallKind>(kind: Kind): Iterable<StateEntities[Kind]>;

  /** Resolves when everything written so far is durable; `null` when it already is. Rejects when writing to the disk fails. */
  flushed(): Promise<void> | null;
  /**
   * Drops the oldest finished runs beyond this number with their logs, prompts, displays and files, and finished sessions without runs.
   * Drops a limited number per call; returns true when there may be more.
   */
  retain(runs: number): boolean;
  /** Drops the oldest responses of idempotency keys while they have expired. */
  forgetResponses(isExpired: (at: Micros) => boolean): void;
  /** Clears everything except the entities of these kinds. */
  clear(keep: readonly EntityKind[]): void;
}
