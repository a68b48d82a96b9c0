import { join, resolve } from 'node:path';
import type { EmulatorOptions, WorkspaceSource } from '../../emulator/emulator.ts';
import { userDataFolder } from '../../emulator/host/user-data.ts';
import { SAMPLE_WORKSPACE } from '../../emulator/sample-workspace.ts';
import { adminTokenOf, DEFAULT_HOST, DEFAULT_PORT, type Flags } from './flags.ts';

/** Options that do not come from flags. */
type HostOptions = Pick<EmulatorOptions, 'gui' | 'logger' | 'startScriptProcess'>;

/** Converts a program's flags to options, with defaults. */
export function emulatorOptions(
  program: 'serve' | 'exec' | 'desktop',
  flags: Flags,
  hostOptions: HostOptions,
): EmulatorOptions {
  const folder = flags.data ?? (program === 'exec' ? undefined : userDataFolder(process.platform, process.env));
  const inMemory = flags.inMemory || folder === undefined;
  return {
    port: flags.port ?? (program === 'exec' ? 0 : DEFAULT_PORT),
    host: flags.host ?? DEFAULT_HOST,
    data: inMemory ? null : resolve(folder),
    workspace: workspaceOf(flags, inMemory ? flags.data : folder, inMemory),
    apiKey: flags.apiKey ?? null,
    adminToken: adminTokenOf(flags) ?? null,
    allowedHosts: flags.allowedHost,
    corsOrigins: flags.corsOrigin,
    durability: flags.durability ?? 'process',
    ...hostOptions,
  };
}

/** Returns the workspace file. In memory it cannot be created, so a named file must exist. */
function workspaceOf({ workspace }: Flags, folder: string | undefined, inMemory: boolean): WorkspaceSource {
  const path = workspace ?? (folder === undefined ? undefined : join(folder, 'workspace.json'));
  return {
    file: path === undefined ? null : resolve(path),
    initial: SAMPLE_WORKSPACE,
    mustExist: inMemory && workspace !== undefined,
  };
}
