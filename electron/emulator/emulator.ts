import type { Finding } from '../../shared/contract/emulator/findings.ts';
import { openBundle } from './compose/open-bundle.ts';
import { gzipped } from './server/http/outcome.ts';
import { createSandboxes } from './compose/create-sandboxes.ts';
import { type EmulatorParts, openParts, stackOf } from './compose/parts.ts';
import { serverPorts } from './compose/server-ports.ts';
import { toStartError } from './compose/to-start-error.ts';
import { createLab, type Lab } from './lab/lab.ts';
import { createEngine, type Engine } from './engine/create-engine.ts';
import type { EngineEvent, EnginePorts, WorkspaceStore } from './engine/context/ports.ts';
import { emulatorCheckpoints, openAndFinish, type EmulatorCheckpoints } from './compose/checkpoints.ts';
import { Closers } from './host/closers.ts';
import { keepRetention } from './host/retention.ts';
import type { Sandboxes } from './host/sandboxes.ts';
import { resolvesWithin } from './timers/timers.ts';
import { createApp, type ServerApp } from './server/app.ts';
import { listen } from './server/listen.ts';
import type { ComposedOptions, EmulatorOptions } from './compose/emulator-options.ts';
import { begin, closeServer, logStart, refuseClock, STOP_WORK_TIMEOUT } from './compose/begin-emulator.ts';

export type { RuleStore } from './lab/rule-store.ts';
export type { RuleItem, RuleRequestOf } from './lab/rule-entry.ts';
export type { ScriptProcess, StartScriptProcess } from './behaviors/script/script-process.ts';
export { chance } from './engine/runs/simulation.ts';
export type { Durability } from './store/state/state-file.ts';

/** A running emulator. */
export interface Emulator {
  /** Origin of the server, without a final slash. */
  readonly url: string;
  /** An API key with all permissions. */
  readonly apiKey: string;
  /** Folder of the state; "" in memory. */
  readonly data: string;
  readonly workspace: Pick<WorkspaceStore, 'current' | 'change'>;
  readonly engine: Engine;
  readonly lab: Lab;
  /** Prepares a bundle of evidence, compressed. */
  readonly bundle: (findings?: readonly Finding[]) => Promise<ReadableStream<Uint8Array>>;
  /** Sends a logged request again, by its ID. */
  readonly sendAgain: ServerApp['sendAgain'];
  /** The text of an HTTP archive of logged requests. */
  readonly har: ServerApp['har'];
  /** Waits for an event. Rejects with a 408 after the timeout. */
  readonly waitFor: ServerApp['waitFor'];
  /** The applied schedule, and what became of it. */
  readonly scheduleView: ServerApp['scheduleView'];
  /** The readers of the emulator of a test. */
  readonly testView: ServerApp['testView'];
  readonly testCounts: ServerApp['testCounts'];
  /** The requests that faults hold. */
  readonly held: ServerApp['held'];
  readonly sandboxes: Sandboxes<Emulator>;
  /** Findings as if no request followed, including those of running and ended sandboxes. */
  readonly findingsAtEnd: () => Finding[];
  readonly checkpoints: EmulatorCheckpoints;
  /** Calls the listener for every event; returns a function that unsubscribes it. */
  readonly subscribe: (listener: (event: EngineEvent) => void) => () => void;
  /** Stops every run and clears the state; definitions, keys and webhook URLs stay. Durable when it resolves. */
  readonly reset: () => Promise<void>;
  /** Stops within five seconds. Further calls return the same promise. */
  readonly stop: () => Promise<void>;
}

/** Creates state, workspace, behaviors, engine and server, and starts to listen. Throws `StartError`. */
export async function composeEmulator(options: EmulatorOptions): Promise<Emulator> {
  const closers = new Closers();
  try {
    return await compose(await withBundle(options), closers);
  } catch (error) {
    // Report the error of the start, not one of closing.
    await closers.close().catch(() => undefined);
    throw toStartError(error);
  }
}

/** Reads the bundle of the options. */
async function withBundle(options: EmulatorOptions): Promise<ComposedOptions> {
  if (options.bundle === undefined) return options;
  const opened = await openBundle(options.bundle, options.resume ?? false);
  const workspace = { file: null, initial: opened.document, mustExist: false, folder: options.workspace.folder };
  return { ...options, data: null, workspace, apiKey: options.apiKey ?? opened.apiKey ?? null, opened };
}

function schedulesOf({ schedules = false, logger }: ComposedOptions): Pick<EnginePorts, 'runsSchedules' | 'warn'> {
  return { runsSchedules: schedules, warn: logger.warn };
}

async function compose(options: ComposedOptions, closers: Closers): Promise<Emulator> {
  let url = '';
  const baseUrl = (): string => url;
  const parts = await openParts(options, baseUrl, closers);
  const { state, workspace, events, apiKey, damages } = parts;
  const { cause, messages: restored, ...stores } = await openAndFinish(options.data, parts);
  const engine = createEngine({ ...parts, emit: events.emit, baseUrl, ...schedulesOf(options) });
  const reportError = (error: unknown): void => options.logger.error(stackOf(error));
  const lab = createLab({ ...parts, engine, emit: events.emit, subscribe: events.subscribe, reportError });
  const saved = emulatorCheckpoints({ ...parts, ...stores, engine, lab });
  const { checkpoints } = saved;
  const { sandboxes, findings } = createSandboxes(options, parts, { checkpoints, baseUrl, compose: composeEmulator });
  closers.add(() => sandboxes.close());
  closers.add(() => stopWork(parts, engine, lab));
  const messages = [...damages, ...parts.messages, ...restored];
  const ports = serverPorts({ options, parts, engine, lab, ...saved, sandboxes, messages, url: () => url });
  const server = createApp(ports);
  const listening = await listen(server, { ...options, onRequest: options.parent?.onRequest });
  closers.add(() => {
    // Sandboxes end meanwhile.
    void sandboxes.close();
    return closeServer(server, listening);
  });
  url = listening.url;
  // Same turn as listen(): no request arrives before.
  messages.push(...(await begin(options, cause, { engine, lab, server })));
  if (options.clock !== undefined) await engine.clock.start(options.clock).catch(refuseClock);
  closers.add(keepRetention(parts));
  await state.flushed();
  logStart(options.logger, messages.slice(damages.length), [...damages, ...workspace.status().warnings]);
  return {
    ...{ url, apiKey, data: options.data ?? '', reset: ports.reset },
    ...{ workspace, engine, lab, checkpoints, sandboxes },
    ...partsOf(server),
    subscribe: events.subscribe,
    bundle: async (findings) => gzipped(await server.bundle(findings), reportError),
    findingsAtEnd: () => [...lab.findings.atEnd(), ...findings()],
    stop: () => closers.close(),
  };
}

/** Ends the work of tasks; kills the processes that do not end in time. */
async function stopWork({ processes }: EmulatorParts, engine: Engine, lab: Lab): Promise<void> {
  lab.stop();
  if (!(await resolvesWithin(STOP_WORK_TIMEOUT, engine.stop()))) processes.killLive();
}

/** The parts of a server that its emulator shows. */
function partsOf({ sendAgain, har, waitFor, held, scheduleView, testView, testCounts }: ServerApp) {
  return { sendAgain, har, waitFor, held, scheduleView, testView, testCounts };
}
