import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import type { StartScriptProcess } from './behaviors/script/script-process.ts';
import { openParts } from './parts.ts';
import { serverPorts } from './server-ports.ts';
import { toStartError } from './to-start-error.ts';
import { createEngine } from './engine/create-engine.ts';
import type { Engine } from './engine/engine.ts';
import type { EngineEvent, WorkspaceStore } from './engine/ports.ts';
import { Closers } from './host/closers.ts';
import type { Logger } from './host/logger.ts';
import { keepRetention } from './host/retention.ts';
import { resolvesWithin } from './host/within.ts';
import { createApp } from './server/app.ts';
import type { Durability } from './store/state/journal.ts';
import { listen } from './server/listen.ts';

/** Where the definitions come from. */
export interface WorkspaceSource {
  /** Absolute path; in memory it is read, never written. Null: only what is given here. */
  readonly file: string | null;
  /** What holds, and is written, when the file is missing. */
  readonly initial: AuthoredWorkspace;
  /** A missing file is an error. */
  readonly mustExist: boolean;
}

export type { ScriptProcess, StartScriptProcess } from './behaviors/script/script-process.ts';
export type { Durability } from './store/state/journal.ts';

/** How an emulator is put together. */
export interface EmulatorOptions {
  /** Port to listen on, 0 for any free one. */
  readonly port: number;
  readonly host: string;
  /** Folder of the state; null for in memory, when nothing is written to disk. */
  readonly data: string | null;
  readonly workspace: WorkspaceSource;
  /** A key that is accepted beside those of the workspace; null: one is made at the first start and kept. */
  readonly apiKey: string | null;
  readonly adminToken: string | null;
  readonly allowedHosts: readonly string[];
  readonly corsOrigins: readonly string[];
  /** What an answer outlives. */
  readonly durability: Durability;
  /** Folder of the built window; null for none. */
  readonly gui: string | null;
  readonly logger: Logger;
  /** Starts a process for a script; without it, one of the Node that runs this program. */
  readonly startScriptProcess?: StartScriptProcess | undefined;
}

/** An emulator that serves. */
export interface Emulator {
  /** Without a final slash. */
  readonly url: string;
  /** A key that may do everything. */
  readonly apiKey: string;
  /** The folder of the state; "" in memory. */
  readonly data: string;
  readonly workspace: Pick<WorkspaceStore, 'current' | 'change'>;
  readonly engine: Engine;
  /** Calls at everything that happens; returns what stops the calls. */
  readonly subscribe: (listener: (event: EngineEvent) => void) => () => void;
  /** Ends every run and empties the state; definitions, keys and webhook URLs stay. Durable when it resolves. */
  readonly reset: () => Promise<void>;
  /** Ends everything within five seconds; calling it again gives the same promise. */
  readonly stop: () => Promise<void>;
}

/** How long the work of runs may take to end at a stop, in milliseconds; what is left then is killed. */
const WORK_ENDS_WITHIN = 1500;
/** How long answers under way may take at a stop, in milliseconds. */
const ANSWERS_END_WITHIN = 1500;

/** Introduces state, workspace, engine, behaviors and server to each other, and serves. Throws `StartError`. */
export async function composeEmulator(options: EmulatorOptions): Promise<Emulator> {
  const closers = new Closers();
  try {
    return await compose(options, closers);
  } catch (error) {
    // What could not be opened is the news; that something else would not close is not.
    await closers.close().catch(() => undefined);
    throw toStartError(error);
  }
}

async function compose(options: EmulatorOptions, closers: Closers): Promise<Emulator> {
  let url = '';
  const parts = await openParts(options, () => url, closers);
  const { state, workspace, events, apiKey } = parts;
  const engine = createEngine({ ...parts, emit: events.emit, baseUrl: () => url });
  closers.add(async () => {
    if (!(await resolvesWithin(WORK_ENDS_WITHIN, engine.stop()))) parts.processes.killLive();
  });
  const { damages } = parts;
  const messages = [...damages, ...parts.messages];
  const ports = serverPorts({ options, parts, engine, messages, url: () => url });
  const listening = await listen(createApp(ports), options);
  closers.add(() => listening.close(ANSWERS_END_WITHIN));
  url = listening.url;
  // In the turn in which it began to listen: no request comes between.
  messages.push(...engine.resume());
  closers.add(keepRetention(parts));
  await state.flushed();
  for (const message of messages.slice(damages.length)) options.logger.info(message);
  for (const warning of [...damages, ...workspace.status().warnings]) options.logger.warn(warning);
  const { subscribe } = events;
  const stop = (): Promise<void> => closers.close();
  return { url, apiKey, data: options.data ?? '', workspace, engine, subscribe, reset: ports.reset, stop };
}
