import { join } from 'node:path';
import type { ScriptRunner } from './behaviors/script/script-runner.ts';
import type { ComposedOptions } from './emulator.ts';
import type { EmulatorOptions } from './emulator-options.ts';
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
import type { LiveProcesses } from './live-processes.ts';
import { openWorkspaceOf } from './workspace.ts';
import type { WorkspaceFile } from './store/workspace/workspace-file.ts';
import { openBehaviors } from './open-behaviors.ts';

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
  /** Messages about damage in the state and its repair. */
  readonly damages: readonly string[];
  /** Other messages to show at start-up. */
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

/** The text of an internal error for the log, with its stack. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
