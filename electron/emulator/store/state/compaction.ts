import { Archive } from './archive.ts';
import { archiveName, indexName } from './archived-line.ts';
import type { Disk } from './disk.ts';
import type { Journal } from './journal.ts';
import { STORE_VERSION } from './migrations.ts';
import type { Slices } from '../../slices/slices.ts';
import { ArchivedEntry } from './archived-entry.ts';
import { entryOf, type ArchiveSource } from './archive-source.ts';
import { snapshotName, type SnapshotHeader } from './snapshot.ts';
import type { Tables } from './tables.ts';
import { type Plan, prepare } from './compaction-plan.ts';
import { type FilledArchive, writeArchive, writeSnapshot } from './compaction-files.ts';

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

/** A committed archive with the source of each row. */
interface AddedArchive {
  readonly archive: Archive;
  readonly sources: readonly ArchiveSource[];
}

/** Syncs the new files and commits the snapshot. */
async function commit(storage: Storage, plan: Plan, filled: readonly FilledArchive[]): Promise<AddedArchive[]> {
  const { disk, tables, journal, archives } = storage;
  const name = snapshotName(plan.header.number);
  await journal.sync();
  await disk.sync();
  const range = { from: STORE_VERSION, migrations: [] };
  const added = filled.map(({ number, index, sources }) => {
    const file = disk.open(archiveName(number), 'read');
    return { archive: new Archive(number, { file, index, range }), sources };
  });
  disk.rename(`${name}.new`, name);
  storage.snapshot = plan.header.number;
  for (const { archive } of added) {
    archives.set(archive.number, archive);
    tables.runs.archived.add(archive);
  }
  return added;
}

interface Committed {
  readonly plan: Plan;
  readonly added: readonly AddedArchive[];
}

/** Updates the tables to the new files, then removes the old files. */
async function settle(storage: Storage, { plan, added }: Committed, slices: Slices): Promise<void> {
  const { disk, tables, journal, archives } = storage;
  for (const { archive, sources } of added) {
    for (const [row, source] of sources.entries()) {
      if (isUnchanged(source, tables)) tables.moveToArchive(entryOf(source), archive, row);
      if (slices.isDue) await slices.pause();
    }
  }
  await disk.sync();
  journal.forgetBefore(plan.header.journal);
  for (const old of plan.abandoned) {
    archives.delete(old.number);
    tables.runs.archived.drop(old);
    old.close();
  }
  removeLeftovers(disk, plan.header);
}

/** False for a run that was removed or changed while the archive was written. */
function isUnchanged(source: ArchiveSource, tables: Tables): boolean {
  if (source instanceof ArchivedEntry) return !source.isGone;
  const { node, record, logCount, prompts } = source;
  if (node.isRemoved) return false;
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
