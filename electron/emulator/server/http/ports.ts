import type { Info, WorkspaceStatus } from '../../../../shared/contract/emulator/control.ts';
import type { NewSandbox, SandboxRow } from '../../../../shared/contract/emulator/sandboxes.ts';
import type {
  DefinitionSource,
  SentDefinitions,
  DefinitionRow,
} from '../../../../shared/contract/emulator/definitions.ts';
import type { TestDetail, TestOutcome, TestRow } from '../../../../shared/contract/emulator/tests.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import type { CollectionName } from '../../../../shared/registry/collections.ts';
import type { PublicKey } from '../../../../shared/contract/runtime/oidc.ts';
import type { Json } from '../../../../shared/values/json.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { MachineClock, EngineEvent, WorkspaceStore, EmulatorContent } from '../../engine/context/ports.ts';
import type { CodeOnDisk } from '../../files/read-file.ts';
import type { SettingReaders } from '../../engine/definitions/definitions.ts';
import type { Lab } from '../../lab/lab.ts';
import type { WriteGate } from './write-gate.ts';
import type { UploadRecord } from '../../engine/context/records.ts';
import type { CheckpointDiff, CheckpointRow, Restored } from '../../../../shared/contract/emulator/checkpoints.ts';

/** The workspace: its content, the status of its file, and operations on the whole. */
export interface WorkspaceOperations extends Pick<WorkspaceStore, 'current' | 'change'> {
  readonly status: () => WorkspaceStatus;
  /** The authored workspace. */
  readonly authored: () => Json;
  /** Reads an edit of the file. Throws `ApiError('conflict')` when it is invalid. */
  readonly refresh: () => Promise<void>;
  /** Reads the file and drops changes that are not in it; without a file, restores the initial workspace. */
  readonly reload: () => Promise<void>;
  /** Replaces the document. Throws `ApiError('invalid_request')` when it is not a workspace. Definition files that an imported one names are not read. */
  readonly replace: (workspace: Json, isImported?: boolean) => Promise<void>;
}

/** Definition files of a repository. */
export interface DefinitionFiles {
  /** The place of a definition that lies in a file and is edited there; `undefined` for others. */
  readonly sourceOf: (collection: CollectionName, slug: string) => DefinitionSource | undefined;
  /** Everything that was found in definition files. */
  readonly rows: () => readonly DefinitionRow[];
  /** The absolute path of a file by its name in answers; `undefined` for an unknown one. */
  readonly pathOf: (file: string) => string | undefined;
  /** Reads a file with code by its name in failures: that of a script, or one beside it; `undefined` for others. */
  readonly readCode: (script: string | undefined, name: string) => Promise<CodeOnDisk | undefined>;
  /** Reads files that a client has sent, without executing any. Throws `ApiError('invalid_request')` when they are no folder. */
  readonly readSent: (sent: SentDefinitions) => Promise<ReadDefinitions>;
}

/** Definitions that were read from files, for a workspace to take. */
export interface ReadDefinitions {
  /** Absolute folder in which runs look for code. */
  readonly folder: string;
  /** The workspace with what is new to it. */
  readonly addedTo: (before: Workspace) => AddedDefinitions;
}

/** A workspace with the tasks of definition files. */
export interface AddedDefinitions {
  readonly workspace: Workspace;
  readonly rows: readonly DefinitionRow[];
  /** Slugs of the tasks that were added. */
  readonly added: readonly string[];
  /** Slugs that the workspace has already. */
  readonly present: readonly string[];
  /** Sentences about files of code, which an import does not execute, and files that cannot be read. */
  readonly leftOut: readonly string[];
  /** The word of the SDK that the settings get; "" when they have one, or none was found. */
  readonly sdk: string;
  /** Files and folders of the added tasks that are not there. */
  readonly missing: readonly string[];
}

/** The sandboxes of an emulator. */
export interface SandboxOperations {
  readonly list: () => SandboxRow[];
  /** Throws `ApiError('conflict')` when there are too many. */
  readonly create: (request: NewSandbox) => Promise<{ readonly row: SandboxRow }>;
  /** Resolves when the sandbox has ended. Throws `ApiError('not_found')` for an unknown one. */
  readonly remove: (id: string) => Promise<void>;
  readonly tests: TestOperations;
}

/** The tests that sandboxes are for. All but `find` throw 404 for an unknown ID. */
interface TestOperations {
  /** Newest first. */
  readonly list: () => TestRow[];
  readonly find: (id: string) => TestRow | undefined;
  readonly detail: (id: string) => Promise<TestDetail>;
  readonly bundle: (id: string) => Promise<Uint8Array>;
  readonly tell: (id: string, outcome: TestOutcome) => TestRow;
  /** Forgets the ended tests. Returns a function that puts them back; `undefined` when there were none. */
  readonly forget: () => (() => void) | undefined;
}

/** Files stored for parameters of type upload, and those of runs; see `host/uploads.ts`. */
interface Uploads {
  readonly store: (file: {
    readonly name: string;
    readonly type: string;
    readonly bytes: Uint8Array;
  }) => Promise<UploadRecord>;
  readonly read: (id: string) => Promise<{ readonly record: UploadRecord; readonly bytes: Uint8Array } | undefined>;
  readonly announce: (file: {
    readonly runID: string;
    readonly name: string;
    readonly size: number;
  }) => Promise<UploadRecord>;
  readonly at: (address: {
    readonly id: string;
    readonly secret: string;
    readonly fileName: string;
    readonly purpose: 'read' | 'write';
  }) => UploadRecord | undefined;
  readonly fill: (record: UploadRecord, type: string, source: AsyncIterable<Uint8Array>) => Promise<void>;
}

