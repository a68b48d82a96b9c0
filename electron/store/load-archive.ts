import { indexOf, LOST_ROW, rowOf, type ArchiveIndex, type ArchiveRow } from './archive-index.ts';
import { Archive, archiveName, indexName, type ArchivedLine } from './archive.ts';
import type { Damage } from './damage.ts';
import type { Disk } from './disk.ts';
import { STORE_VERSION } from './migrations.ts';
import { readSealed, seal, unseal } from './sealed-line.ts';

/** An archive with what its index says. */
export interface LoadedArchive {
  readonly archive: Archive;
  readonly index: ArchiveIndex;
}

/** Opens an archive with its index; makes the index anew when it does not fit. `undefined` when the archive is not there. */
export function loadArchive(disk: Disk, number: number, damage: Damage): LoadedArchive | undefined {
  const name = archiveName(number);
  const names = disk.names();
  const known = names.includes(indexName(number)) ? readIndex(disk, number) : undefined;
  if (!names.includes(name)) {
    const runs = known === undefined ? 'its runs' : `its ${known.id.length} runs`;
    damage.say(`${name} is missing: ${runs} are lost.`);
    return undefined;
  }
  const file = disk.open(name, 'read');
  if (known?.bytes === file.size()) return { archive: new Archive(number, file, known), index: known };
  file.close();
  const index = rebuild(disk, number, { damage, known });
  return { archive: new Archive(number, disk.open(name, 'read'), index), index };
}

function readIndex(disk: Disk, number: number): ArchiveIndex | undefined {
  const bytes = disk.read(indexName(number));
  const index = unseal(bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes);
  // The checksum says that this is what was written there; an index of another version is made anew.
  return index !== undefined && 'version' in index && index.version === STORE_VERSION
    ? (index as ArchiveIndex)
    : undefined;
}

interface Rebuilding {
  readonly damage: Damage;
  /** The index that does not fit, when it could be read. */
  readonly known: ArchiveIndex | undefined;
}

function rebuild(disk: Disk, number: number, { damage, known }: Rebuilding): ArchiveIndex {
  if (known === undefined && disk.names().includes(indexName(number))) {
    const aside = damage.setAside(indexName(number));
    damage.say(
      `${indexName(number)} was damaged and was made anew from its archive; nothing is lost. It is kept as ${aside}.`,
    );
  }
  const name = archiveName(number);
  const bytesOfArchive = disk.read(name);
  const { lines, torn, damaged } = readSealed(bytesOfArchive);
  const rows: ArchiveRow[] = [];
  for (const { value, offset, length } of lines) {
    // The checksum says that this is what was written there.
    if ('run' in value) rows[(value as ArchivedLine).row] = rowOf(value as ArchivedLine, { offset, length });
  }
  const all = Array.from({ length: Math.max(rows.length, known?.id.length ?? 0) }, (_, row) => rows[row] ?? LOST_ROW);
  const lost = all.filter(({ id }) => id === '').length;
  if (torn + damaged + lost > 0) {
    const aside = damage.setAside(name);
    damage.say(
      `${name} was damaged: at least ${lost} of its ${all.length} runs are lost. The rest was loaded; the damaged file is kept as ${aside}.`,
    );
  }
  const index = indexOf(all, bytesOfArchive.length, STORE_VERSION);
  const bytes = seal(index);
  const file = disk.open(indexName(number), 'create');
  try {
    file.write(bytes, 0);
  } finally {
    file.close();
  }
  return index;
}
