import { serve } from '../../support/program.ts';
import type { startEmulator } from '../../../electron/programs/library.ts';
import { SAMPLE_WORKSPACE } from '../../../electron/emulator/compose/sample-workspace.ts';

/** A server with the built window. */
export interface TestServer {
  readonly ready: { readonly url: string; readonly apiKey: string };
  /** The program's process ID; absent when the server runs in this process. */
  readonly pid?: number;
  /** Stops it, unless it has been stopped. */
  readonly stop: () => Promise<unknown>;
}

interface ServerOptions {
  readonly apiKey: string;
  /** Path of a workspace file, or the sample. */
  readonly workspace: string;
  /** Any free one when absent. */
  readonly port?: number;
}

/** Starts the built library in this process, with its state in memory: a tenth of the time that a program takes to start. */
export async function startServer({ workspace, ...options }: ServerOptions): Promise<TestServer> {
  // Imported when it has been built.
  const built = new URL('../../../out/main/library.js', import.meta.url).href;
  const library = (await import(built)) as { startEmulator: typeof startEmulator };
  const emulator = await library.startEmulator({
    ...options,
    workspace: workspace === 'sample' ? SAMPLE_WORKSPACE : workspace,
  });
  const stop = () => (stopped ??= emulator.stop());
  let stopped: Promise<void> | undefined;
  return { ready: { url: emulator.url, apiKey: emulator.apiKey }, stop };
}

/** Starts the built program, with its state in memory. */
export async function startProgram({ apiKey, workspace }: ServerOptions): Promise<TestServer> {
  const file = workspace === 'sample' ? [] : ['--workspace', workspace];
  const { ready, stop, child } = await serve(['--in-memory', '--api-key', apiKey, ...file]);
  return { ready, stop, ...(child.pid === undefined ? {} : { pid: child.pid }) };
}
