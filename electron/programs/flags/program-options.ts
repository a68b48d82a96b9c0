import { join, resolve } from 'node:path';
import type { EmulatorOptions, WorkspaceSource } from '../../emulator/compose/emulator-options.ts';
import { lineLogger, printable, type LogFormat } from '../../emulator/host/logger.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { userDataFolder } from '../../emulator/platform/paths.ts';
import { SAMPLE_WORKSPACE } from '../../emulator/compose/sample-workspace.ts';
import { WORKSPACE_SCHEMA_FILE } from '../../../shared/model/workspace.ts';
import { assertAllRead } from '../../../shared/values/objects.ts';
import { readSchedule } from './checked-options.ts';
import { adminTokenOf, DEFAULT_HOST, DEFAULT_PORT, type Flags } from './flags.ts';

/** Options that do not come from flags. */
export type HostOptions = Pick<EmulatorOptions, 'gui' | 'startScriptProcess' | 'onStopAsked'>;

/** Options of a program: those of its emulator, and of its own output. */
interface ProgramOptions {
  readonly emulator: EmulatorOptions;
  readonly format: LogFormat;
  readonly quiet: boolean;
}

/** Converts a program's flags to options, with defaults. An unread flag does not compile. */
export function programOptions(
  program: 'serve' | 'exec' | 'desktop',
  flags: Flags,
  hostOptions: HostOptions,
): ProgramOptions {
  const { port, host, data, workspace, bundle, inMemory, definitions, sdk, ...named } = flags;
  const { apiKey, adminToken, adminTokenFile, schedules, ...others } = named;
  const { resume, allowedHost, corsOrigin, durability, now, freeze, autoSkip, schedule, ...last } = others;
  const { logFormat: format = 'text', quiet, ...unread } = last;
  assertAllRead(unread);
  const isExec = program === 'exec';
  const isInMemory = inMemory || bundle !== undefined || (isExec && data === undefined);
  const folder = data ?? (isInMemory ? undefined : ownFolder());
  // The standard output of exec belongs to the command.
  const info = isExec ? printError : printLine;
  const alert = isExec || format === 'text' ? printError : printLine;
  const emulator = {
    port: port ?? (isExec ? 0 : DEFAULT_PORT),
    host: host ?? DEFAULT_HOST,
    data: isInMemory || folder === undefined ? null : resolve(folder),
    workspace: workspaceOf(workspace, folder, { isInMemory, definitions }),
    ...{ definitions: definitions.map((path) => resolve(path)), sdk, schedules },
    ...(bundle === undefined ? {} : { bundle: resolve(bundle), resume }),
    apiKey: apiKey ?? null,
    adminToken: adminTokenOf({ adminToken, adminTokenFile }) ?? null,
    allowedHosts: allowedHost,
    corsOrigins: corsOrigin,
    durability: durability ?? 'process',
    ...(schedule === undefined ? {} : { schedule: readSchedule(schedule) }),
    clock: { now, state: freeze ? 'frozen' : undefined, autoSkip } as const,
    logger: lineLogger({ info, alert }, format, quiet),
    ...hostOptions,
  };
  return { emulator, format, quiet };
}

/** Returns the user's data folder. Throws for a user without a home. */
export function ownFolder(): string {
  const folder = userDataFolder();
  if (folder !== undefined) return folder;
  throw new StartError(
    'failed',
    'you have no home folder, where the data is kept; name a folder with --data, keep nothing with --in-memory, or set HOME',
  );
}

/** Returns the workspace file. It is not created in memory, so a named file must exist. Definition files need no examples beside them. */
function workspaceOf(
  named: string | undefined,
  folder: string | undefined,
  { isInMemory, definitions }: { readonly isInMemory: boolean; readonly definitions: readonly string[] },
): WorkspaceSource {
  const path = named ?? (folder === undefined ? undefined : join(folder, 'workspace.json'));
  const [first] = definitions;
  return {
    file: path === undefined ? null : resolve(path),
    initial: first === undefined ? SAMPLE_WORKSPACE : { $schema: WORKSPACE_SCHEMA_FILE, version: 1 },
    mustExist: isInMemory && named !== undefined,
    isNamed: named !== undefined,
    ...(path === undefined && first !== undefined ? { folder: resolve(first) } : {}),
  };
}

/** Prints a line on standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

/** Prints a line on standard error. */
export function printError(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}
