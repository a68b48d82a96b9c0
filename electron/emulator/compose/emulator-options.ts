import type { ServerResponse } from 'node:http';
import type { Schedule } from '../../../shared/model/schedule.ts';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import type { StartScriptProcess } from '../behaviors/script/script-process.ts';
import type { DefinitionFolders } from '../definitions/definition-folders.ts';
import type { ClockSettings } from '../engine/clock-operations.ts';
import type { Logger } from '../host/logger.ts';
import type { ScriptRunner } from '../behaviors/script/script-runner.ts';
import type { SecretRecord } from '../engine/context/records.ts';
import type { Blobs } from '../host/blobs.ts';
import type { LiveProcesses } from '../behaviors/processes.ts';
import type { OpenedBundle } from './open-bundle.ts';
import type { ParsedRecord } from '../store/state/export.ts';
import type { StateUsage } from '../store/state/state-usage.ts';
import type { AnswerAgent } from '../server/http/ports.ts';
import type { Durability } from '../store/state/state-file.ts';
import type { WorkspaceDocument } from '../store/workspace/workspace-text.ts';

/** The source of the definitions. */
export interface WorkspaceSource {
  /** Absolute path, or null for none. In memory, the file is read but never written. */
  readonly file: string | null;
  /** Workspace to use and write when the file is missing: authored, or read by another emulator. */
  readonly initial: AuthoredWorkspace | WorkspaceDocument;
  /** True when a missing file is an error. */
  readonly mustExist: boolean;
  /** True for a file that the user has named, whose folder the names of definition files begin from. */
  readonly isNamed?: boolean;
  /** Base folder of relative paths; by default that of the file, or the working directory. */
  readonly folder?: string | undefined;
}

/** Options of an emulator. */
export interface EmulatorOptions {
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  readonly host: string;
  /** Folder of the state; null for in memory, which writes nothing to disk. */
  readonly data: string | null;
  readonly workspace: WorkspaceSource;
  /** Absolute folders of definition files. */
  readonly definitions?: readonly string[];
  /** Word of the SDK where the workspace names none. */
  readonly sdk?: string | undefined;
  /** True when schedules run on the emulated clock. */
  readonly schedules?: boolean;
  /** Additional API key; null for one that is generated at the first start and stored. */
  readonly apiKey: string | null;
  readonly adminToken: string | null;
  readonly allowedHosts: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Failures that an acknowledged change survives. */
  readonly durability: Durability;
  /** Changes of the emulated clock at the start. */
  readonly clock?: ClockSettings;
  /** A schedule to apply at the start. */
  readonly schedule?: Schedule;
  /** Folder of the built window, or null. */
  readonly gui: string | null;
  readonly logger: Logger;
  /** Starts a process for a script; by default a process of the Node that runs this program. */
  readonly startScriptProcess?: StartScriptProcess | undefined;
  /** Answers the messages of coding agents at `/mcp`; without it, there is nothing. */
  readonly answerAgent?: AnswerAgent | undefined;
  /** Stops the program, when a client asks for it; without it, Hangar is part of another program, which stops it. */
  readonly onStopAsked?: (() => void) | undefined;
  /** A bundle to open: its definitions and state are used, in memory, instead of those of `workspace` and `data`. */
  readonly bundle?: string | undefined;
  /** True when the unfinished runs of the bundle go on; otherwise they are held. */
  readonly resume?: boolean | undefined;
  /** The emulator that this one is a sandbox of. */
  readonly parent?: SandboxParent;
}

/** Options with a bundle that has been read. */
export interface ComposedOptions extends EmulatorOptions {
  readonly opened?: OpenedBundle;
}

/** Parts of an emulator that its sandboxes share. */
export interface SandboxParent {
  readonly url: string;
  /** The API key and the secrets of webhooks. */
  readonly secrets: readonly SecretRecord[];
  /** The state to begin with; `undefined` for an empty one. */
  readonly records: readonly ParsedRecord[] | undefined;
  readonly blobs: Blobs;
  /** Counts what the sandbox keeps, too. */
  readonly usage: StateUsage;
  readonly script: ScriptRunner;
  /** The definition files, which are read once. */
  readonly folders: DefinitionFolders;
  readonly processes: LiveProcesses;
  /** Called with the response of every request of the sandbox. */
  readonly onRequest: (response: ServerResponse) => void;
}
