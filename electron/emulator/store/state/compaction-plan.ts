import { TERMINAL_SESSION_STATUSES } from '../../../../shared/model/status.ts';
import type { Archive } from './archive.ts';
import { oldestFirst } from './collections.ts';
import { STORE_VERSION } from './migrations.ts';
import { ArchivedEntry } from './archived-entry.ts';
import type { RunNode } from './run-node.ts';
import type { RunEntry } from './run-sequence.ts';
import type { ArchiveCandidate } from './archive-source.ts';
import { inGroups } from './in-groups.ts';
import { captureRun, otherLines, type CapturedRun, type SnapshotHeader } from './snapshot.ts';
import type { Tables } from './tables.ts';
import type { Storage } from './compaction.ts';

/** Input of a compaction, captured at one moment: the end of a journal. */
export interface Plan {
  readonly header: SnapshotHeader;
  readonly archives: readonly PlannedArchive[];
  readonly kept: readonly CapturedRun[];
  /** Each makes a line of the snapshot. */
  readonly others: readonly (() => Buffer)[];
  readonly abandoned: readonly Archive[];
}

/** An archive to be written. */
export interface PlannedArchive {
  readonly number: number;
  readonly runs: readonly ArchiveCandidate[];
}

/** Maximum number of runs per archive: its index is written and read at once. */
const MAX_ROWS = 25_000;

/** Maximum number of dead bytes in archives with live runs; as many as live bytes are always tolerated. */
const MAX_DEAD_BYTES = 8 * 1024 * 1024;

/** Rotates the journal and captures everything. Must be synchronous. */
export function prepare(storage: Storage): Plan {
  const { tables, journal, archives } = storage;
  journal.rotate();
  dropUnusedBlueprints(tables);
  const abandoned = wasted([...archives.values()].filter(({ isDamaged, rows }) => !isDamaged || rows.live === 0));
  const history: RunEntry[] = abandoned.flatMap((archive) => [...archive.liveEntries()]);
  const kept: CapturedRun[] = [];
  for (const node of tables.runs.inMemory) {
    if (isHistory(tables, node)) history.push(node);
    else kept.push(captureRun(tables, node));
  }
  history.sort(oldestFirst);
  const archiveNumber = Math.max(0, ...archives.keys()) + 1;
  const planned = inGroups(history, MAX_ROWS).map((entries, i) => ({
    number: archiveNumber + i,
    runs: entries.map((entry): ArchiveCandidate =>
      entry instanceof ArchivedEntry ? entry : { node: entry, record: entry.record },
    ),
  }));
  const others = otherLines(tables);
  const remaining = [...archives.values()].filter((archive) => !abandoned.includes(archive));
  const header: SnapshotHeader = {
    file: 'snapshot',
    version: STORE_VERSION,
    number: storage.snapshot + 1,
    journal: journal.number,
    archives: [
      ...remaining.map((archive) => ({ number: archive.number, dead: archive.rows.deadRanges() })),
      ...planned.map(({ number }) => ({ number, dead: [] })),
    ],
    lines: kept.length + others.length,
  };
  return { header, archives: planned, kept, others, abandoned };
}

/** True for a finished run that nothing waits for. */
function isHistory(tables: Tables, { id, isFinished, record }: RunNode): boolean {
  return isFinished && !tables.prompts.isPendingOf(id) && !isAwaited(tables, record);
}

/** True while an unfinished parent run or session may still read the run. */
export function isAwaited(tables: Tables, { parentID, sessionID }: { parentID: string; sessionID: string }): boolean {
  const parent = parentID === '' ? undefined : tables.runs.node(parentID);
  if (parent?.isFinished === false) return true;
  const session = sessionID === '' ? undefined : tables.sessions.get(sessionID);
  return session !== undefined && !TERMINAL_SESSION_STATUSES.has(session.status);
}

/**
 * Returns the archives to remove, after moving their live runs: those that are dead, and more when dead bytes exceed the
 * maximum.
 */
function wasted(archives: readonly Archive[]): Archive[] {
  const dead = archives.reduce((sum, { deadBytes }) => sum + deadBytes, 0);
  const all = archives.reduce((sum, { bytes }) => sum + bytes, 0);
  const isTooMuch = dead > MAX_DEAD_BYTES && dead * 2 > all;
  return archives.filter(({ rows, deadBytes, bytes }) => rows.live === 0 || (isTooMuch && deadBytes * 2 > bytes));
}

/** Removes blueprints that no run or session uses. */
function dropUnusedBlueprints(tables: Tables): void {
  const used = new Set<string>();
  for (const { blueprintID } of tables.runs.inMemory) used.add(blueprintID);
  for (const { rows } of tables.runs.archived.archives) for (const id of rows.liveBlueprints()) used.add(id);
  for (const { blueprintID } of tables.sessions.values()) used.add(blueprintID);
  for (const { id } of [...tables.blueprints.values()]) if (!used.has(id)) tables.blueprints.remove(id);
}
