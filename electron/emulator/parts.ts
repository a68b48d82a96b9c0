import { join } from 'node:path';
import { createBuiltInRunner } from './behaviors/built-in/built-in-runner.ts';
import { createCommandRunner } from './behaviors/command/command-runner.ts';
import { openProcessRecords, type Leftovers } from './behaviors/process-records.ts';
import { createBehaviors } from './behaviors/registry.ts';
import { createScriptRunner, type ScriptRunner } from './behaviors/script/script-runner.ts';
import type { ComposedOptions, EmulatorOptions } from './emulator.ts';
import type { Behaviors } from './engine/behavior-port.ts';
import type { MachineClock, EngineEvent, Ids } from './engine/ports.ts';
import { settingReaders } from './engine/settings.ts';
import type { ServerSettings } from './server/http/ports.ts';
import { systemClock } from './host/clock.ts';
import type { Closers } from './host/closers.ts';
import { EventBus } from './host/event-bus.ts';
import { randomIds } from './host/ids.ts';
import { memoryBlobs, openFolderBlobs, type Blobs } from './host/blobs.ts';
import type { SandboxParent } from './create-sandboxes.ts';
import { openState, type StateStore } from './store/state/state.ts';
import { type LiveProcesses, liveProcesses } from './live-processes.ts';
import { openWorkspaceOf, type OpenedWorkspace } from './workspace.ts';
import type { WorkspaceFile } from './store/workspace/workspace-file.ts';

/** The opened parts that engine and server are created from. */
export interface EmulatorParts {
  readonly clock: MachineClock;
  readonly ids: Ids;
  readonly events: EventBus<EngineEvent>;
  readonly state: StateStore;
  readonly workspace: WorkspaceFile;
  /** Absolute path of the workspace file; "" for none. */
  readonly workspacePath: string;
  /** Base folder of relative paths in the workspace. */
  readonly workspaceFolder: string;
  readonly retainRuns: () => number;
  readonly seed: () => number;
  readonly sdk: () => string | undefined;
  readonly serverSettings: ServerSettings;
  /** Bytes of uploads. */
  readonly blobs: Blobs;
  readonly behaviors: Behaviors;
  readonly script: ScriptRunner;
  readonly processes: LiveProcesses;
  readonly extraKeys: readonly string[];
  /** The API key to show. */
  readonly apiKey: string;
  /** Sentences about damage in the state and its repair. */
  readonly damages: readonly string[];
  /** Other sentences for the start-up message. */
  readonly messages: readonly string[];
}

/** Opens the parts of an emulator in the order of their dependencies. */
export async function openParts(
  options: ComposedOptions,
  serverUrl: () => string,
  closers: Closers,
): Promise<EmulatorParts> {
  const { logger } = options;
  const clock = systemClock();
  const ids = randomIds();
  const events = new EventBus<EngineEvent>((error) => logger.error(stackOf(error)));
  const state = await openStateOf(options, clock);
  closers.add(() => state.close());
  if (options.parent !== undefined) await beginWith(state, options.parent);
  if (options.opened !== undefined) await state.load(options.opened.records, ['secret']);
  const opened = await openWorkspaceOf(options);
  const workspace = opened.store;
  closers.add(() => workspace.close());
  const { scriptWorkers, retainRuns, seed, sdk, ...serverSettings } = settingReaders(
    () => workspace.current().settings,
  );
  const behaviors = await openBehaviors({ options, opened, scriptWorkers, serverUrl, closers });
  return {
    clock,
    ids,
    events,
    state,
    workspace,
    workspacePath: opened.file,
    workspaceFolder: opened.folder,
    retainRuns,
    seed,
    sdk,
    serverSettings,
    blobs: await openBlobs(options),
    ...behaviors,
    ...apiKeysOf(options, state, ids),
    damages: state.messages,
  };
}

/** Fills the state of a sandbox. */
async function beginWith(state: StateStore, { secrets, records }: SandboxParent): Promise<void> {
  for (const secret of secrets) state.put('secret', secret);
  if (records !== undefined) await state.load(records, ['secret']);
}

function openStateOf({ data, durability, logger }: EmulatorOptions, clock: MachineClock): Promise<StateStore> {
  return openState({
    folder: data === null ? null : join(data, 'state'),
    durability,
    now: () => clock.now(),
    onFailure: (error) => logger.error(error.message),
    onWait: logger.warn,
  });
}

async function openBlobs({ data, parent }: EmulatorOptions): Promise<Blobs> {
  return data === null ? memoryBlobs(parent?.blobs) : openFolderBlobs(join(data, 'uploads'));
}

function apiKeysOf(options: EmulatorOptions, state: StateStore, ids: Ids): Pick<EmulatorParts, 'apiKey' | 'extraKeys'> {
  const apiKey = options.apiKey ?? firstKey(state, ids);
  return { apiKey, extraKeys: [apiKey, state.get('secret', 'apiKey')?.value ?? apiKey] };
}

/** The API key that is generated at the first start of this state. */
function firstKey(state: StateStore, ids: Ids): string {
  const kept = state.get('secret', 'apiKey');
  if (kept !== undefined) return kept.value;
  const value = `tkn_${ids.secret()}`;
  state.put('secret', { id: 'apiKey', value });
  return value;
}

interface BehaviorDependencies {
  readonly options: EmulatorOptions;
  readonly opened: OpenedWorkspace;
  readonly scriptWorkers: () => number;
  readonly serverUrl: () => string;
  readonly closers: Closers;
}

/** Behaviors, what they run with, and sentences for the start-up message. */
type OpenedBehaviors = Pick<EmulatorParts, 'behaviors' | 'script' | 'processes' | 'messages'>;

async function openBehaviors(dependencies: BehaviorDependencies): Promise<OpenedBehaviors> {
  const { options, opened, scriptWorkers, serverUrl, closers } = dependencies;
  const { data, parent, startScriptProcess: startProcess } = options;
  const processes = liveProcesses(
    parent?.processes ?? openProcessRecords(data === null ? null : join(data, 'processes')),
  );
  const messages = parent === undefined ? leftoversSentences(await processes.killLeftovers()) : [];
  const workspaceFolder = (): string => opened.folder;
  const environment = { workspaceFolder, serverUrl, processes };
  const script = parent?.script ?? createScriptRunner({ ...environment, poolSize: scriptWorkers, startProcess });
  if (parent === undefined) {
    // Saves the first script half a second. Not needed without script tasks.
    if (opened.store.current().tasks.some(({ behavior }) => behavior.kind === 'script')) void script.warm();
    closers.add(() => script.close());
  }
  const command = createCommandRunner(environment);
  closers.add(() => command.close());
  const behaviors = createBehaviors({
    script: script.shared(environment),
    command,
    builtin: createBuiltInRunner({ workspaceFolder }),
  });
  return { behaviors, script, processes, messages };
}

function leftoversSentences({ ended, refused }: Leftovers): readonly string[] {
  if (ended === 0) return refused;
  return [...refused, `Ended ${ended} ${ended === 1 ? 'process' : 'processes'} left by the last stop.`];
}

/** The text of an internal error for the log, with its stack. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
