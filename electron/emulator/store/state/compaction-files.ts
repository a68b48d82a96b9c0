import { ColumnWriter, rowOf } from './archive-columns.ts';
import { storedIndex, type ArchiveIndex } from './archive-index.ts';
import { archiveName, indexName } from './archived-line.ts';
import type { Disk } from './disk.ts';
import { STORE_VERSION } from './migrations.ts';
import { seal, sealJson } from './sealed-line.ts';
import type { Slices } from '../../slices/slices.ts';
import { LineWriter } from './line-writer.ts';
import { archivedJson, contentOf, sourceOf, type ArchiveSource } from './archive-source.ts';
import { itemsOfRun, snapshotName } from './snapshot.ts';
import type { Plan, PlannedArchive } from './compaction-plan.ts';
import type { Storage } from './compaction.ts';

/** Progress of a compaction. */
interface Progress {
  readonly slices: Slices;
  /** Names of the files created so far. */
  readonly written: string[];
}

/** A written archive that is not committed yet. */
export interface FilledArchive {
  readonly number: number;
  readonly index: ArchiveIndex;
  /** Source of each row. */
  readonly sources: readonly ArchiveSource[];
}

/** Writes an archive and its index, without the runs that were removed meanwhile. */
export async function writeArchive(
  { disk, tables }: Storage,
  { number, runs }: PlannedArchive,
  { slices, written }: Progress,
): Promise<FilledArchive> {
  written.push(archiveName(number), indexName(number));
  const rows = new ColumnWriter(runs.length);
  const sources: ArchiveSource[] = [];
  const bytes = await writeLines(disk, archiveName(number), async (lines) => {
    lines.add(seal({ file: 'archive', version: STORE_VERSION, number }));
    for (const run of runs) {
      const source = sourceOf(run, tables);
      if (source === null) continue;
      const content = contentOf(source, tables);
      const line = sealJson(archivedJson(rows.rows, content));
      rows.add(rowOf(content.run, content, { offset: lines.size, length: line.length - 1 }));
      sources.push(source);
      lines.add(line);
      if (slices.isDue) await slices.pause();
    }
  });
  const index = { version: STORE_VERSION, bytes, columns: rows.columns() };
  await writeLines(disk, indexName(number), (lines) => lines.add(seal(storedIndex(index))));
  return { number, index, sources };
}

/** Writes the snapshot under its temporary name. */
export async function writeSnapshot(storage: Storage, plan: Plan, { slices, written }: Progress): Promise<void> {
  const name = `${snapshotName(plan.header.number)}.new`;
  written.push(name);
  storage.snapshotBytes = await writeLines(storage.disk, name, async (lines) => {
    lines.add(seal(plan.header));
    for (const run of plan.kept) {
      lines.add(seal({ items: itemsOfRun(run) }));
      if (slices.isDue) await slices.pause();
    }
    for (const line of plan.others) {
      lines.add(line());
      if (slices.isDue) await slices.pause();
    }
  });
}

/** Writes and syncs a new file of lines. Returns its size in bytes. */
async function writeLines(
  disk: Disk,
  name: string,
  fill: (lines: LineWriter) => void | Promise<void>,
): Promise<number> {
  const file = disk.open(name, 'create');
  try {
    const lines = new LineWriter(file);
    await fill(lines);
    await lines.finish();
    return lines.size;
  } finally {
    file.close();
  }
}
