import { compact, type Storage } from './compaction.ts';
import type { DamageReport } from './damage.ts';
import type { Disk } from './disk.ts';
import { STORE_VERSION, type Migration, type MigrationRange } from './migrations.ts';
import { unseal } from './sealed-line.ts';
import { Slices } from '../../slices/slices.ts';
import { StoreError } from '../store-error.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';

/** Versions of the store's files by name; files with an unreadable first line are omitted. */
export type Versions = ReadonlyMap<string, number>;

/** Reads the version of every file. Throws `StoreError` for a newer version, or for one that no migration starts from. */
export function versionsIn(disk: Disk, migrations: readonly Migration[]): Versions {
  const versions = new Map<string, number>();
  const oldest = Math.min(STORE_VERSION, ...migrations.map(({ to }) => to - 1));
  for (const name of disk.names().filter((file) => /^(?:snapshot|archive|journal)-\d{1,12}\.jsonl$/.test(file))) {
    const version = versionOf(disk, name);
    if (version === undefined) continue;
    if (version > STORE_VERSION) {
      throw new StoreError(
        `${disk.name}/${name} was written by a newer Hangar (version ${version} of the format; this one knows ${STORE_VERSION}). Nothing was changed; use the newer Hangar, or another data folder.`,
      );
    }
    if (version < oldest) {
      throw new StoreError(
        `${disk.name}/${name} is of version ${version} of the format; this Hangar reads versions ${oldest} to ${STORE_VERSION}. Nothing was changed; use another data folder.`,
      );
    }
    versions.set(name, version);
  }
  return versions;
}

/** Returns the version in a file's first line; `undefined` when it is unreadable. */
function versionOf(disk: Disk, name: string): number | undefined {
  const file = disk.open(name, 'read');
  try {
    let start = file.read(0, 4096);
    if (!start.includes(0x0a)) start = file.read(0, file.size());
    const newline = start.indexOf(0x0a);
    return versionIn(unseal(start.subarray(0, newline === -1 ? start.length : newline)));
  } finally {
    file.close();
  }
}

/** Returns the version in a header. */
function versionIn(header: object | undefined): number | undefined {
  return header !== undefined && 'version' in header && typeof header.version === 'number' ? header.version : undefined;
}

/** Suffix of backups. */
const backupSuffix = (version: number): string => `.version-${version}`;

/**
 * Backs up every file of an older version, as `journal-3.jsonl.version-1`, before anything is written in the newer one.
 * When repeated after an interruption, completes the backups. Archives alone are not migrated, and so not backed up. Throws
 * `StoreError` on disk errors.
 */
export async function backUpOlder(disk: Disk, versions: Versions): Promise<void> {
  const older = [...versions].filter(([, version]) => version < STORE_VERSION);
  if (older.every(([name]) => name.startsWith('archive'))) return;
  try {
    for (const [name, version] of older) {
      backUp(disk, name, version);
      const index = name.replace(/^(archive-\d+)\.jsonl$/, '$1.index.json');
      if (index !== name && disk.names().includes(index)) backUp(disk, index, version);
    }
    await disk.sync();
  } catch (error) {
    throw new StoreError(
      `The files in ${disk.name} are of an older version, and could not be kept before they are brought to version ${STORE_VERSION}: ${messageOf(error)}. Nothing was changed.`,
    );
  }
}

function backUp(disk: Disk, name: string, version: number): void {
  const taken = new Set(disk.names());
  let aside = name + backupSuffix(version);
  for (let i = 2; taken.has(aside); i++) {
    if (disk.read(aside).equals(disk.read(name))) return;
    aside = `${name}${backupSuffix(version)}-${i}`;
  }
  disk.link(name, aside);
}

/**
 * Writes the content of older files as a snapshot of the current version. Its rename commits the upgrade; before, it may be
 * interrupted and repeated. Throws `StoreError` on disk errors.
 */
export async function upgrade(
  storage: Storage,
  { damage, range }: { damage: DamageReport; range: MigrationRange },
): Promise<void> {
  const { disk, journal, archives } = storage;
  const from = `from version ${range.from} to ${STORE_VERSION} of its format`;
  try {
    await compact(storage, new Slices());
  } catch (error) {
    journal.close();
    for (const archive of archives.values()) archive.close();
    throw new StoreError(
      `The state in ${disk.name} could not be migrated ${from}: ${messageOf(error)}. Its files are unchanged, and kept as *${backupSuffix(range.from)} too.`,
    );
  }
  const reasons = range.migrations.filter(({ to }) => to > range.from).map(({ why }) => why);
  damage.report(
    `The state was migrated ${from}: ${reasons.join(' ')} The old files are kept as *${backupSuffix(range.from)}; remove them when nothing is missing.`,
  );
}
