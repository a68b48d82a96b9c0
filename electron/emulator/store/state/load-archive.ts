import { valuesDigest } from '../../engine/cache-key.ts';
import { archivedContent, isArchivedLine } from './archive-form.ts';
import { ColumnWriter, contentRow, LOST_ROW, rowOf, type ArchiveRow } from './archive-columns.ts';
import { type ArchiveIndex, readStoredIndex, rowsOfEarlierIndex, storedIndex } from './archive-index.ts';
import { Archive } from './archive.ts';
import { archiveName, indexName, migratedLine } from './archived-line.ts';
import type { DamageReport } from './damage.ts';
import { replaceFile, type Disk } from './disk.ts';
import { STORE_VERSION, type MigrationRange } from './migrations.ts';
import { readSealed, seal, unseal } from './sealed-line.ts';

/** The source of an archive, and the receiver of its problems. */
export interface ArchiveLocation {
  readonly disk: Disk;
  /** Names of the files on the disk. */
  readonly names: ReadonlySet<string>;
  readonly number: number;
  readonly damage: DamageReport;
}

/** Opens an archive. Rebuilds the index when it does not fit. `undefined` when the archive is missing. */
export function loadArchive(location: ArchiveLocation, range: MigrationRange): Archive | undefined {
  const { disk, names, number, damage } = location;
  const name = archiveName(number);
  const known = names.has(indexName(number)) ? readIndex(disk, number) : NO_INDEX;
  if (!names.has(name)) {
    const runs = known.rows === 0 ? 'its runs' : `its ${known.rows} runs`;
    damage.report(`${name} is missing: ${runs} are lost.`);
    return undefined;
  }
  const file = disk.open(name, 'read');
  if (known.index?.version === STORE_VERSION && known.index.bytes === file.size()) {
    return new Archive(number, { file, index: known.index, range });
  }
  file.close();
  const index = rebuild(location, known, range);
  return new Archive(number, { file: disk.open(name, 'read'), index, range });
}

/** An index file as found. */
interface KnownIndex {
  /** `undefined` when it cannot be used. */
  readonly index: ArchiveIndex | undefined;
  /** Number of its rows; 0 when that is unknown. */
  readonly rows: number;
  readonly isDamaged: boolean;
}

const NO_INDEX: KnownIndex = { index: undefined, rows: 0, isDamaged: false };

function readIndex(disk: Disk, number: number): KnownIndex {
  const bytes = disk.read(indexName(number));
  const stored = unseal(bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes);
  const earlier = stored === undefined ? undefined : rowsOfEarlierIndex(stored);
  if (earlier !== undefined) return { index: undefined, rows: earlier, isDamaged: false };
  const index = stored === undefined ? undefined : readStoredIndex(stored);
  return { index, rows: index?.columns.ids.length ?? 0, isDamaged: index === undefined };
}

/** Minimum length of a line, which bounds the number of rows. */
const SHORTEST_LINE = 20;

/** @param known the index that does not fit, has an older form or version, or is missing or damaged */
function rebuild({ disk, number, damage }: ArchiveLocation, known: KnownIndex, range: MigrationRange): ArchiveIndex {
  if (known.isDamaged) {
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
  const all = Array.from({ length: Math.max(rows.length, known.rows) }, (_, row) => rows[row] ?? LOST_ROW);
  const lost = all.filter(({ id }) => id === '').length;
  if (torn + damaged + lost > 0) {
    const aside = damage.setAside(name);
    damage.report(
      `${name} was damaged: at least ${lost} of its ${all.length} runs are lost. The rest was loaded; the damaged file is kept as ${aside}.`,
    );
  }
  const columns = new ColumnWriter(all.length);
  for (const row of all) columns.add(row);
  const index = { version: STORE_VERSION, bytes: bytesOfArchive.length, columns: columns.columns() };
  replaceFile(disk, indexName(number), seal(storedIndex(index)));
  return index;
}
