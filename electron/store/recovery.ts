import type { Archive } from './archive.ts';
import { removeLeftovers, type Storage } from './compaction.ts';
import type { Damage } from './damage.ts';
import type { Disk } from './disk.ts';
import { ENTITY_KINDS, type Item } from './items.ts';
import { Journal, journalName, type Durability } from './journal.ts';
import { loadArchive } from './load-archive.ts';
import { migrated, STORE_VERSION } from './migrations.ts';
import { unseal } from './sealed-line.ts';
import { snapshotName, type SnapshotHeader } from './snapshot.ts';
import { StoreError } from './store-error.ts';
import type { Tables } from './tables.ts';

/** Numbers of the files of each kind, ascending. */
type Numbers = Readonly<Record<'snapshot' | 'archive' | 'journal', readonly number[]>>;

/** Reads the folder: the newest snapshot, its archives, then the later journals in order. Throws `StoreError` for files of a newer version. */
export function recover(
  disk: Disk,
  tables: Tables,
  options: { damage: Damage; durability: Durability },
): RecoveredStorage {
  refuseNewer(disk);
  const { damage, durability } = options;
  const numbers = numbersIn(disk);
  const { header, items, bytes, isLost } = readSnapshot(disk, numbers, damage);
  const archives = readArchives(disk, tables, { header, damage });
  apply(tables, items, { name: snapshotName(header.number), damage });
  if (header.version < STORE_VERSION) migrate(tables, header.version);
  const last = readJournals(tables, { numbers, header, damage });
  if (!isLost) removeLeftovers(disk, header);
  const journal = new Journal(disk, { durability, ...last });
  const storage = { disk, tables, journal, archives, snapshot: header.number, snapshotBytes: bytes };
  return { storage, needsSnapshot: isLost };
}

export interface RecoveredStorage {
  readonly storage: Storage;
  /** True when the snapshot was lost: one should be written at once. */
  readonly needsSnapshot: boolean;
}

function numbersIn(disk: Disk): Numbers {
  const numbersOf = (kind: string): number[] =>
    disk
      .names()
      .flatMap((name) => new RegExp(`^${kind}-(\\d+)\\.jsonl$`).exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
  return { snapshot: numbersOf('snapshot'), archive: numbersOf('archive'), journal: numbersOf('journal') };
}

function refuseNewer(disk: Disk): void {
  for (const name of disk.names().filter((file) => /^(?:snapshot|archive|journal)-\d+\.jsonl$/.test(file))) {
    const version = versionOf(disk, name);
    if (version <= STORE_VERSION) continue;
    throw new StoreError(
      `${disk.name}/${name} was written by a newer Hangar (version ${version} of the format; this one knows ${STORE_VERSION}). Nothing was changed; use the newer Hangar, or another data folder.`,
    );
  }
}

/** The version that a file's first line gives; this Hangar's own when it cannot be read. */
function versionOf(disk: Disk, name: string): number {
  const file = disk.open(name, 'read');
  try {
    let start = file.read(0, 4096);
    if (!start.includes(0x0a)) start = file.read(0, file.size());
    const newline = start.indexOf(0x0a);
    const header = unseal(start.subarray(0, newline === -1 ? start.length : newline));
    return versionIn(header);
  } finally {
    file.close();
  }
}

function versionIn(header: object | undefined): number {
  return header !== undefined && 'version' in header && typeof header.version === 'number'
    ? header.version
    : STORE_VERSION;
}

interface ReadSnapshot {
  readonly header: SnapshotHeader;
  readonly items: readonly Item[];
  readonly bytes: number;
  /** What belongs together had to be guessed: everything that is there. */
  readonly isLost: boolean;
}

function readSnapshot(disk: Disk, numbers: Numbers, damage: Damage): ReadSnapshot {
  const number = numbers.snapshot.at(-1) ?? 0;
  const everything = {
    file: 'snapshot' as const,
    version: STORE_VERSION,
    number,
    journal: numbers.journal[0] ?? 1,
    archives: numbers.archive.map((archive) => ({ number: archive, dead: [] })),
    lines: 0,
  };
  if (number === 0) {
    // Before the first snapshot counts, the first journal holds everything; without it, the snapshot was taken away.
    const isLost = numbers.archive.length > 0 && numbers.journal[0] !== 1;
    if (isLost) damage.say('The snapshot is missing; what the archives and journals hold was loaded.');
    return { header: isLost ? everything : { ...everything, journal: 1, archives: [] }, items: [], bytes: 0, isLost };
  }
  const name = snapshotName(number);
  const { lines, size, isDamaged } = damage.readLines(name);
  const header = lines.map(({ value }) => value).find(isHeader);
  const items = lines.flatMap(({ value }) => itemsIn(value));
  if (header === undefined && !isDamaged) damage.say(`${name} was damaged: it does not say what belongs with it.`);
  if (header === undefined) return { header: everything, items, bytes: size, isLost: true };
  const missing = header.lines - lines.length + 1;
  if (missing > 0) damage.say(`${name}: ${missing} of its ${header.lines} entries are lost.`);
  return { header, items, bytes: size, isLost: false };
}

function isHeader(value: object): value is SnapshotHeader {
  return 'file' in value && value.file === 'snapshot';
}

function itemsIn(value: object): readonly Item[] {
  // The checksum of the line says that this is what was written there.
  return 'items' in value ? (value.items as readonly Item[]) : [];
}

function apply(tables: Tables, items: readonly Item[], { name, damage }: { name: string; damage: Damage }): void {
  const orphans = items.filter((item) => !tables.apply(item)).length;
  if (orphans > 0) damage.say(`${name}: ${orphans} changes were left out, since what they change is lost.`);
}

function readArchives(
  disk: Disk,
  tables: Tables,
  { header, damage }: { header: SnapshotHeader; damage: Damage },
): Map<number, Archive> {
  const archives = new Map<number, Archive>();
  for (const { number, dead } of header.archives) {
    const loaded = loadArchive(disk, number, damage);
    if (loaded === undefined) continue;
    const { archive, index } = loaded;
    for (const [from, to] of dead) for (let row = from; row < to; row++) archive.kill(row);
    tables.adopt(archive, index);
    archives.set(number, archive);
  }
  return archives;
}

interface JournalReading {
  readonly numbers: Numbers;
  readonly header: SnapshotHeader;
  readonly damage: Damage;
}

/** Applies the journals from the snapshot's on; gives the last one's number and size, to be continued. */
function readJournals(tables: Tables, { numbers, header, damage }: JournalReading): { number: number; size: number } {
  const wanted = numbers.journal.filter((number) => number >= header.journal);
  let last = { number: header.journal, size: 0 };
  let { version } = header;
  let expected = header.journal;
  for (const number of wanted) {
    if (number > expected) damage.say(`${journalName(expected)} is missing: what it held is lost.`);
    const { lines, size } = damage.readLines(journalName(number));
    const written = versionIn(lines[0]?.value);
    if (written > version) migrate(tables, version);
    version = written;
    apply(
      tables,
      lines.flatMap(({ value }) => itemsIn(value)),
      { name: journalName(number), damage },
    );
    last = { number, size };
    expected = number + 1;
  }
  if (wanted.length === 0 && header.number > 0)
    damage.say(`${journalName(expected)} is missing: what it held is lost.`);
  if (version < STORE_VERSION) migrate(tables, version);
  return last;
}

/** Brings what is in memory to the newest version; archives are brought there as they are read. */
function migrate(tables: Tables, version: number): void {
  for (const kind of ENTITY_KINDS) {
    for (const entity of [...tables.of[kind].values()]) tables.put(kind, migrated(kind, entity, version));
  }
}
