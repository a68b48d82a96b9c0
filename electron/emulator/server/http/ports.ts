import type { Info, WorkspaceStatus } from '../../../../shared/contract/emulator/control.ts';
import type { Json } from '../../../../shared/values/json.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Clock, EngineEvent, WorkspaceStore } from '../../engine/ports.ts';
import type { UploadRecord } from '../../engine/records.ts';

/** The workspace as a document: what it holds, how its file stands, and replacing it as a whole. */
export interface WorkspaceDocument extends Pick<WorkspaceStore, 'current' | 'change'> {
  readonly status: () => WorkspaceStatus;
  /** The workspace as its author wrote it. */
  readonly authored: () => Json;
  /** Reads the file anew. Throws `ApiError('conflict')` when it is invalid. */
  readonly reload: () => Promise<void>;
  /** Puts another document in its place. Throws `ApiError('invalid_request')` when it is no workspace. */
  readonly replace: (workspace: Json) => Promise<void>;
}

/** Files stored for parameters of type upload. */
export interface Uploads {
  readonly store: (file: {
    readonly name: string;
    readonly type: string;
    readonly bytes: Uint8Array;
  }) => Promise<UploadRecord>;
  readonly read: (id: string) => Promise<{ readonly record: UploadRecord; readonly bytes: Uint8Array } | undefined>;
}

/** What whoever starts the server decides. */
export interface ServerOptions {
  readonly version: string;
  /** Names accepted in `Host` beside those of loopback, with or without a port. */
  readonly allowedHosts: readonly string[];
  /** Origins that may call `/v0` from a browser. */
  readonly corsOrigins: readonly string[];
  /** What `/_emulator` asks for; null for nothing. */
  readonly adminToken: string | null;
  /** The folder of the built window; null when there is none. */
  readonly gui: string | null;
}

/** All that the server needs of its world; whoever composes the emulator provides it. */
export interface ServerPorts {
  readonly engine: Engine;
  readonly clock: Clock;
  /**
   * Resolves when all that happened so far is durable; null when nothing waits; rejects when the disk refuses.
   * @param isRead a read waits for nothing while the data folder is gone: memory is all there is then.
   */
  readonly flushed: (isRead: boolean) => Promise<void> | null;
  /** Throws `ApiError('internal')` when the data folder is gone, or another process's: nothing can be saved then. */
  readonly assertWritable: () => void;
  readonly workspace: WorkspaceDocument;
  /** The workspace of a first start. */
  readonly examples: Json;
  readonly uploads: Uploads;
  /** Every record of the state as it is now, read as it is iterated. */
  readonly exportState: () => Iterable<Json>;
  /** Checks an exported state; gives what puts it in the place of the present one. Throws `ApiError('invalid_request')` for what is none. */
  readonly readState: (state: readonly Json[]) => Promise<() => Promise<void>>;
  /** Empties the state; definitions, keys and webhook URLs stay. */
  readonly reset: () => Promise<void>;
  readonly info: () => Omit<Info, 'actors'>;
  /** Calls at every event; returns what stops the calls. `definitions` also when only the workspace's status changed. */
  readonly subscribe: (listener: (event: EngineEvent) => void) => () => void;
  /** Takes a fault of Hangar itself, for the log. */
  readonly fault: (error: unknown) => void;
  readonly options: ServerOptions;
}
