import { seal } from '../../electron/emulator/store/state/sealed-line.ts';
import { memoryDisk, MemoryFile } from '../../electron/emulator/store/state/memory-disk.ts';
import { openStateOn, type StateStore } from '../../electron/emulator/store/state/state.ts';
import type { Disk } from '../../electron/emulator/store/state/disk.ts';
import type {
  LogLine,
  PromptRecord,
  RunRecord,
  SessionRecord,
} from '../../electron/emulator/engine/context/records.ts';
import { runRecord } from '../../electron/emulator/engine/runs/run-record.ts';

export const START = 1_790_000_000_000_000;
const ORIGIN = { kind: 'api', trafficID: '', webhook: '' } as const;

/** A run as the engine would put it; unfinished unless `fields` say otherwise. */
export function run(n: number, fields: Partial<RunRecord> = {}): RunRecord {
  const at = START + n * 1000;
  return runRecord({
    id: `run${String(n).padStart(6, '0')}`,
    ...{ taskID: 'tsk1', taskSlug: 'refund', name: 'Refund', blueprintID: '', environmentID: 'env1', origin: ORIGIN },
    ...{ status: 'Active', createdAt: at, createdBy: 'usr1', updatedAt: at, notBefore: at, activeAt: at },
    ...{ paramValues: { amount: n }, timeout: 3600 },
    ...fields,
  });
}

/** A finished run. */
export function finished(n: number, fields: Partial<RunRecord> = {}): RunRecord {
  const at = START + n * 1000 + 5;
  return run(n, { status: 'Succeeded', succeededAt: at, updatedAt: at, output: { ok: true }, ...fields });
}

export function line(n: number, text = `line ${n}`): LogLine {
  return { n, at: START + n, level: 'info', taskSlug: 'refund', text };
}

export function prompt(n: number, runID: string, fields: Partial<PromptRecord> = {}): PromptRecord {
  return {
    ...{
      id: `pmt${String(n).padStart(6, '0')}`,
      runID,
      description: 'Sure?',
      confirmText: 'Submit',
      cancelText: 'Cancel',
    },
    ...{ createdAt: START + n, submittedAt: null, submittedBy: null, cancelledAt: null, cancelledBy: null },
    ...{ reviewers: { allowSelfApprovals: true, groups: [], users: [] }, parameters: [], values: {} },
    ...fields,
  };
}

export function session(n: number, fields: Partial<SessionRecord> = {}): SessionRecord {
  return {
    ...{
      id: `ses${String(n).padStart(6, '0')}`,
      name: 'Close',
      runbookID: 'rbk1',
      runbookSlug: 'close',
      blueprintID: '',
    },
    ...{
      environmentID: 'env1',
      parentID: '',
      origin: ORIGIN,
      status: 'Active',
      createdAt: START + n,
      createdBy: 'usr1',
    },
    ...{ updatedAt: START + n, updatedBy: 'usr1', isPrivate: false, permissions: [], paramValues: {} },
    ...{ blocks: [], failure: '' },
    ...fields,
  };
}

/** Files in memory, and what a restart would find of them. */
export type Files = Map<string, MemoryFile>;

export function copyOf(files: Files): Files {
  return new Map([...files].map(([name, file]) => [name, new MemoryFile(file.read(0, file.size()))]));
}

/** A state whose background failures fail the test, unless they are asked for. */
export async function openOn(
  files: Files | Disk,
  options: Partial<Parameters<typeof openStateOn>[1]> = {},
): Promise<StateStore> {
  const onFailure = (error: Error): void => {
    throw error;
  };
  const disk = files instanceof Map ? memoryDisk(files) : files;
  return openStateOn(disk, { now: () => START, onFailure, ...options });
}

/** Everything that a state holds, read through its port. */
export function contentOf(state: StateStore): unknown {
  return {
    records: [...state.exportRecords()],
    runs: [...state.runs({})].map(({ id }) => id),
    unfinished: state.unfinishedRuns().map(({ id }) => id),
    pending: state.pendingPrompts().map(({ id }) => id),
    sessions: [...state.sessions()].map(({ id }) => id),
    count: state.runCount({}),
  };
}

export { seal };
