import type { RunRecord } from '../../engine/records.ts';
import type { RunIndexEntry } from '../../engine/state-port.ts';
import { valuesDigest } from '../../engine/cache-key.ts';
import type { RunStatus } from '../../../../shared/model/status.ts';
import { TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';

/** A run in memory. As an index entry it shows the run's current values, and its last ones once it is somewhere else. */
export class RunNode implements RunIndexEntry {
  readonly id: string;
  readonly taskID: string;
  readonly environmentID: string;
  readonly sessionID: string;
  readonly blueprintID: string;
  readonly createdAt: number;
  record: RunRecord;
  /** True once the run was removed, or moved to an archive. */
  isRemoved = false;
  /**
   * JSON of a finished run as written to the journal; compaction would otherwise spend half of its time on serialising it
   * again. Null when there is none or the record has changed.
   */
  json: string | null = null;
  /** -1 until first used: most runs are never looked up by their values. */
  #digest = -1;

  constructor(record: RunRecord) {
    this.id = record.id;
    this.taskID = record.taskID;
    this.environmentID = record.environmentID;
    this.sessionID = record.sessionID;
    this.blueprintID = record.blueprintID;
    this.createdAt = record.createdAt;
    this.record = record;
  }

  get status(): RunStatus {
    return this.record.status;
  }

  get updatedAt(): number {
    return this.record.updatedAt;
  }

  get isPrivate(): boolean {
    return this.record.isPrivate;
  }

  get valuesDigest(): number {
    if (this.#digest === -1) this.#digest = valuesDigest(this.record);
    return this.#digest;
  }

  get isFinished(): boolean {
    return TERMINAL_RUN_STATUSES.has(this.status);
  }

  update(record: RunRecord): void {
    this.record = record;
    this.json = null;
    this.#digest = -1;
  }

  /** Caches the JSON of a finished run. */
  cacheJson(json: string): void {
    if (this.isFinished) this.json = json;
  }
}
