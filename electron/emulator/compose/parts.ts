import { join } from 'node:path';
import type { ComposedOptions, EmulatorOptions, SandboxParent } from './emulator-options.ts';
import type { EngineEvent, Ids, MachineClock } from '../engine/context/ports.ts';
import { settingReaders } from '../engine/definitions/definitions.ts';
import { systemClock } from '../host/clock.ts';
import type { Closers } from '../host/closers.ts';
import { EventBus } from '../host/event-bus.ts';
import { randomIds } from '../host/ids.ts';
import { memoryBlobs, openFolderBlobs, type Blobs } from '../host/blobs.ts';
import type { Settings } from '../../../shared/model/workspace.ts';
import { openState, type StateStore } from '../store/state/state.ts';
import { MAX_RUN_BYTES, StateUsage } from '../store/state/state-usage.ts';
import { openWorkspaceOf } from './workspace.ts';
import { openDefinitions } from './definitions.ts';
import { openBehaviors } from './open-behaviors.ts';

/** The opened parts that engine and server are created from. */
export type EmulatorParts = Awaited<ReturnType<typeof openParts>>;

/** Opens the parts of an emulator in the order of their dependencies. */
export async function openParts(options: ComposedOptions, serverUrl: () => string, closers: Closers) {
  const { logger } = options;
  const clock = systemClock();
  const ids = randomIds();
  const events = new EventBus<EngineEvent>((error) => logger.error(stackOf(error)));
  const blobs = await openBlobs(options);
  const state = await openStateOf(options, clock, blobs);
  closers.add(() => state.close());
  if (options.parent !== undefined) await beginWith(state, options.parent);
  if (options.opened !== undefined) await state.load(options.opened.records, ['secret']);
  const opened = await openWorkspaceOf(options);
  closers.add(() => opened.store.close());
  let settings = (): Settings => opened.store.current().settings;
  const readers = settingReaders(() => settings());
  const { scriptWorkers, retainRuns, maxStateBytes, seed, sdk, python, ...serverSettings } = readers;
  state.usage.limit({
    ...{ run: MAX_RUN_BYTES, state: maxStateBytes },
    onScarcity: () => events.emit({ type: 'memory' }),
  });
  const behaviors = await openBehaviors({ options, opened, scriptWorkers, serverUrl, closers });
  const { workspace, folders } = await openDefinitions({ options, opened, script: behaviors.script, state, closers });
  settings = () => workspace.current().settings;
  return {
    ...{ clock, ids, events, state, workspace, folders },
    /** Absolute path of the workspace file; "" for none. */
    workspacePath: opened.file,
    /** Base folder of relative paths in the workspace. */
    workspaceFolder: opened.folder,
    retainRuns,
    seed,
    sdk,
    serverSettings,
    /** Bytes of uploads. */
    blobs,
    ...behaviors,
    ...apiKeysOf(options, state, ids),
    /** Messages about damage in the state and its repair. */
    damages: state.messages,
  };
}

/** Fills the state of a sandbox. */
async function beginWith(state: StateStore, { secrets, records }: SandboxParent): Promise<void> {
  for (const secret of secrets) state.put('secret', secret);
  if (records !== undefined) await state.load(records, ['secret']);
}

function openStateOf(
  { data, durability, logger, parent }: EmulatorOptions,
  clock: MachineClock,
  blobs: Blobs,
): Promise<StateStore> {
  return openState({
    folder: data === null ? null : join(data, 'state'),
    durability,
    now: () => clock.now(),
    onFailure: (error) => logger.error(error.message),
    onWait: logger.warn,
    usage: new StateUsage({ parent: parent?.usage, keepsFiles: data === null }),
    onFileRemoved: (id) => void blobs.remove(id).catch((error: unknown) => logger.error(stackOf(error))),
  });
}

async function openBlobs({ data, parent }: EmulatorOptions): Promise<Blobs> {
  return data === null ? memoryBlobs(parent?.blobs) : openFolderBlobs(join(data, 'uploads'));
}

/** The API key to show, and those that are valid besides the workspace's. */
function apiKeysOf(options: EmulatorOptions, state: StateStore, ids: Ids) {
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
