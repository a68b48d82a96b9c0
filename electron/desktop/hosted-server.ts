import { createServer } from 'node:net';
import type { Emulator } from '../emulator/emulator.ts';
import { StartError } from '../emulator/host/start-error.ts';
import { programOptions, type HostOptions } from '../programs/flags/program-options.ts';
import { DEFAULT_HOST, type Flags } from '../programs/flags/flags.ts';
import { isLoopback } from '../programs/flags/reachable-host.ts';
import { startServer } from '../programs/start-server.ts';
import { askForPort } from './dialogs.ts';
import type { OpenedFile } from './open-file.ts';

/** Flags of the desktop, with a port. */
type ServerFlags = Flags & { readonly port: number };

/** The server that the desktop hosts. */
export class HostedServer {
  #flags: ServerFlags;
  readonly #host: HostOptions;
  #emulator: Emulator | undefined;
  /** Resolves when no workspace change is in progress. */
  #changed: Promise<unknown> = Promise.resolve();

  constructor(flags: ServerFlags, host: HostOptions) {
    assertBundleIsLocal(flags);
    this.#flags = flags;
    this.#host = host;
  }

  /** Absolute paths of the workspace file and the bundle in use; "" when there is none. */
  get inUse(): { readonly workspace: string; readonly bundle: string } {
    const { workspace, bundle = '' } = programOptions('desktop', this.#flags, this.#host).emulator;
    return { workspace: workspace.file ?? '', bundle };
  }

  get isInMemory(): boolean {
    return this.#flags.inMemory;
  }

  /** Number of unfinished runs, which a stop would interrupt. */
  unfinishedRuns(): number {
    return this.#emulator?.engine.runs.countUnfinished() ?? 0;
  }

  /** Starts the server on the port of the flags. Asks for another port when it is in use. */
  async start(): Promise<Emulator> {
    const { port, host = DEFAULT_HOST } = this.#flags;
    try {
      return await this.#serve(this.#flags);
    } catch (error) {
      if (!(error instanceof StartError) || error.reason !== 'portBusy') throw error;
      const chosen = await askForPort(error.message, await freePort(host, port + 1), port);
      if (chosen === null) throw new DeclinedError('portBusy', error.message);
      this.#flags = { ...this.#flags, port: chosen };
      return this.start();
    }
  }

  /** Serves another file at the same address. On failure, serves the previous one again and rejects. */
  change(opened: OpenedFile, onServed: (emulator: Emulator) => void): Promise<void> {
    const changed = this.#change(opened, onServed);
    this.#changed = changed.catch(() => undefined);
    return changed;
  }

  async stop(): Promise<void> {
    await this.#changed;
    await this.#emulator?.stop();
  }

  async #change(opened: OpenedFile, onServed: (emulator: Emulator) => void): Promise<void> {
    const before = this.#emulator;
    if (before === undefined) throw new Error('Hangar has not started yet.');
    // The window and other programs keep using the address that they know.
    const flags = { ...this.#flags, port: Number(new URL(before.url).port) };
    const next = { ...flags, bundle: undefined, ...opened };
    assertBundleIsLocal(next);
    await before.stop();
    try {
      onServed(await this.#serve(next));
    } catch (error) {
      onServed(await this.#serve(flags));
      throw error;
    }
  }

  async #serve(flags: ServerFlags): Promise<Emulator> {
    const { emulator } = await startServer('desktop', flags, this.#host);
    this.#flags = flags;
    this.#emulator = emulator;
    return emulator;
  }
}

/** Keys and webhook URLs of a bundle are guessable placeholders. */
function assertBundleIsLocal({ bundle, host = DEFAULT_HOST }: Flags): void {
  if (bundle !== undefined && !isLoopback(host))
    throw new StartError(
      'usage',
      `A bundle is served on this machine only, since its keys can be guessed, but Hangar was started with --host ${host}.`,
    );
}

/** The user declined to start; no further message is needed. */
export class DeclinedError extends StartError {}

const LAST_PORT = 65_535;

/** Finds the first free port from `from` on; any free port when all of those are in use. */
async function freePort(host: string, from: number): Promise<number> {
  for (let port = from; port <= LAST_PORT; port++) {
    if ((await tryPort(host, port)) !== undefined) return port;
  }
  return (await tryPort(host, 0)) ?? 0;
}

/** Listens briefly on a port. Resolves to the port, or to `undefined` when it is not free. */
function tryPort(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}
