import type { RunRecord } from '../../engine/records.ts';
import type { RunIndexEntry } from '../../engine/state-port.ts';
import { valuesDigest } from '../../engine/cache-key.ts';
import type { RunStatus } from '../../../../shared/model/status.ts';
import { TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';
import type { Archive } from './archive.ts';

/** Archive and row of a run. */
export interface ArchivedAt {
  readonly archive: Archive;
  readonly row: number;
}

/**
 * Entry of a run in memory: complete while it is unfinished, about 300 bytes once it is archived. As an index entry it
 * shows the run's current values.
 */
export class RunNode implements RunIndexEntry {
  readonly id: string;
  readonly taskID: string;
  readonly environmentID: string;
  readonly sessionID: string;
  readonly blueprintID: string;
  readonly createdAt: number;
  status: RunStatus;
  updatedAt: number;
  isPrivate: boolean;
  isRemoved = false;
  /** The record, while the run is not in an archive. */
  record: RunRecord | null = null;
  archive: Archive | null = null;
  row = 0;
  /** The archive line is damaged. */
  isUnreadable = false;
  /**
   * JSON of a finished run as written to the journal; compaction would otherwise spend half of its time on serialising it
   * again. Null when there is none or the record has changed.
   */
  json: string | null = null;
  /** -1 until first used: most runs are never looked up by their values. */
  #digest: number;

  constructor(run: Omit<RunIndexEntry, 'valuesDigest'>, digest = -1) {
    this.id = run.id;
    this.taskID = run.taskID;
    this.environmentID = run.environmentID;
    this.sessionID = run.sessionID;
    this.blueprintID = run.blueprintID;
    this.createdAt = run.createdAt;
    this.status = run.status;
    this.updatedAt = run.updatedAt;
    this.isPrivate = run.isPrivate;
    this.#digest = digest;
  }

  get valuesDigest(): number {
    if (this.#digest === -1 && this.record !== null) this.#digest = valuesDigest(this.record);
    return this.#digest;
  }

  get isFinished(): boolean {
    return TERMINAL_RUN_STATUSES.has(this.status);
  }

  /** Sets a new record; removes the run from its archive. */
  update(record: RunRecord): void {
    this.leaveArchive();
    this.record = record;
    this.json = null;
    this.status = record.status;
    this.updatedAt = record.updatedAt;
    this.isPrivate = record.isPrivate;
    this.#digest = -1;
  }

  /** Caches the JSON of a finished run. */
  cacheJson(json: string): void {
    if (this.isFinished) this.json = json;
  }

  /** Moves the run to an archive. */
  enterArchive({ archive, row }: ArchivedAt, digest: number): void {
    this.record = null;
    this.json = null;
    this.archive = archive;
    this.row = row;
    this.#digest = digest;
  }

  leaveArchive(): void {
    this.archive?.markDead(this.row);
    this.archive = null;
    this.isUnreadable = false;
  }
}
