import { join, resolve } from 'node:path';
import { Workspace, type AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { composeEmulator, type EmulatorOptions, type WorkspaceSource } from '../emulator/emulator.ts';
import { builtWindow } from '../emulator/host/built-window.ts';
import { lineLogger, SILENT } from '../emulator/host/logger.ts';
import { StartError } from '../emulator/host/start-error.ts';
import { hostProblem } from './flags/reachable-host.ts';

export type { AuthoredWorkspace, Workspace } from '../../shared/model/workspace.ts';

/** Options of an emulator for a test suite; all are optional. */
export interface StartOptions {
  /** The definitions, or the path of a workspace file; none by default. A file is never written unless `data` is given. */
  readonly workspace?: AuthoredWorkspace | string;
  /** Folder of the state; without one nothing is written to disk. */
  readonly data?: string;
  /** Port to listen on; any free one by default. */
  readonly port?: number;
  /** Address to listen on, 127.0.0.1 by default. Any but loopback needs an `adminToken` of at least 16 characters. */
  readonly host?: string;
  /** An API key to accept; `apiKey` of the result is then known beforehand. */
  readonly apiKey?: string;
  /** Token that `/_emulator` requires, as `Authorization: Bearer`. */
  readonly adminToken?: string;
  /** Host names accepted in addition to loopback. */
  readonly allowedHosts?: readonly string[];
  /** Origins that may call `/v0` from a browser. */
  readonly corsOrigins?: readonly string[];
  /** Receives warnings and errors as lines; without it they are discarded. */
  readonly onMessage?: (line: string) => void;
}

/** An emulator that runs in this process. */
export interface RunningEmulator {
  /** Base URL, without a final slash. */
  readonly url: string;
  /** An API key with all permissions. */
  readonly apiKey: string;
  readonly workspace: {
    /** The definitions in use, with defaults filled in. */
    readonly current: () => Workspace;
    /** Changes the definitions. Rejects when the result is not a valid workspace. */
    readonly change: (edit: (workspace: Workspace) => AuthoredWorkspace) => Promise<void>;
  };
  /** Ends every run and empties the state; definitions and keys stay. */
  readonly reset: () => Promise<void>;
  /** Stops the server and all runs, and closes all files. */
  readonly stop: () => Promise<void>;
}

/** Starts an emulator in this process. Several can run side by side, each with its own `data`. */
export async function startEmulator(options: StartOptions = {}): Promise<RunningEmulator> {
  const emulator = await composeEmulator(emulatorOptions(options));
  return {
    url: emulator.url,
    apiKey: emulator.apiKey,
    workspace: {
      current: () => emulator.workspace.current(),
      change: (edit) => emulator.workspace.change((workspace) => Workspace.parse(edit(workspace))),
    },
    reset: () => emulator.reset(),
    stop: () => emulator.stop(),
  };
}

function emulatorOptions({ workspace, data, onMessage, ...rest }: StartOptions): EmulatorOptions {
  const host = rest.host ?? '127.0.0.1';
  const problem = hostProblem(host, { name: 'adminToken', text: rest.adminToken });
  if (problem !== undefined) throw new StartError('usage', `The host ${problem}.`);
  return {
    port: rest.port ?? 0,
    host,
    data: data === undefined ? null : resolve(data),
    workspace: workspaceOf(workspace, data),
    apiKey: rest.apiKey ?? null,
    adminToken: rest.adminToken ?? null,
    allowedHosts: rest.allowedHosts ?? [],
    corsOrigins: rest.corsOrigins ?? [],
    durability: 'process',
    gui: builtWindow(import.meta.url),
    logger: onMessage === undefined ? SILENT : lineLogger({ info: () => undefined, alert: onMessage }, 'text', true),
  };
}

/** Given definitions stay in memory; without any, those of the data folder are used. */
function workspaceOf(workspace: StartOptions['workspace'], data: string | undefined): WorkspaceSource {
  const given = typeof workspace === 'object' ? workspace : undefined;
  const path =
    typeof workspace === 'string' ? workspace : data === undefined ? undefined : join(data, 'workspace.json');
  return {
    file: path === undefined || given !== undefined ? null : resolve(path),
    initial: given ?? { version: 1 },
    mustExist: typeof workspace === 'string',
  };
}
