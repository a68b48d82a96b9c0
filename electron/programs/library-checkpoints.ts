import { NewCheckpoint } from '../../shared/contract/emulator/checkpoints.ts';
import type { Emulator } from '../emulator/emulator.ts';
import { checked } from './flags/checked-options.ts';

/** A saved checkpoint. */
export interface Checkpoint {
  readonly name: string;
  /** Time of the machine, in the service's format; null when the file's header cannot be read. */
  readonly createdAt: string | null;
  /** Emulated time of the save. */
  readonly now: string | null;
  readonly runs: number;
  readonly sessions: number;
  /** Number of pending prompts. */
  readonly prompts: number;
  /** Size of its file. */
  readonly bytes: number;
  /** Reason why the file cannot be read; "" when its header can. */
  readonly problem: string;
}

/** Differences between the runs, sessions or prompts of two checkpoints, by ID. */
export interface RecordDifferences {
  readonly added: readonly string[];
  readonly changed: readonly { readonly id: string; readonly fields: readonly string[] }[];
  readonly removed: readonly string[];
}

/** Differences from a checkpoint to another one, or to the current state. */
export interface CheckpointDifferences {
  /** Paths such as `tasks.refund.timeout`, with both values; absent when the field does not exist. */
  readonly definitions: readonly { readonly path: string; readonly from?: unknown; readonly to?: unknown }[];
  readonly runs: RecordDifferences;
  readonly sessions: RecordDifferences;
  readonly prompts: RecordDifferences;
  /** Number of rows left out: each list has at most 1,000. */
  readonly more: number;
}

/** Definitions, state, clock and counters under names: in the folder `data`, or in memory. */
export interface CheckpointOperations {
  /** Rejects when the name is taken, unless `replace` is set. */
  readonly save: (name: string, options?: { readonly replace?: boolean }) => Promise<Checkpoint>;
  /** By name. */
  readonly list: () => Checkpoint[];
  /** Ends all runs and restores the checkpoint. Rejects for an unknown or damaged one. */
  readonly restore: (name: string) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /** Compares a checkpoint with another one; by default with the current state. */
  readonly diff: (name: string, to?: string) => Promise<CheckpointDifferences>;
}

/** The checkpoints of an emulator, with options checked. */
export function checkpointsOf({ checkpoints }: Emulator): CheckpointOperations {
  const { list, remove } = checkpoints;
  return {
    ...{ list, remove },
    restore: async (name) => void (await checkpoints.restore(name)),
    save: async (name, options = {}) => checkpoints.save(checked(NewCheckpoint, { ...options, name }, 'checkpoint')),
    diff: (name, to = 'now') => checkpoints.diff(name, to),
  };
}
