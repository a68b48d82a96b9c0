import type { Finding } from '../../shared/contract/emulator/findings.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import type { StartScriptProcess } from './behaviors/script/script-process.ts';
import { bundleMessages } from './bundle-messages.ts';
import { BUNDLE_API_KEY, openBundle, type OpenedBundle } from './open-bundle.ts';
import { gzipped } from './server/http/outcome.ts';
import { createSandboxes, type SandboxParent } from './create-sandboxes.ts';
import { openParts, stackOf } from './parts.ts';
import { serverPorts } from './server-ports.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { StartError } from './host/start-error.ts';
import { toStartError } from './to-start-error.ts';
import { createLab, type Lab } from './lab/lab.ts';
import { createEngine } from './engine/create-engine.ts';
import type { ClockSettings } from './engine/clock-operations.ts';
import type { Engine } from './engine/engine.ts';
import type { ResumeCause } from './engine/resume.ts';
import type { EngineEvent, WorkspaceStore } from './engine/ports.ts';
import { emulatorCheckpoints, openAndFinish, type EmulatorCheckpoints } from './checkpoints.ts';
import { Closers } from './host/closers.ts';
import type { Logger } from './host/logger.ts';
import { keepRetention } from './host/retention.ts';
import type { Sandboxes } from './host/sandboxes.ts';
import { resolvesWithin } from './host/within.ts';
import { createApp, type ServerApp } from './server/app.ts';
import type { Durability } from './store/state/journal.ts';
import { listen, type Listening } from './server/listen.ts';
import type { WorkspaceDocument } from './store/workspace/workspace-text.ts';

/** The source of the definitions. */
export interface WorkspaceSource {
  /** Absolute path, or null for none. In memory, the file is read but never written. */
  readonly file: string | null;
  /** Workspace to use and write when the file is missing: as authored, or as another emulator has read it. */
  readonly initial: AuthoredWorkspace | WorkspaceDocument;
  /** True when a missing file is an error. */
  readonly mustExist: boolean;
  /** Base folder of relative paths; by default that of the file, or the working directory. */
  readonly folder?: string | undefined;
}

export type { RuleItem, RuleRequestOf, RuleStore } from './lab/rule-store.ts';
export type { ScriptProcess, StartScriptProcess } from './behaviors/script/script-process.ts';
export type { Durability } from './store/state/journal.ts';

/** Options of an emulator. */
export interface EmulatorOptions {
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  readonly host: string;
  /** Folder of the state; null for in memory, which writes nothing to disk. */
  readonly data: string | null;
  readonly workspace: WorkspaceSource;
  /** Additional API key; null for one that is generated at the first start and stored. */
  readonly apiKey: string | null;
  readonly adminToken: string | null;
  readonly allowedHosts: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Failures that an acknowledged change survives. */
  readonly durability: Durability;
  /** Changes of the emulated clock at the start. */
  readonly clock?: ClockSettings;
  /** Folder of the built window, or null. */
  readonly gui: string | null;
  readonly logger: Logger;
  /** Starts a process for a script; by default a process of the Node that runs this program. */
  readonly startScriptProcess?: StartScriptProcess | undefined;
  /** A bundle to open: its definitions and state are used, in memory, instead of those of `workspace` and `data`. */
  readonly bundle?: string | undefined;
  /** The emulator that this one is a sandbox of. */
  readonly parent?: SandboxParent;
}

/** Options with a bundle that has been read. */
export interface ComposedOptions extends EmulatorOptions {
  readonly opened?: OpenedBundle;
}

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
  /** Waits for something to happen. Rejects with a 408 after the time. */
  readonly waitFor: ServerApp['waitFor'];
  readonly sandboxes: Sandboxes<Emulator>;
  /** Mistakes of clients if no request follows, also those of its sandboxes, running and ended. */
  readonly findingsAtEnd: () => Finding[];
  readonly checkpoints: EmulatorCheckpoints;
  /** Calls the listener for every event; returns a function that unsubscribes it. */
  readonly subscribe: (listener: (event: EngineEvent) => void) => () => void;
  /** Stops every run and clears the state; definitions, keys and webhook URLs stay. Durable when it resolves. */
  readonly reset: () => Promise<void>;
  /** Stops within five seconds. Further calls return the same promise. */
  readonly stop: () => Promise<void>;
}

