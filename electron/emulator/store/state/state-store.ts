import type { Json } from '../../../../shared/values/json.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { State } from '../../engine/state-port.ts';
import type { CompactionLimits } from './background-compaction.ts';
import type { ParsedRecord } from './export.ts';
import type { Durability } from './journal.ts';
import type { Migration } from './migrations.ts';

/** How a state is opened. */
export interface StateOptions {
  /** Where it is kept; null for in memory, when nothing is written. */
  readonly folder: string | null;
  readonly now: () => Micros;
  /** What `flushed` promises; `process` when absent. */
  readonly durability?: Durability;
  /** Takes what went wrong in the background, once for each time that it begins. */
  readonly onFailure: (error: Error) => void;
  /** Takes a sentence when the start has to wait to see whether another process still has the folder. */
  readonly onWait?: (sentence: string) => void;
  /** When to compact; for tests. */
  readonly compactAt?: CompactionLimits;
  /** After so many milliseconds the archives are looked through for damage; two seconds when absent. */
  readonly checkAfter?: number;
  /** The steps that lead here from older files; for tests. */
  readonly migrations?: readonly Migration[];
}

/** The state port, with what a program does with it beside. */
export interface StateStore extends State {
  /** Sentences for the start-up message: what was recovered or set aside. */
  readonly messages: readonly string[];
  /** Every entity, `{ kind, entity }`, runs with their `logs`. */
  exportRecords(): Iterable<Json>;
  /** Replaces the state by an export; throws `ApiError('invalid_request')` and changes nothing when it is none. */
  importRecords(records: readonly Json[]): void;
  /**
   * Replaces the state by records that `parseRecords` gave, in slices: what is in memory fills up meanwhile, and on disk all
   * becomes durable together at the end. Nothing else may be put before it resolves.
   */
  load(records: readonly ParsedRecord[]): Promise<void>;
  /** Moves finished runs to an archive now. Resolves when that is done. */
  compact(): Promise<void>;
  /** True while the folder, or a file in it, is gone or another process's: nothing can be saved, and memory is all there is. */
  readonly isLost: () => boolean;
  /** Throws `ApiError('internal')` when what is done now could not be saved for that reason. */
  readonly assertWritable: () => void;
  /** Writes what is left and lets go of the folder. */
  close(): Promise<void>;
}
