import type { RunStatus } from '../../../shared/model/status.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import type { EntityKind, LogLine, PromptRecord, RunRecord, SessionRecord, StateEntities } from './records.ts';

/** What lists need to know of a run without reading it. */
export interface RunIndexEntry {
  readonly id: string;
  readonly taskID: string;
  readonly environmentID: string;
  readonly sessionID: string;
  readonly status: RunStatus;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
  readonly isPrivate: boolean;
  /** `valuesDigest` of the run: runs with different values differ in it, but for rare collisions. */
  readonly valuesDigest: number;
}

/** Which runs to go through; newest first by creation, ties by ID descending (decision `list-order`). */
export interface RunQuery {
  readonly taskID?: string;
  readonly sessionID?: string;
}

/**
 * The produced state: kept in memory as far as it lives, on disk as far as it is history. Synchronous: what was put can be
 * read at once; `flushed` tells when it is durable. Everything put in one turn of the event loop becomes durable together or not at all.
 */
export interface State {
  get<Kind extends EntityKind>(kind: Kind, id: string): StateEntities[Kind] | undefined;
  /** Adds or replaces. A run whose status is terminal is history from then on: nothing of it may be put again. */
  put<Kind extends EntityKind>(kind: Kind, entity: StateEntities[Kind]): void;
  remove(kind: EntityKind, id: string): void;

  /** Appends lines to a run's log. */
  appendLogs(runID: string, lines: readonly LogLine[]): void;
  /** Lines of a run with `from <= n < to` (counting from 1), ascending. */
  logs(runID: string, from: number, to: number): readonly LogLine[];
  /** How many lines a run's log has. */
  logCount(runID: string): number;

  /** The prompts of a run, oldest first, ties by ID ascending. */
  promptsOf(runID: string): readonly PromptRecord[];
  /** Index entries of matching runs, newest first. Lazy: stop reading when there is enough. */
  runIndex(query: RunQuery): Iterable<RunIndexEntry>;
  /** How many runs there are. */
  runCount(query: RunQuery): number;
  /** Sessions, newest first by creation, ties by ID descending. */
  sessions(): Iterable<SessionRecord>;
  /** Runs that are not terminal, oldest first. */
  unfinishedRuns(): readonly RunRecord[];
  /** Prompts that wait for an answer, oldest first. */
  pendingPrompts(): readonly PromptRecord[];

  /** Resolves when all that was put so far is as durable as it was promised to be; `null` when nothing waits. Rejects when the disk refuses. */
  flushed(): Promise<void> | null;
  /**
   * Drops the oldest terminal runs beyond this number, with their logs and prompts, and terminal sessions of which no run is
   * left; nothing else. Of many a part: true when there may be more to drop.
   */
  retain(runs: number): boolean;
  /** Empties everything but the kinds named. */
  clear(keep: readonly EntityKind[]): void;
}
