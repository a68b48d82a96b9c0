import { TERMINAL_SESSION_STATUSES } from '../../shared/model/status.ts';
import { indexOf, rowOf, type ArchiveIndex, type ArchiveRow } from './archive-index.ts';
import { Archive, archiveName, indexName } from './archive.ts';
import { isPending, oldestFirst } from './collections.ts';
import type { Disk } from './disk.ts';
import type { Item } from './items.ts';
import type { Journal } from './journal.ts';
import { STORE_VERSION } from './migrations.ts';
import { seal, sealJson } from './sealed-line.ts';
import type { Slices } from '../slices/slices.ts';
import { LineWriter } from './line-writer.ts';
import { archivedJson, contentOf, nodeOf, sourceIn, type Source } from './archive-source.ts';
import { captureRun, itemsOfRun, otherItems, snapshotName, type CapturedRun, type SnapshotHeader } from './snapshot.ts';
import type { Tables } from './tables.ts';

/** Everything that is on disk, and what is in memory of it. */
export interface Storage {
  readonly disk: Disk;
  readonly tables: Tables;
  readonly journal: Journal;
  readonly archives: Map<number, Archive>;
  /** Number of the newest snapshot; 0 when there is none. */
  snapshot: number;
  /** Size of the newest snapshot. */
  snapshotBytes: number;
}

/** What a compaction writes, taken hold of at one moment: the end of a journal. */
interface Plan {
  readonly header: SnapshotHeader;
  readonly archiveNumber: number;
  readonly sources: readonly Source[];
  readonly kept: readonly CapturedRun[];
  readonly others: readonly Item[];
  readonly abandoned: readonly Archive[];
}

/** Dead bytes in archives that also hold living runs are tolerated up to this many, and up to as many as live. */
const TOLERATED_WASTE = 8 * 1024 * 1024;

/**
 * Moves finished runs from memory and journal to an archive, and what lives to a snapshot, in slices. The rename of the
 * snapshot is the moment at which it counts: before it, the old snapshot and the journals hold everything; after it, the new
 * one and the new journal do. Whatever a crash leaves over is named by no snapshot, and goes at the next start.
 */
export async function compact(storage: Storage, slices: Slices): Promise<void> {
  const plan = prepare(storage);
  const written: string[] = [];
  try {
    const filled = await writeArchive(storage, plan, { slices, written });
    await writeSnapshot(storage, plan, { slices, written });
    const archive = await commit(storage, plan, filled?.index);
    await settle(storage, { plan, archive, placed: filled?.placed ?? [] }, slices);
  } catch (error) {
    // Once the snapshot counts, its files stay; what else there was to do is done at the next start.
    if (storage.snapshot < plan.header.number) for (const name of written) storage.disk.remove(name);
    throw error;
  }
}

/** Ends the journal and takes hold of everything. Nothing may happen in between. */
function prepare(storage: Storage): Plan {
  const { tables, journal, archives } = storage;
  journal.rotate();
  dropUnused(tables);
  const abandoned = wasted([...archives.values()].filter(({ isDamaged, liveRows }) => !isDamaged || liveRows === 0));
  const captured = [...tables.runs.inMemory].flatMap((node) => captureRun(tables, node) ?? []);
  const isHistory = ({ node, record, prompts }: CapturedRun): boolean =>
    node.isFinished && !prompts.some(isPending) && !isAwaited(tables, record);
  const sources: Source[] = [
    ...(abandoned.every(({ liveRows }) => liveRows === 0) ? [] : [...tables.runs.oldestFirst()]).flatMap((node) =>
      sourceIn(node, abandoned),
    ),
    ...captured.filter(isHistory).map((run): Source => ({ from: 'memory', captured: run })),
  ].sort((a, b) => oldestFirst(nodeOf(a), nodeOf(b)));
  const kept = captured.filter((run) => !isHistory(run));
  const others = otherItems(tables);
  const archiveNumber = Math.max(0, ...archives.keys()) + 1;
  const remaining = [...archives.values()].filter((archive) => !abandoned.includes(archive));
  const header: SnapshotHeader = {
    file: 'snapshot',
    version: STORE_VERSION,
    number: storage.snapshot + 1,
    journal: journal.number,
    archives: [
      ...remaining.map((archive) => ({ number: archive.number, dead: archive.deadRanges() })),
      ...(sources.length === 0 ? [] : [{ number: archiveNumber, dead: [] }]),
    ],
    lines: kept.length + others.length,
  };
  return { header, archiveNumber, sources, kept, others, abandoned };
}

