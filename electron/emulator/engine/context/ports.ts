import type { RuleListName } from '../../../../shared/registry/collections.ts';
import type { IdKind } from '../../../../shared/registry/ids.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import type { Json } from '../../../../shared/values/json.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { Behaviors } from './behavior-port.ts';
import type { MachineClock } from '../clock/machine-clock.ts';
import type { EntityKind, LogLine, StateEntities } from './records.ts';
import type { State } from './state-port.ts';

export type { MachineClock };

/** Source of IDs and secrets. */
export interface Ids {
  /** A new ID with the date of `at` (decision `ids`). */
  next(kind: IdKind, at: Micros): string;
  /** An unguessable string of letters and digits. */
  secret(): string;
  /** The 128-bit digest of a text, in hexadecimal. */
  digest(text: string): string;
}

/** The kinds of entities whose changes are events. */
export type EventKind = Extract<EntityKind, 'run' | 'session' | 'prompt' | 'request'>;
/** A change of an entity. */
export type EntityEvent<Kind extends EventKind = EventKind> = {
  readonly [Each in Kind]: { readonly type: Each; readonly entity: StateEntities[Each] };
}[Kind];

/**
 * A change of the engine's state, emitted to subscribers after it is stored. `rule`: counters of a rule of the test lab; `rules`:
 * a list of rules; `findings`: new findings; `sandboxes`: one began or ended; `test`: one began, went on or ended; `held`: a
 * fault holds a request, or lets it go; `undo`: something can be undone, or not any more; `memory`: it became scarce, or is not any more.
 */
export type EngineEvent =
  | EntityEvent
  | { readonly type: 'logs'; readonly runID: string; readonly lines: readonly LogLine[] }
  | { readonly type: 'rule'; readonly list: RuleListName; readonly id: string }
  | { readonly type: 'rules'; readonly list: RuleListName }
  | { readonly type: 'definitions' }
  | { readonly type: 'clock' }
  | { readonly type: 'findings' }
  | { readonly type: 'sandboxes' }
  | { readonly type: 'test'; readonly id: string }
  | { readonly type: 'tests' }
  | { readonly type: 'held' }
  | { readonly type: 'explorations' }
  | { readonly type: 'undo' }
  | { readonly type: 'memory' }
  | { readonly type: 'reset' };

/** Store of the authored definitions. */
export interface WorkspaceStore {
  /** The current workspace, with defaults filled in. */
  current(): Workspace;
  /**
   * Replaces the workspace; durable when the promise resolves. `edit` gets the newest version, including edits of the file
   * by others, and may throw to refuse.
   * Throws `ApiError('conflict')` when the file on disk is invalid: an author's unfinished edit is never overwritten.
   */
  change(edit: (workspace: Workspace) => Workspace): Promise<void>;
  /** Calls the listener after every change; returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
}

/** Definitions and complete state at one moment, in the form of an export. */
export interface EmulatorContent {
  /** The authored workspace. */
  readonly workspace: Json;
  /** Records of the state; those of finished runs are read lazily. */
  readonly state: Iterable<Json>;
  /** The rules of the lab, with counters. */
  readonly rules: Readonly<Record<RuleListName, readonly unknown[]>>;
}

/** Everything the engine needs from its host. */
export interface EnginePorts {
  readonly clock: MachineClock;
  readonly ids: Ids;
  readonly state: State;
  readonly workspace: WorkspaceStore;
  readonly behaviors: Behaviors;
  readonly emit: (event: EngineEvent) => void;
  /** Additional API keys, owned by the local user: the generated key and `--api-key`. */
  readonly extraKeys: readonly string[];
  /** The setting `sdk`. */
  readonly sdk: () => string | undefined;
  /** True when the schedules of tasks run on the emulated clock. */
  readonly runsSchedules?: boolean;
  /** Reports something that nobody asked for and that went wrong. */
  readonly warn?: (sentence: string) => void;
  /** Origin of the server, such as `http://127.0.0.1:4100`, for the URLs of uploads. */
  readonly baseUrl: () => string;
}
