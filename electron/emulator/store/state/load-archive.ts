import { valuesDigest } from '../../engine/cache-key.ts';
import { contentRow, indexOf, LOST_ROW, rowOf, type ArchiveIndex, type ArchiveRow } from './archive-index.ts';
import { archivedContent, isArchivedLine, isArchiveIndex } from './archive-form.ts';
import { Archive } from './archive.ts';
import { archiveName, indexName, migratedLine } from './archived-line.ts';
import type { DamageReport } from './damage.ts';
import { replaceFile, type Disk } from './disk.ts';
import { STORE_VERSION, type MigrationRange } from './migrations.ts';
import { readSealed, seal, unseal } from './sealed-line.ts';

/** An archive with its index. */
export interface LoadedArchive {
  readonly archive: Archive;
  readonly index: ArchiveIndex;
}

/** The source of an archive, and the receiver of its problems. */
export interface ArchiveLocation {
  readonly disk: Disk;
  readonly number: number;
  readonly damage: DamageReport;
}

/** Opens an archive. Rebuilds the index when it does not fit. `undefined` when the archive is missing. */
export function loadArchive(location: ArchiveLocation, range: MigrationRange): LoadedArchive | undefined {
  const { disk, number, damage } = location;
  const name = archiveName(number);
  const names = disk.names();
  const known = names.includes(indexName(number)) ? readIndex(disk, number) : undefined;
  if (!names.includes(name)) {
    const runs = known === undefined ? 'its runs' : `its ${known.id.length} runs`;
    damage.report(`${name} is missing: ${runs} are lost.`);
    return undefined;
  }
  const file = disk.open(name, 'read');
  if (known?.version === STORE_VERSION && known.bytes === file.size()) {
    return { archive: new Archive(number, { file, index: known, range }), index: known };
  }
  file.close();
  const index = rebuild(location, known, range);
  return { archive: new Archive(number, { file: disk.open(name, 'read'), index, range }), index };
}

/** Returns `undefined` when the index is damaged. */
function readIndex(disk: Disk, number: number): ArchiveIndex | undefined {
  const bytes = disk.read(indexName(number));
  const index = unseal(bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes);
  return index !== undefined && isArchiveIndex(index) ? index : undefined;
}

/** Minimum length of a line, which bounds the number of rows. */
const SHORTEST_LINE = 20;

/** @param known the index that does not fit or has an older version; `undefined` when it is missing or damaged */
function rebuild(
  { disk, number, damage }: ArchiveLocation,
  known: ArchiveIndex | undefined,
  range: MigrationRange,
): ArchiveIndex {
  if (known === undefined && disk.names().includes(indexName(number))) {
    const aside = damage.setAside(indexName(number));
    damage.report(
      `${indexName(number)} was damaged and was rebuilt from its archive; nothing is lost. It is kept as ${aside}.`,
    );
  }
  const name = archiveName(number);
  const bytesOfArchive = disk.read(name);
  const { lines, torn, damaged } = readSealed(bytesOfArchive);
  const rows: ArchiveRow[] = [];
  for (const { value, offset, length } of lines) {
    if (!isArchivedLine(value) || value.row < 0 || value.row > bytesOfArchive.length / SHORTEST_LINE) continue;
    const line = migratedLine(value, range);
    if (archivedContent(line) === undefined) continue;
    rows[line.row] = rowOf(line.run, contentRow(valuesDigest(line.run), line), { offset, length });
  }
  const all = Array.from({ length: Math.max(rows.length, known?.id.length ?? 0) }, (_, row) => rows[row] ?? LOST_ROW);
  const lost = all.filter(({ id }) => id === '').length;
  if (torn + damaged + lost > 0) {
    const aside = damage.setAside(name);
    damage.report(
      `${name} was damaged: at least ${lost} of its ${all.length} runs are lost. The rest was loaded; the damaged file is kept as ${aside}.`,
    );
  }
  const index = indexOf(all, bytesOfArchive.length, STORE_VERSION);
  replaceFile(disk, indexName(number), seal(index));
  return index;
}
