import { join } from 'node:path';
import { createCommandRunner } from './behaviors/command/command-runner.ts';
import { openProcessRecords } from './behaviors/process-records.ts';
import { createBehaviors } from './behaviors/registry.ts';
import { createScriptRunner } from './behaviors/script/script-runner.ts';
import type { EmulatorOptions } from './emulator.ts';
import type { Behaviors } from './engine/behavior-port.ts';
import type { Clock, EngineEvent, Ids } from './engine/ports.ts';
import { systemClock } from './host/clock.ts';
import type { Closers } from './host/closers.ts';
import { EventBus } from './host/event-bus.ts';
import { randomIds } from './host/ids.ts';
import { openState, type StateStore } from './store/state/state.ts';
import { type LiveProcesses, liveProcesses } from './live-processes.ts';
import { openWorkspaceOf, type OpenedWorkspace } from './workspace.ts';
import type { WorkspaceFile } from './store/workspace/workspace-file.ts';

/** What an engine and a server are made from, opened. */
export interface EmulatorParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventBus<EngineEvent>;
  readonly state: StateStore;
  readonly workspace: WorkspaceFile;
  /** Absolute path of the workspace's file; "" when there is none. */
  readonly workspacePath: string;
  readonly behaviors: Behaviors;
  readonly processes: LiveProcesses;
  readonly extraKeys: readonly string[];
  /** The key to show. */
  readonly apiKey: string;
  /** What was damaged, and what became of it. */
  readonly damages: readonly string[];
  /** What else the start found. */
  readonly messages: readonly string[];
}

/** Opens everything that an emulator needs, in the order in which one needs the other. */
export async function openParts(
  options: EmulatorOptions,
  serverUrl: () => string,
  closers: Closers,
): Promise<EmulatorParts> {
  const { data, logger } = options;
  const clock = systemClock();
  const ids = randomIds();
  const events = new EventBus<EngineEvent>((error) => logger.error(stackOf(error)));
  const folder = data === null ? null : join(data, 'state');
  const onFailure = (error: Error): void => logger.error(error.message);
  const onWait = (sentence: string): void => logger.warn(sentence);
  const { durability } = options;
  const state = await openState({ folder, durability, now: () => clock.now(), onFailure, onWait });
  closers.add(() => state.close());
  const opened = await openWorkspaceOf(options);
  const workspace = opened.store;
  closers.add(() => workspace.close());
  const { behaviors, processes, messages } = await openBehaviors({ options, opened, serverUrl, closers });
  const apiKey = options.apiKey ?? firstKey(state, ids);
  return {
    clock,
    ids,
    events,
    state,
    workspace,
    workspacePath: opened.file,
    behaviors,
    processes,
    extraKeys: [apiKey, state.get('secret', 'apiKey')?.value ?? apiKey],
    apiKey,
    damages: state.messages,
    messages,
  };
}

/** The key that was made at the first start of this state. */
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
  readonly serverUrl: () => string;
  readonly closers: Closers;
}

async function openBehaviors({ options, opened, serverUrl, closers }: BehaviorDependencies) {
  const { data, startScriptProcess: startProcess } = options;
  const processes = liveProcesses(openProcessRecords(data === null ? null : join(data, 'processes')));
  const { ended, refused } = await processes.killLeftovers();
  const workspaceFolder = (): string => opened.folder;
  const poolSize = (): number => opened.store.current().settings.scriptWorkers;
  const script = createScriptRunner({ workspaceFolder, poolSize, processes, startProcess });
  // Half a second that the first script's caller need not wait; processes that nobody wants are not started.
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
        : [...refused, `Ended ${ended} ${ended === 1 ? 'process' : 'processes'} that the last stop left running.`],
  };
}

/** An error for the log: a fault of Hangar itself, so with the way to it. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
