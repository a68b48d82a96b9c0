import type { Json } from '../../../../shared/values/json.ts';
import type { MachineMicros } from '../../../../shared/values/timestamp.ts';
import type { EntityKind } from '../../engine/context/records.ts';
import type { State } from '../../engine/context/state-port.ts';
import type { ParsedRecord } from './export.ts';
import type { Durability } from './state-file.ts';
import type { StateUsage } from './state-usage.ts';

/** Options of `openState`. */
export interface StateOptions {
  /** Folder of the state; null keeps it in memory. */
  readonly folder: string | null;
  readonly now: () => MachineMicros;
  /** Guarantee of `flushed`; `process` by default. */
  readonly durability?: Durability;
  /** Receives background failures, once each time that one begins. */
  readonly onFailure: (error: Error) => void;
  /** Receives a message when the start has to wait to see whether another process still holds the folder. */
  readonly onWait?: (sentence: string) => void;
  /** Number of bytes below which the file is not rewritten; for tests. */
  readonly rewriteAt?: number;
  /** Counts what is in memory; by default a new one without budgets. */
  readonly usage?: StateUsage;
  /** Receives the ID of a file that was removed with its run, whose bytes are stored elsewhere. */
  readonly onFileRemoved?: (id: string) => void;
}

/** The state port of the engine, with the operations of programs. */
export interface StateStore extends State {
  /** Messages for the start: what was recovered or set aside. */
  readonly messages: readonly string[];
  /** Bytes in memory, and their budgets. */
  readonly usage: StateUsage;
  /** Exports every entity as `{ kind, entity }`, runs with their `logs`, oldest first, as of the first record. */
  exportRecords(): Generator<Json, void, undefined>;
  /**
   * Replaces the state by records from `parseRecords`, in time slices, whatever the budgets. Memory fills up gradually; on disk everything
   * becomes durable together at the end. Nothing else may be put before it resolves.
   * @param merged kinds that are merged rather than replaced: by default the folder's own keys and files
   */
  load(records: readonly ParsedRecord[], merged?: readonly EntityKind[]): Promise<void>;
  /** Rewrites the file now. Resolves when that is done. */
  compact(): Promise<void>;
  /** True while the folder, or a file in it, is gone or another process's, so that nothing can be saved. */
  readonly isLost: () => boolean;
  /** Throws `ApiError('internal')` when the folder is lost. */
  readonly assertWritable: () => void;
  /** Writes pending changes and releases the folder. */
  close(): Promise<void>;
}
