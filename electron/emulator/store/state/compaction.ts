import { TERMINAL_SESSION_STATUSES } from '../../../../shared/model/status.ts';
import { indexOf, rowOf, type ArchiveIndex, type ArchiveRow } from './archive-index.ts';
import { Archive, archiveName, indexName } from './archive.ts';
import { oldestFirst } from './collections.ts';
import type { Disk } from './disk.ts';
import type { Item } from './items.ts';
import type { Journal } from './journal.ts';
import { STORE_VERSION } from './migrations.ts';
import { seal, sealJson } from './sealed-line.ts';
import type { RunNode } from './run-node.ts';
import type { Slices } from '../../slices/slices.ts';
import { LineWriter } from './line-writer.ts';
import {
  archivedJson,
  contentOf,
  nodeOf,
  sourceOf,
  type ArchiveSource,
  type ArchiveCandidate,
} from './archive-source.ts';
import { captureRun, itemsOfRun, otherItems, snapshotName, type CapturedRun, type SnapshotHeader } from './snapshot.ts';
import type { Tables } from './tables.ts';

/** The files on disk and the tables in memory. */
export interface Storage {
  readonly disk: Disk;
  readonly tables: Tables;
  readonly journal: Journal;
  readonly archives: Map<number, Archive>;
  /** Number of the newest snapshot; 0 for none. */
  snapshot: number;
  /** Size of the newest snapshot in bytes. */
  snapshotBytes: number;
}

/** Input of a compaction, captured at one moment: the end of a journal. */
interface Plan {
  readonly header: SnapshotHeader;
  readonly archives: readonly PlannedArchive[];
  readonly kept: readonly CapturedRun[];
  readonly others: readonly Item[];
  readonly abandoned: readonly Archive[];
}

/** An archive to be written. */
interface PlannedArchive {
  readonly number: number;
  readonly runs: readonly ArchiveCandidate[];
}

/** Maximum number of runs per archive: its index is written and read at once. */
const MAX_ROWS = 25_000;

/** Maximum number of dead bytes in archives with live runs; as many as live bytes are always tolerated. */
const MAX_DEAD_BYTES = 8 * 1024 * 1024;

/**
 * Moves finished runs from memory and journals to archives, and everything else to a new snapshot, in time slices. The
 * rename of the snapshot commits it: before, the old snapshot and the journals hold everything; afterwards, the new
 * snapshot and the new journal do. Files left by a crash are listed in no snapshot and are removed at the next start.
 */
export async function compact(storage: Storage, slices: Slices): Promise<void> {
  const plan = prepare(storage);
  const written: string[] = [];
  try {
    const filled: FilledArchive[] = [];
    for (const archive of plan.archives) filled.push(await writeArchive(storage, archive, { slices, written }));
    await writeSnapshot(storage, plan, { slices, written });
    const added = await commit(storage, plan, filled);
    await settle(storage, { plan, added }, slices);
  } catch (error) {
    // Once the snapshot is committed, its files stay; the next start does the rest.
    if (storage.snapshot < plan.header.number) for (const name of written) storage.disk.remove(name);
    throw error;
  }
}

/** Rotates the journal and captures everything. Must be synchronous. */
function prepare(storage: Storage): Plan {
  const { tables, journal, archives } = storage;
  journal.rotate();
  dropUnusedBlueprints(tables);
  const abandoned = wasted([...archives.values()].filter(({ isDamaged, liveRows }) => !isDamaged || liveRows === 0));
  const isMoved = new Set(abandoned.filter(({ liveRows }) => liveRows > 0));
  const moved = isMoved.size === 0 ? [] : [...tables.runs.oldestFirst()];
  const history = moved.filter(({ archive }) => archive !== null && isMoved.has(archive));
  const kept: CapturedRun[] = [];
  for (const node of tables.runs.inMemory) {
    if (isHistory(tables, node)) {
      history.push(node);
      continue;
    }
    const captured = captureRun(tables, node);
    if (captured !== null) kept.push(captured);
  }
  history.sort(oldestFirst);
  const archiveNumber = Math.max(0, ...archives.keys()) + 1;
  const planned = inGroups(history, MAX_ROWS).map((nodes, i) => ({
    number: archiveNumber + i,
    runs: nodes.map((node): ArchiveCandidate => ({ node, record: node.record, archive: node.archive, row: node.row })),
  }));
  const others = otherItems(tables);
  const remaining = [...archives.values()].filter((archive) => !abandoned.includes(archive));
  const header: SnapshotHeader = {
    file: 'snapshot',
    version: STORE_VERSION,
    number: storage.snapshot + 1,
    journal: journal.number,
    archives: [
      ...remaining.map((archive) => ({ number: archive.number, dead: archive.deadRanges() })),
      ...planned.map(({ number }) => ({ number, dead: [] })),
    ],
    lines: kept.length + others.length,
  };
  return { header, archives: planned, kept, others, abandoned };
}

/** True for a finished run that nothing waits for. */
function isHistory(tables: Tables, { id, isFinished, record }: RunNode): boolean {
  return isFinished && !tables.prompts.isPendingOf(id) && (record === null || !isAwaited(tables, record));
}

function inGroups<T>(items: readonly T[], most: number): T[][] {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, i) => items.slice(i * most, (i + 1) * most));
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
  return archives.filter(({ liveRows, deadBytes, bytes }) => liveRows === 0 || (isTooMuch && deadBytes * 2 > bytes));
}

