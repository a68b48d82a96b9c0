import { join, resolve } from 'node:path';
import { ClockChange } from '../../shared/contract/emulator/clock.ts';
import { WORKSPACE_SCHEMA_FILE, type AuthoredWorkspace } from '../../shared/model/workspace.ts';
import type { EmulatorOptions, WorkspaceSource } from '../emulator/compose/emulator-options.ts';
import { lineLogger, SILENT } from '../emulator/host/logger.ts';
import { StartError } from '../emulator/host/start-error.ts';
import { checked } from './flags/checked-options.ts';
import { hostProblem, isLoopback } from './flags/reachable-host.ts';
import type { ClockOptions } from './library-clock.ts';

/** Options of an emulator for a test suite; all are optional. */
export interface StartOptions {
  /** The definitions, or the path of a workspace file; none by default. A file is never written unless `data` is given. */
  readonly workspace?: AuthoredWorkspace | string;
  /** Folders of definition files to serve as they lie there; edits take effect while the emulator runs. */
  readonly definitions?: readonly string[];
  /** Word of the SDK in definition files, such as `acme`; by default found in their names. */
  readonly sdk?: string;
  /** True to run the schedules of tasks on the emulated clock. */
  readonly schedules?: boolean;
  /** Path of a `.hangar-bundle` to open in memory, with its definitions, state, traffic and findings; on loopback only. */
  readonly bundle?: string;
  /** True to let the unfinished runs of the bundle go on, which runs their commands; otherwise they are held until `release`. */
  readonly resume?: boolean;
  /** Folder of the state; without one nothing is written to disk. */
  readonly data?: string;
  /** Port to listen on; any free one by default. */
  readonly port?: number;
  /** Address to listen on, 127.0.0.1 by default. Any but loopback needs an `adminToken` of at least 16 characters. */
  readonly host?: string;
  /** An additional API key, which is then `apiKey` of the result. */
  readonly apiKey?: string;
  /** Token that `/_emulator` requires, as `Authorization: Bearer`. */
  readonly adminToken?: string;
  /** Host names accepted in addition to loopback. */
  readonly allowedHosts?: readonly string[];
  /** Origins that may call `/v0` from a browser. */
  readonly corsOrigins?: readonly string[];
  /** The emulated clock at the start. With `data`, it does not go back before the latest time of the state. */
  readonly clock?: ClockOptions;
  /** Receives warnings and errors as lines; without it they are discarded. */
  readonly onMessage?: (line: string) => void;
}

/**
 * The options of the emulator that a test suite asks for. Throws `StartError`.
 * @param gui folder of the built window, or null for none
 */
export function emulatorOptions(
  gui: string | null,
  { workspace, data, bundle, resume = false, clock, onMessage, definitions = [], ...rest }: StartOptions,
): EmulatorOptions {
  const host = rest.host ?? '127.0.0.1';
  const problem = hostProblem(host, { name: 'adminToken', text: rest.adminToken });
  if (problem !== undefined) throw new StartError('usage', `The host ${problem}.`);
  if (bundle !== undefined && (workspace !== undefined || data !== undefined || !isLoopback(host)))
    throw new StartError('usage', 'A bundle has definitions and a state of its own, and is served on loopback only.');
  return {
    port: rest.port ?? 0,
    host,
    data: data === undefined ? null : resolve(data),
    workspace: workspaceOf(workspace, data, definitions[0]),
    definitions: definitions.map((path) => resolve(path)),
    ...{ sdk: rest.sdk, schedules: rest.schedules ?? false },
    ...(bundle === undefined ? {} : { bundle: resolve(bundle), resume }),
    apiKey: rest.apiKey ?? null,
    adminToken: rest.adminToken ?? null,
    allowedHosts: rest.allowedHosts ?? [],
    corsOrigins: rest.corsOrigins ?? [],
    durability: 'process',
    ...(clock === undefined ? {} : { clock: checked(ClockChange, clock, 'clock') }),
    gui,
    logger: onMessage === undefined ? SILENT : lineLogger({ info: () => undefined, alert: onMessage }, 'text', true),
  };
}

/** Given definitions stay in memory. Default: those of the data folder. */
function workspaceOf(
  workspace: StartOptions['workspace'],
  data: string | undefined,
  definitions: string | undefined,
): WorkspaceSource {
  const given = typeof workspace === 'object' ? workspace : undefined;
  const path =
    typeof workspace === 'string' ? workspace : data === undefined ? undefined : join(data, 'workspace.json');
  return {
    file: path === undefined || given !== undefined ? null : resolve(path),
    initial: given ?? { $schema: WORKSPACE_SCHEMA_FILE, version: 1 },
    mustExist: typeof workspace === 'string',
    isNamed: typeof workspace === 'string',
    ...(path === undefined && definitions !== undefined ? { folder: resolve(definitions) } : {}),
  };
}
