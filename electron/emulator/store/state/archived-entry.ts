import type { RunStatus } from '../../../../shared/model/status.ts';
import type { RunIndexEntry } from '../../engine/state-port.ts';
import type { Archive } from './archive.ts';

/** A run in an archive. Made when it is looked at: what it shows is in the columns of the archive. */
export class ArchivedEntry implements RunIndexEntry {
  readonly archive: Archive;
  readonly row: number;

  constructor(archive: Archive, row: number) {
    this.archive = archive;
    this.row = row;
  }

  get id(): string {
    return this.archive.rows.columns.ids.at(this.row);
  }

  get taskID(): string {
    return this.archive.rows.text('task', this.row);
  }

  get environmentID(): string {
    return this.archive.rows.text('environment', this.row);
  }

  get sessionID(): string {
    return this.archive.rows.text('session', this.row);
  }

  get blueprintID(): string {
    return this.archive.rows.text('blueprint', this.row);
  }

  get status(): RunStatus {
    // Checked when the index was read.
    return this.archive.rows.text('status', this.row) as RunStatus;
  }

  get createdAt(): number {
    return this.archive.rows.columns.created[this.row] ?? 0;
  }

  get updatedAt(): number {
    return this.archive.rows.columns.updated[this.row] ?? 0;
  }

  get isPrivate(): boolean {
    return this.archive.rows.columns.isPrivate[this.row] === 1;
  }

  get valuesDigest(): number {
    return this.archive.rows.columns.digest[this.row] ?? 0;
  }

  /** True once the run was removed, or is somewhere else. */
  get isGone(): boolean {
    return this.archive.rows.isDead(this.row);
  }

  get isUnreadable(): boolean {
    return this.archive.rows.isUnreadable(this.row);
  }
}
