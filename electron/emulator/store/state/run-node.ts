import type { RunRecord } from '../../engine/records.ts';
import type { RunIndexEntry } from '../../engine/state-port.ts';
import { valuesDigest } from '../../engine/values-digest.ts';
import type { RunStatus } from '../../../../shared/model/status.ts';
import { TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';
import type { Archive } from './archive.ts';

/** Where the archive keeps a run. */
export interface ArchivedAt {
  readonly archive: Archive;
  readonly row: number;
}

/** What a node of a run in an archive is made from. */
export interface RunSummary {
  readonly id: string;
  readonly taskID: string;
  readonly environmentID: string;
  readonly sessionID: string;
  readonly blueprintID: string;
  readonly status: RunStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly isPrivate: boolean;
  readonly valuesDigest: number;
}

/**
 * All that stays in memory of a finished run, some 300 bytes, and what leads to an unfinished one. As an index entry it
 * shows the run as it is when looked at.
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
  /** Its line in the archive is damaged. */
  isUnreadable = false;
  /**
   * The JSON that the journal has of a finished run. A compaction would else spend half of its time on writing the same once
   * more. Null when there is none, or it is not that of the record.
   */
  json: string | null = null;
  /** -1 while nobody asked: most runs are never looked up by their values. */
  #digest: number;

  constructor(run: Omit<RunSummary, 'valuesDigest'>, digest = -1) {
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

  /** Takes a new value of the run; it leaves the archive if it was in one. */
  update(record: RunRecord): void {
    this.leaveArchive();
    this.record = record;
    this.json = null;
    this.status = record.status;
    this.updatedAt = record.updatedAt;
    this.isPrivate = record.isPrivate;
    this.#digest = -1;
  }

  /** What the journal has of it now, whole. */
  cacheJson(json: string): void {
    if (this.isFinished) this.json = json;
  }

  /** From now on the archive keeps it. */
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