/** Removes blueprints that no run or session uses. */
function dropUnusedBlueprints(tables: Tables): void {
  const used = new Set<string>();
  let last = '';
  for (const { blueprintID } of tables.runs.oldestFirst()) {
    // Runs that follow one another often come from the same definition, and comparing is faster than hashing.
    if (blueprintID !== last) used.add((last = blueprintID));
  }
  for (const { blueprintID } of tables.sessions.values()) used.add(blueprintID);
  for (const { id } of [...tables.blueprints.values()]) if (!used.has(id)) tables.blueprints.remove(id);
}

interface Progress {
  readonly slices: Slices;
  /** Names of the files created so far. */
  readonly written: string[];
}

interface FilledArchive {
  readonly number: number;
  readonly index: ArchiveIndex;
  /** Source of each row. */
  readonly placed: readonly ArchiveSource[];
}

async function writeArchive(
  { disk, tables }: Storage,
  { number, runs }: PlannedArchive,
  { slices, written }: Progress,
): Promise<FilledArchive> {
  written.push(archiveName(number), indexName(number));
  const rows: ArchiveRow[] = [];
  const placed: ArchiveSource[] = [];
  const bytes = await writeLines(disk, archiveName(number), slices, async (lines) => {
    await lines.add(seal({ file: 'archive', version: STORE_VERSION, number }));
    for (const run of runs) {
      const source = sourceOf(run, tables);
      if (source === null) continue;
      const content = contentOf(source, tables);
      const line = sealJson(archivedJson(rows.length, content));
      rows.push(rowOf(content.run, content, { offset: lines.size, length: line.length - 1 }));
      placed.push(source);
      await lines.add(line);
    }
  });
  const index = indexOf(rows, bytes, STORE_VERSION);
  await writeLines(disk, indexName(number), slices, (lines) => lines.add(seal(index)));
  return { number, index, placed };
}

async function writeSnapshot(storage: Storage, plan: Plan, { slices, written }: Progress): Promise<void> {
  const name = `${snapshotName(plan.header.number)}.new`;
  written.push(name);
  storage.snapshotBytes = await writeLines(storage.disk, name, slices, async (lines) => {
    await lines.add(seal(plan.header));
    for (const run of plan.kept) await lines.add(seal({ items: itemsOfRun(run) }));
    for (const item of plan.others) await lines.add(seal({ items: [item] }));
  });
}

async function writeLines(
  disk: Disk,
  name: string,
  slices: Slices,
  fill: (lines: LineWriter) => Promise<void>,
): Promise<number> {
  const file = disk.open(name, 'create');
  try {
    const lines = new LineWriter(file, slices);
    await fill(lines);
    await lines.finish();
    return lines.size;
  } finally {
    file.close();
  }
}

/** A committed archive with the source of each row. */
interface AddedArchive {
  readonly archive: Archive;
  readonly placed: readonly ArchiveSource[];
}

/** Syncs the new files and commits the snapshot. */
async function commit(storage: Storage, plan: Plan, filled: readonly FilledArchive[]): Promise<AddedArchive[]> {
  const { disk, journal, archives } = storage;
  const name = snapshotName(plan.header.number);
  await journal.sync();
  await disk.sync();
  const range = { from: STORE_VERSION, migrations: [] };
  const added = filled.map(({ number, index, placed }) => {
    const file = disk.open(archiveName(number), 'read');
    return { archive: new Archive(number, { file, index, range }), placed };
  });
  disk.rename(`${name}.new`, name);
  storage.snapshot = plan.header.number;
  for (const { archive } of added) archives.set(archive.number, archive);
  return added;
}

interface Committed {
  readonly plan: Plan;
  readonly added: readonly AddedArchive[];
}

/** Updates the tables to the new files, then removes the old files. */
async function settle(storage: Storage, { plan, added }: Committed, slices: Slices): Promise<void> {
  const { disk, tables, journal, archives } = storage;
  for (const { archive, placed } of added) {
    for (const [row, source] of placed.entries()) {
      if (isUnchanged(source, tables)) tables.moveToArchive(nodeOf(source), archive, row);
      else archive.markDead(row);
      await slices.pauseIfDue();
    }
  }
  await disk.sync();
  journal.forgetBefore(plan.header.journal);
  for (const old of plan.abandoned) {
    archives.delete(old.number);
    old.close();
  }
  removeLeftovers(disk, plan.header);
}

/** False for a run that was removed or changed while the archive was written. */
function isUnchanged(source: ArchiveSource, tables: Tables): boolean {
  const node = nodeOf(source);
  if (node.isRemoved) return false;
  if (source.from === 'archive') return node.archive === source.archive && node.row === source.row;
  const { record, logCount, prompts } = source.captured;
  const promptsNow = tables.prompts.of(node.id);
  const hasSamePrompts = promptsNow.length === prompts.length && promptsNow.every((prompt, i) => prompt === prompts[i]);
  return node.record === record && tables.logCount(node.id) === logCount && hasSamePrompts;
}

/** Removes files that a snapshot replaces or does not list. */
export function removeLeftovers(disk: Disk, { number, journal, archives }: SnapshotHeader): void {
  const named = new Set(archives.flatMap((archive) => [archiveName(archive.number), indexName(archive.number)]));
  for (const name of disk.names()) {
    const [, kind, digits] = /^(snapshot|journal|archive)-(\d+)\.(?:jsonl|index\.json)(?:\.new)?$/.exec(name) ?? [];
    const isOld =
      (kind === 'snapshot' && name !== snapshotName(number)) ||
      (kind === 'journal' && Number(digits) < journal) ||
      (kind === 'archive' && !named.has(name));
    if (isOld) disk.remove(name);
  }
}
