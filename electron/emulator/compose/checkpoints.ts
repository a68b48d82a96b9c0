import { join } from 'node:path';
import { ApiError } from '../../../shared/http/errors.ts';
import type { CheckpointRow } from '../../../shared/contract/emulator/checkpoints.ts';
import { formatTimestamp } from '../../../shared/values/timestamp.ts';
import type { Json } from '../../../shared/values/json.ts';
import { makeSubfolderSync } from '../files/folders.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { ResumeCause } from '../engine/resume.ts';
import type { EmulatorContent, MachineClock } from '../engine/context/ports.ts';
import type { Lab } from '../lab/lab.ts';
import type { WorkspaceOperations, Checkpoints } from '../server/http/ports.ts';
import { WriteGate } from '../server/http/write-gate.ts';
import { replaceState, type ReplacedParts } from './replace-state.ts';
import { contentDiff } from '../store/checkpoints/checkpoint-diff.ts';
import type { LoadedContent } from '../store/checkpoints/checkpoint-file.ts';
import { CheckpointStore, type StoredCheckpoint } from '../store/checkpoints/checkpoint-store.ts';
import { parseRecords, type ParsedRecord } from '../store/state/export.ts';
import { folderDisk } from '../store/state/folder-disk.ts';
import { memoryDisk } from '../store/state/memory-disk.ts';
import type { StateStore } from '../store/state/state.ts';
import { countsOf, restore, replaceWorkspace } from './restore-checkpoint.ts';

/** Maximum size of all checkpoints together, in bytes. */
const MAX_BYTES = { folder: 5_000_000_000, memory: 500_000_000 };

/** Opens the checkpoints of a data folder; in memory without one. @param name of their folder */
export function openCheckpoints(
  data: string | null,
  assertWritable: () => void,
  name: 'checkpoints' | 'undo' = 'checkpoints',
): CheckpointStore {
  if (data === null) return new CheckpointStore({ disk: memoryDisk(), maxBytes: MAX_BYTES.memory });
  const folder = join(data, name);
  return new CheckpointStore({
    disk: folderDisk(folder, assertWritable),
    makeFolder: () => makeSubfolderSync(folder),
    maxBytes: MAX_BYTES.folder,
  });
}

/** Dependencies of checkpoints. */
export interface CheckpointDependencies {
  readonly store: CheckpointStore;
  readonly engine: Engine;
  readonly lab: Lab;
  readonly clock: MachineClock;
  readonly state: StateStore;
  readonly workspace: Pick<WorkspaceOperations, 'authored' | 'refresh' | 'replace'>;
  /** Replaces the state and resumes its runs. */
  readonly replaceState: (records: readonly ParsedRecord[], known: ReadonlySet<string>) => Promise<void>;
  /** Runs work while no request may write. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
}

/** Checkpoints, with access to their content. */
export interface EmulatorCheckpoints extends Checkpoints {
  /** The content of a checkpoint. */
  readonly read: (name: string) => Promise<LoadedContent>;
}

/** Creates the checkpoints of an emulator, and the gate that blocks writing requests during a restore. */
export function emulatorCheckpoints({
  undoStore,
  ...parts
}: Omit<CheckpointDependencies, 'replaceState' | 'exclusively'> &
  ReplacedParts & { readonly undoStore: CheckpointStore }) {
  const gate = new WriteGate();
  const dependencies: CheckpointDependencies = {
    ...parts,
    replaceState: (records, known) => replaceState(parts, { records, way: 'restore', known }),
    exclusively: (work) => gate.during(work),
  };
  const undoPoints = createCheckpoints({ ...dependencies, store: undoStore });
  return { gate, checkpoints: createCheckpoints(dependencies), undoPoints };
}

/** Creates the operations on checkpoints. Those that write or restore run one after the other. */
function createCheckpoints(dependencies: CheckpointDependencies): EmulatorCheckpoints {
  const { store, engine, clock, state } = dependencies;
  const inTurn = createQueue();
  const content = (): EmulatorContent => contentOf(dependencies);
  return {
    content,
    read: (name) => store.read(name),
    list: () => store.list().map(rowOf),
    get: (name) => rowOf(store.get(name)),
    save: ({ name, replace = false }) =>
      inTurn(async () => {
        // Report a state that cannot be saved.
        await state.flushed();
        const facts = { name, createdAt: clock.now(), now: engine.time.now(), ...countsOf(state) };
        return rowOf(await store.save(facts, content(), replace));
      }),
    remove: (name) => inTurn(() => store.remove(name)),
    restore: (name) => inTurn(() => restore(name, dependencies)),
    diff: async (name, to) => {
      const from = await store.read(name);
      return contentDiff(from, to === 'now' ? content() : await store.read(to));
    },
  };
}

/** The counters of runtime rules are not part of the state. */
function contentOf({ state, lab, workspace }: CheckpointDependencies): EmulatorContent {
  const [records, counts] = [state.exportRecords(), lab.runtimeCounts()];
  const { faults, answers } = lab.rules;
  return {
    workspace: workspace.authored(),
    rules: { faults: faults.items, answers: answers.items },
    state: (function* (): Generator<Json, void, undefined> {
      yield* records;
      for (const { kind, entity } of counts) yield { kind, entity: { ...entity } };
    })(),
  };
}

/** The opened checkpoints of a start. */
interface OpenedCheckpoints {
  readonly store: CheckpointStore;
  /** Automatic checkpoints. */
  readonly undoStore: CheckpointStore;
  /** Messages to show at start-up. */
  readonly messages: readonly string[];
  /** The reason why the runs of the state are resumed. */
  readonly cause: ResumeCause;
}

/** Opens the checkpoints before the engine starts, and finishes a restore that a crash interrupted. */
export async function openAndFinish(
  data: string | null,
  parts: Pick<CheckpointDependencies, 'state' | 'workspace'>,
): Promise<OpenedCheckpoints> {
  const store = openCheckpoints(data, parts.state.assertWritable);
  const undoStore = openCheckpoints(data, parts.state.assertWritable, 'undo');
  const messages = [await finishRestore(store, parts), await finishRestore(undoStore, parts)];
  const cause = messages.includes(FINISHED) ? 'restore' : 'restart';
  return { store, undoStore, cause, messages: messages.filter((message) => message !== undefined) };
}

const FINISHED = 'Finished restoring a checkpoint, which the last stop interrupted.';

/** Finishes a restore that a crash interrupted. Returns a message about it; `undefined` when there was none. */
async function finishRestore(
  store: CheckpointStore,
  { state, workspace }: Pick<CheckpointDependencies, 'state' | 'workspace'>,
): Promise<string | undefined> {
  try {
    const content = await store.interruptedRestore();
    if (content === undefined) return undefined;
    const records = await parseRecords(content.state);
    await replaceWorkspace(workspace, content.workspace);
    await state.load(records, ['secret']);
    await state.flushed();
    await store.endRestore();
    return FINISHED;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await store.endRestore();
    return `The restore of a checkpoint, which the last stop interrupted, cannot be finished: ${error.message}`;
  }
}

function rowOf({ name, facts, bytes, problem }: StoredCheckpoint): CheckpointRow {
  return {
    name,
    createdAt: facts === undefined ? null : formatTimestamp(facts.createdAt),
    now: facts === undefined ? null : formatTimestamp(facts.now),
    ...{ runs: facts?.runs ?? 0, sessions: facts?.sessions ?? 0, prompts: facts?.prompts ?? 0 },
    ...{ bytes, problem },
  };
}

function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
