import { ApiError } from '../../../../shared/http/errors.ts';
import type { Archive } from './archive.ts';
import { archiveName } from './archived-line.ts';
import { removeLeftovers } from './compaction.ts';
import type { DamageReport } from './damage.ts';
import type { Disk } from './disk.ts';
import { type CheckedItem, ENTITY_KINDS } from './items.ts';
import { isDraft, Journal, journalName, type Durability } from './journal.ts';
import { loadArchive } from './load-archive.ts';
import { migrated, STORE_VERSION, type Migration, type MigrationRange } from './migrations.ts';
import { snapshotName, type SnapshotHeader } from './snapshot.ts';
import type { Tables } from './tables.ts';
import type { Versions } from './upgrade.ts';
import { readSnapshot } from './read-snapshot.ts';

/** Numbers of the files of each kind, ascending. */
export type Numbers = Readonly<Record<'snapshot' | 'archive' | 'journal', readonly number[]>>;

/** Options of `recover`. */
export interface Recovery {
  readonly damage: DamageReport;
  readonly durability: Durability;
  readonly versions: Versions;
  readonly migrations: readonly Migration[];
}

/** Reads the folder: the newest snapshot, its archives, then the later journals in order. */
export function recover(disk: Disk, tables: Tables, options: Recovery) {
  const { damage, durability } = options;
  const numbers = numbersIn(disk);
  const { header, items, bytes, isLost } = readSnapshot(disk, numbers, damage);
  const archives = readArchives(disk, tables, { header, ...options });
  reportOrphans(orphansAmong(items, tables), snapshotName(header.number), damage);
  const last = readJournals(tables, { numbers, header, ...options });
  if (!isLost) removeLeftovers(disk, header);
  for (const name of disk.names()) if (isDraft(name)) disk.remove(name);
  const journal = new Journal(disk, { durability, number: last.number, size: last.size });
  const storage = { disk, tables, journal, archives, snapshot: header.number, snapshotBytes: bytes };
  return {
    storage,
    /** True when the snapshot was lost and a new one should be written at once. */
    needsSnapshot: isLost,
    /** Oldest version of the files read. When it is older than the current one, nothing may be written before a new snapshot. */
    version: Math.min(last.oldest, header.version),
  };
}

function numbersIn(disk: Disk): Numbers {
  const numbersOf = (kind: string): number[] =>
    disk
      .names()
      .flatMap((name) => new RegExp(`^${kind}-(\\d{1,12})\\.jsonl$`).exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
  return { snapshot: numbersOf('snapshot'), archive: numbersOf('archive'), journal: numbersOf('journal') };
}

/** Applies items. Returns the number of those whose entity is lost. */
function orphansAmong(items: readonly CheckedItem[], tables: Tables): number {
  let orphans = 0;
  for (const item of items) if (!isApplied(item, tables)) orphans++;
  return orphans;
}

function isApplied(item: CheckedItem, tables: Tables): boolean {
  try {
    return tables.apply(item);
  } catch (error) {
    // The damage of the affected entity was reported.
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function reportOrphans(orphans: number, name: string, damage: DamageReport): void {
  if (orphans > 0) damage.report(`${name}: ${orphans} changes were left out, since what they change is lost.`);
}

function readArchives(
  disk: Disk,
  tables: Tables,
  { header, damage, versions, migrations }: Recovery & { header: SnapshotHeader },
): Map<number, Archive> {
  const archives = new Map<number, Archive>();
  const names = new Set(disk.names());
  for (const { number, dead } of header.archives) {
    const version = versions.get(archiveName(number)) ?? STORE_VERSION;
    const loaded = loadArchive({ disk, names, number, damage }, { from: version, migrations });
    if (loaded === undefined) continue;
    const isDead = new Uint8Array(loaded.rows.length);
    for (const [from, to] of dead) isDead.fill(1, from, to);
    tables.runs.addArchive(loaded, (row) => isDead[row] === 1);
    archives.set(number, loaded);
  }
  return archives;
}

/**
 * Applies the journals from the snapshot's on, and migrates everything to the newest version. Returns the journal to continue,
 * of size 0 when there is none yet, and the oldest version of those read.
 */
function readJournals(
  tables: Tables,
  { numbers, header, damage, versions, migrations }: Recovery & { numbers: Numbers; header: SnapshotHeader },
) {
  const wanted = numbers.journal.filter((number) => number >= header.journal);
  let last = { number: header.journal, size: 0 };
  // Without a snapshot there are no entities to migrate.
  let version = header.number === 0 ? undefined : header.version;
  let oldest = STORE_VERSION;
  let expected = header.journal;
  for (const number of wanted) {
    if (number > expected) damage.report(`${journalName(expected)} is missing: what it held is lost.`);
    const name = journalName(number);
    const written = versions.get(name) ?? version ?? STORE_VERSION;
    if (version !== undefined && written > version) migrate(tables, { from: version, to: written, migrations });
    version = written;
    oldest = Math.min(oldest, written);
    let orphans = 0;
    const { size } = damage.readLines(name, ({ items }) => {
      orphans += orphansAmong(items, tables);
    });
    reportOrphans(orphans, name, damage);
    last = { number, size };
    expected = number + 1;
  }
  if (wanted.length === 0 && header.number > 0)
    damage.report(`${journalName(expected)} is missing: what it held is lost.`);
  migrate(tables, { from: version ?? STORE_VERSION, migrations });
  return { ...last, oldest };
}

/** Migrates the entities in memory; archives are migrated as they are read. */
function migrate(tables: Tables, range: MigrationRange): void {
  if (range.from === (range.to ?? STORE_VERSION)) return;
  for (const kind of ENTITY_KINDS) {
    for (const entity of [...tables.of[kind].values()]) tables.put(kind, migrated(kind, entity, range));
  }
}
