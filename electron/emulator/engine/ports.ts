import type { IdKind } from '../../../shared/registry/ids.ts';
import type { Workspace } from '../../../shared/model/workspace.ts';
import type { Micros, MonotonicMilliseconds } from '../../../shared/values/timestamp.ts';
import type { Behaviors } from './behavior-port.ts';
import type { EntityKind, LogLine, StateEntities } from './records.ts';
import type { State } from './state-port.ts';

/** The only source of time, timers too, so that tests (and later the user) can move it. */
export interface Clock {
  /** Microseconds since 1970; may jump. The engine keeps its own moments from going backwards. */
  now(): Micros;
  /** Milliseconds from an arbitrary start, never backwards: for limits, not for dates. */
  monotonic(): MonotonicMilliseconds;
  /** Calls once after so many milliseconds (any size, hours included); returns what calls it off. */
  after(milliseconds: number, call: () => void): () => void;
  /** Calls once in a later turn of the event loop, after others had theirs; no time needs to pass. */
  nextTurn(call: () => void): void;
}

/** Where IDs and secrets come from. */
export interface Ids {
  /** A fresh ID, dated by `at` (decision `ids`). */
  next(kind: IdKind, at: Micros): string;
  /** An unguessable text of letters and digits. */
  secret(): string;
  /** A short digest of a text: equal texts, equal digests; 128 bits, hexadecimal. */
  digest(text: string): string;
}

/** What happened, for whoever watches: announced after it is in the state, never a command. */
export type EngineEvent =
  | { readonly [Kind in EntityKind]: { readonly type: Kind; readonly entity: StateEntities[Kind] } }[
      'run' | 'session' | 'prompt']
  | { readonly type: 'logs'; readonly runID: string; readonly lines: readonly LogLine[] }
  | { readonly type: 'definitions' }
  | { readonly type: 'reset' };

/** The authored definitions, wherever they are kept. */
export interface WorkspaceStore {
  /** The version in use, with defaults filled in. */
  current(): Workspace;
  /**
   * Replaces the version in use; durable when the promise resolves. `edit` gets the newest version, also when the file was
   * edited from outside a moment ago, and may throw to refuse.
   * Throws `ApiError('conflict')` when the file on disk is invalid: what its author is writing is never overwritten.
   */
  change(edit: (workspace: Workspace) => Workspace): Promise<void>;
  /** Calls after every change, whoever made it; returns what stops the calls. */
  subscribe(listener: () => void): () => void;
}

/** All that the engine needs from its host. */
export interface EnginePorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly state: State;
  readonly workspace: WorkspaceStore;
  readonly behaviors: Behaviors;
  readonly emit: (event: EngineEvent) => void;
  /** Keys that are valid beside the workspace's, owned by the local user: the one made at first start, `--api-key`. */
  readonly extraKeys: readonly string[];
  /** Where the server listens, such as `http://127.0.0.1:4100`: code gets the URLs of uploads. */
  readonly baseUrl: () => string;
}
