import { join } from 'node:path';
import { createCommandRunner } from './behaviors/command/command-runner.ts';
import { openProcessRecords } from './behaviors/process-records.ts';
import { createBehaviors } from './behaviors/registry.ts';
import { createScriptRunner } from './behaviors/script/script-runner.ts';
import type { EmulatorOptions } from './emulator.ts';
import type { Behaviors } from './engine/behavior-port.ts';
import type { MachineClock, EngineEvent, Ids } from './engine/ports.ts';
import { settingReaders } from './engine/settings.ts';
import type { ServerSettings } from './server/http/ports.ts';
import { systemClock } from './host/clock.ts';
import type { Closers } from './host/closers.ts';
import { EventBus } from './host/event-bus.ts';
import { randomIds } from './host/ids.ts';
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
  readonly retainRuns: () => number;
  readonly seed: () => number;
  readonly serverSettings: ServerSettings;
  readonly behaviors: Behaviors;
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
  options: EmulatorOptions,
  serverUrl: () => string,
  closers: Closers,
): Promise<EmulatorParts> {
  const { logger } = options;
  const clock = systemClock();
  const ids = randomIds();
  const events = new EventBus<EngineEvent>((error) => logger.error(stackOf(error)));
  const state = await openStateOf(options, clock);
  closers.add(() => state.close());
  const opened = await openWorkspaceOf(options);
  const workspace = opened.store;
  closers.add(() => workspace.close());
  const { scriptWorkers, retainRuns, seed, ...serverSettings } = settingReaders(() => workspace.current().settings);
  const { behaviors, processes, messages } = await openBehaviors({
    options,
    opened,
    scriptWorkers,
    serverUrl,
    closers,
  });
  return {
    clock,
    ids,
    events,
    state,
    workspace,
    workspacePath: opened.file,
    retainRuns,
    seed,
    serverSettings,
    behaviors,
    processes,
    ...apiKeysOf(options, state, ids),
    damages: state.messages,
    messages,
  };
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

async function openBehaviors({ options, opened, scriptWorkers, serverUrl, closers }: BehaviorDependencies) {
  const { data, startScriptProcess: startProcess } = options;
  const processes = liveProcesses(openProcessRecords(data === null ? null : join(data, 'processes')));
  const { ended, refused } = await processes.killLeftovers();
  const workspaceFolder = (): string => opened.folder;
  const script = createScriptRunner({ workspaceFolder, poolSize: scriptWorkers, processes, startProcess });
  // Saves the first script half a second. Not needed without script tasks.
  if (opened.store.current().tasks.some(({ behavior }) => behavior.kind === 'script')) void script.warm();
  closers.add(() => script.close());
  const command = createCommandRunner({ workspaceFolder, serverUrl, processes });
  closers.add(() => command.close());
  return {
    behaviors: createBehaviors({ script, command }),
    processes,
    messages:
      ended === 0
        ? refused
        : [...refused, `Ended ${ended} ${ended === 1 ? 'process' : 'processes'} left by the last stop.`],
  };
}

/** The text of an internal error for the log, with its stack. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
