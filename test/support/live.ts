import { startEmulator, type RunningEmulator, type StartOptions } from '../../electron/programs/library.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { liveClient, type LiveClient } from './live-client.ts';

export * from './live-client.ts';

/** An emulator of its own, on a socket, with real time, threads and processes. */
export interface Live extends LiveClient {
  readonly emulator: RunningEmulator;
}

/** Starts an emulator with real time. Stop it with `emulator.stop()`. */
export async function startLive(
  workspace: Omit<AuthoredWorkspace, 'version'> | string,
  options: Omit<StartOptions, 'workspace'> = {},
): Promise<Live> {
  const definitions = typeof workspace === 'string' ? workspace : { version: 1 as const, ...workspace };
  const emulator = await startEmulator({ ...options, workspace: definitions });
  return { emulator, ...liveClient(emulator.url, emulator.apiKey) };
}