/** Signs tokens with the key of this Hangar, and proves that it knows the admin token. */
interface Tokens {
  readonly proveAdmin: (token: string, challenge: { readonly nonce: string; readonly port: number }) => Promise<string>;
  readonly sign: (claims: object) => Promise<string>;
  readonly publicKey: () => Promise<PublicKey>;
}

/** A request that the server sends to itself. */
export interface LoopbackRequest {
  readonly method: string;
  readonly target: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/**
 * Sends a request to this server over a separate connection. Resolves at the end of the connection, with the status of
 * the answer if one came.
 * @param onConnected receives the port from which the request is about to be sent; 0 in process
 */
export type SendLoopback = (
  request: LoopbackRequest,
  onConnected: (port: number) => void,
) => Promise<number | undefined>;

/** The file of the traffic log. Writing calls must not overlap. */
export interface StoredTraffic {
  /** Appends serialised objects as lines. */
  readonly append: (texts: readonly string[]) => Promise<void>;
  /** Reads the values of the lines, newest first; `undefined` for a damaged line. */
  readonly newestFirst: () => AsyncIterable<object | undefined>;
  /** Deletes all lines. */
  readonly clear: () => Promise<void>;
  /** Warns the user about a problem. */
  readonly warn: (sentence: string) => void;
}

/** Options set by the program that starts the server. */
export interface ServerOptions {
  readonly version: string;
  /** Host names accepted in addition to loopback, with or without a port. */
  readonly allowedHosts: readonly string[];
  /** Origins that may call `/v0` from a browser. */
  readonly corsOrigins: readonly string[];
  /** Admin token required by `/_emulator`; null for none. */
  readonly adminToken: string | null;
  /** Folder of the built window; null when there is none. */
  readonly gui: string | null;
  readonly answerAgent: AnswerAgent | undefined;
  /** Stops the program; `undefined` for a part of another one. */
  readonly onStopAsked: (() => void) | undefined;
}

/**
 * Answers a message of a coding agent (MCP) with the tools of the command line; `undefined` for a message that wants no answer.
 * Throws `ApiError('invalid_request')` for what is no message.
 * @param url of this server, which the tools call
 */
export type AnswerAgent = (message: object, url: string) => Promise<object | undefined>;

/** The settings that the server reads. */
type ServerSettings = Omit<
  SettingReaders,
  'retainRuns' | 'maxStateBytes' | 'scriptWorkers' | 'seed' | 'sdk' | 'python'
>;

/** Dependencies of the server, provided by the composition of the emulator. */
export interface ServerPorts {
  readonly engine: Engine;
  readonly lab: Lab;
  readonly clock: MachineClock;
  /**
   * Resolves when everything so far is durable; null when nothing is pending; rejects when the disk fails.
   * @param isRead reads do not wait while the data folder is gone, since only memory is left
   */
  readonly flushed: (isRead: boolean) => Promise<void> | null;
  /** Throws `ApiError('internal')` when the data folder is gone or taken over, so that nothing can be saved. */
  readonly assertWritable: () => void;
  readonly workspace: WorkspaceOperations;
  readonly definitionFiles: DefinitionFiles;
  /** Workspace of the first start. */
  readonly examples: Json;
  readonly uploads: Uploads;
  readonly tokens: Tokens;
  readonly sandboxes: SandboxOperations;
  /** Iterates over all records of the current state. */
  readonly exportState: () => Iterable<Json>;
  /**
   * Checks an exported state. Returns a function that replaces the current state with it. Throws `ApiError('invalid_request')`
   * when it is invalid.
   * @param mayGoOn true when its unfinished runs go on; otherwise they are held
   */
  readonly readState: (state: readonly Json[], mayGoOn: boolean) => Promise<() => Promise<void>>;
  readonly checkpoints: Checkpoints;
  /** Automatic checkpoints before destructive changes. */
  readonly undoPoints: Checkpoints;
  /** Blocks writing requests while the state is replaced. */
  readonly gate: WriteGate;
  /** Empties the state; definitions, keys and webhook URLs stay. */
  readonly reset: () => Promise<void>;
  readonly sendLoopback: SendLoopback;
  readonly maxTrafficBytes: number;
  /** null in memory. */
  readonly storedTraffic: StoredTraffic | null;
  readonly info: () => Omit<Info, 'actors' | 'usage' | 'refusedOrigins'>;
  readonly usage: () => Omit<Info['usage'], 'traffic'>;
  /**
   * Subscribes to events; returns a function that unsubscribes. `definitions` is also sent when only the workspace's status
   * changed.
   */
  readonly emit: (event: EngineEvent) => void;
  readonly subscribe: (listener: (event: EngineEvent) => void) => () => void;
  /** Reports an error of Hangar itself, for the log. */
  readonly reportError: (error: unknown) => void;
  readonly options: ServerOptions;
  readonly settings: ServerSettings;
}

/** Definitions and complete state under names. */
export interface Checkpoints {
  /** The current definitions and complete state, captured at the call. */
  readonly content: () => EmulatorContent;
  /** By name. */
  readonly list: () => CheckpointRow[];
  /** Throws 404, as do all operations with a name. */
  readonly get: (name: string) => CheckpointRow;
  /** Throws 409 when the name is taken, unless `replace` is set. */
  readonly save: (checkpoint: { readonly name: string; readonly replace?: boolean }) => Promise<CheckpointRow>;
  readonly remove: (name: string) => Promise<void>;
  /** Ends all runs and restores the checkpoint; durable when it resolves. Throws 409 for a damaged one. */
  readonly restore: (name: string) => Promise<Restored>;
  /** @param to name of another checkpoint, or `now` */
  readonly diff: (name: string, to: string) => Promise<CheckpointDiff>;
}