/** True while something unfinished may still ask for the run: its parent or its session. */
export function isAwaited(tables: Tables, { parentID, sessionID }: { parentID: string; sessionID: string }): boolean {
  const parent = parentID === '' ? undefined : tables.runs.node(parentID);
  if (parent?.isFinished === false) return true;
  const session = sessionID === '' ? undefined : tables.sessions.get(sessionID);
  return session !== undefined && !TERMINAL_SESSION_STATUSES.has(session.status);
}

/** Archives whose runs are to be moved, so that the file can go: those that are all dead, and more when too much is. */
function wasted(archives: readonly Archive[]): Archive[] {
  const dead = archives.reduce((sum, { deadBytes }) => sum + deadBytes, 0);
  const all = archives.reduce((sum, { bytes }) => sum + bytes, 0);
  const isTooMuch = dead > TOLERATED_WASTE && dead * 2 > all;
  return archives.filter(({ liveRows, deadBytes, bytes }) => liveRows === 0 || (isTooMuch && deadBytes * 2 > bytes));
}

/** Lets go of definitions that nothing was started from any more. */
function dropUnused(tables: Tables): void {
  tables.idempotency.forgetOld();
  const used = new Set<string>();
  for (const { blueprintID } of tables.runs.oldestFirst()) used.add(blueprintID);
  for (const { blueprintID } of tables.sessions.values()) used.add(blueprintID);
  for (const { id } of [...tables.blueprints.values()]) if (!used.has(id)) tables.blueprints.remove(id);
}

interface Progress {
  readonly slices: Slices;
  /** Names of the files made so far. */
  readonly written: string[];
}

interface FilledArchive {
  readonly index: ArchiveIndex;
  /** What lies in each row. */
  readonly placed: readonly Source[];
}

async function writeArchive(
  { disk, tables }: Storage,
  plan: Plan,
  { slices, written }: Progress,
): Promise<FilledArchive | null> {
  if (plan.sources.length === 0) return null;
  written.push(archiveName(plan.archiveNumber), indexName(plan.archiveNumber));
  const rows: ArchiveRow[] = [];
  const placed: Source[] = [];
  const bytes = await writeLines(disk, archiveName(plan.archiveNumber), slices, async (lines) => {
    await lines.add(seal({ file: 'archive', version: STORE_VERSION, number: plan.archiveNumber }));
    for (const source of plan.sources) {
      const content = contentOf(source, tables);
      if (content === null) continue;
      const line = sealJson(archivedJson(rows.length, content));
      rows.push(rowOf(content.run, content, { offset: lines.size, length: line.length - 1 }));
      placed.push(source);
      await lines.add(line);
    }
  });
  const index = indexOf(rows, bytes, STORE_VERSION);
  await writeLines(disk, indexName(plan.archiveNumber), slices, (lines) => lines.add(seal(index)));
  return { index, placed };
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

/** Everything new is on disk, then it counts. */
async function commit(storage: Storage, plan: Plan, index: ArchiveIndex | undefined): Promise<Archive | undefined> {
  const { disk, journal, archives } = storage;
  const name = snapshotName(plan.header.number);
  await journal.sync();
  await disk.sync();
  const way = { from: STORE_VERSION, migrations: [] };
  const file = index && disk.open(archiveName(plan.archiveNumber), 'read');
  const archive = file && new Archive(plan.archiveNumber, { file, index, way });
  disk.rename(`${name}.new`, name);
  storage.snapshot = plan.header.number;
  if (archive !== undefined) archives.set(archive.number, archive);
  return archive;
}

interface Committed {
  readonly plan: Plan;
  readonly archive: Archive | undefined;
  readonly placed: readonly Source[];
}

/** In memory, what the new files say; then away with the old ones. */
async function settle(storage: Storage, { plan, archive, placed }: Committed, slices: Slices): Promise<void> {
  const { disk, tables, journal, archives } = storage;
  for (const [row, source] of placed.entries()) {
    if (archive === undefined) break;
    if (isUnchanged(source, tables)) tables.moveToArchive(nodeOf(source), archive, row);
    else archive.kill(row);
    await slices.breathe();
  }
  await disk.sync();
  journal.forgetOld();
  for (const old of plan.abandoned) {
    archives.delete(old.number);
    old.close();
  }
  removeLeftovers(disk, plan.header);
}

/** False for a run that was dropped, or put again, while the archive was written. */
function isUnchanged(source: Source, tables: Tables): boolean {
  const node = nodeOf(source);
  if (node.gone) return false;
  if (source.from === 'archive') return node.archive === source.archive && node.row === source.row;
  const { record, logCount, prompts } = source.captured;
  const promptsNow = tables.prompts.of(node.id);
  const hasSamePrompts = promptsNow.length === prompts.length && promptsNow.every((prompt, i) => prompt === prompts[i]);
  return node.record === record && tables.logCount(node.id) === logCount && hasSamePrompts;
}

/** Removes the files that a snapshot stands for or does not name. */
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