/** Maximum time for the work of runs to end at a stop, in milliseconds. Remaining processes are killed. */
const STOP_WORK_TIMEOUT = 1500;
/** Maximum time for the last traffic to be written at a stop, in milliseconds. */
const STOP_TRAFFIC_TIMEOUT = 1000;
/** Maximum time for pending responses at a stop, in milliseconds. */
const STOP_RESPONSES_TIMEOUT = 1500;

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
  const opened = await openBundle(options.bundle);
  const workspace = { file: null, initial: opened.document, mustExist: false, folder: options.workspace.folder };
  return { ...options, data: null, workspace, apiKey: options.apiKey ?? BUNDLE_API_KEY, opened };
}

/** Adds the evidence of a bundle to the emulator that was made from it. */
async function restoreEvidence(
  { traffic, findings, faults }: OpenedBundle,
  lab: Lab,
  server: ServerApp,
): Promise<void> {
  server.restoreTraffic(traffic);
  lab.findings.restore(findings);
  if (faults.length > 0) await lab.rules.faults.add(faults);
}

/** Continues from the state, or shows that of a bundle. Returns sentences for the start-up message. */
async function begin(
  { parent, opened }: ComposedOptions,
  cause: ResumeCause,
  { engine, lab, server }: { readonly engine: Engine; readonly lab: Lab; readonly server: ServerApp },
): Promise<readonly string[]> {
  if (opened !== undefined) {
    const messages = engine.resume('bundle');
    await restoreEvidence(opened, lab, server);
    return [...bundleMessages(opened.summary), ...messages];
  }
  const messages = engine.resume(parent?.records === undefined ? cause : 'restore');
  lab.resume();
  return messages;
}

function refuseClock(error: unknown): never {
  throw error instanceof ApiError ? new StartError('usage', `The clock cannot start so: ${error.message}`) : error;
}

function logStart({ info, warn }: Logger, messages: readonly string[], warnings: readonly string[]): void {
  messages.forEach(info);
  warnings.forEach(warn);
}

/** Ends connections, then writes the traffic of the last ones. */
async function closeServer(server: ServerApp, listening: Listening): Promise<void> {
  await listening.close(STOP_RESPONSES_TIMEOUT);
  await resolvesWithin(STOP_TRAFFIC_TIMEOUT, server.saveTraffic());
}

async function compose(options: ComposedOptions, closers: Closers): Promise<Emulator> {
  let url = '';
  const baseUrl = (): string => url;
  const parts = await openParts(options, baseUrl, closers);
  const { state, workspace, events, apiKey, damages } = parts;
  const { store, cause, messages: restored } = await openAndFinish(options.data, parts);
  const engine = createEngine({ ...parts, emit: events.emit, baseUrl });
  const fault = (error: unknown): void => options.logger.error(stackOf(error));
  const lab = createLab({ ...parts, engine, emit: events.emit, subscribe: events.subscribe, fault });
  const { gate, checkpoints } = emulatorCheckpoints({ ...parts, store, engine, lab });
  const { sandboxes, findings } = createSandboxes(options, parts, { checkpoints, baseUrl, compose: composeEmulator });
  closers.add(() => sandboxes.close());
  closers.add(async () => {
    lab.stop();
    if (!(await resolvesWithin(STOP_WORK_TIMEOUT, engine.stop()))) parts.processes.killLive();
  });
  const messages = [...damages, ...parts.messages, ...restored];
  const ports = serverPorts({ options, parts, engine, lab, checkpoints, gate, sandboxes, messages, url: () => url });
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
    ...{ sendAgain: server.sendAgain, har: server.har, waitFor: server.waitFor },
    subscribe: events.subscribe,
    bundle: async (findings) => gzipped(await server.bundle(findings), fault),
    findingsAtEnd: () => [...lab.findings.atEnd(), ...findings()],
    stop: () => closers.close(),
  };
}
