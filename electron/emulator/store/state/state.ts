import type { MachineMicros } from '../../../../shared/values/timestamp.ts';
import { quoteForMessage, messageOf } from '../../../../shared/values/messages.ts';
import { StoreError, withFolderName } from '../store-error.ts';
import type { Disk } from './disk.ts';
import { StateStore, type StoreOptions } from './state-store.ts';
import { folderDisk } from './folder-disk.ts';
import { FolderMonitor } from './folder-monitor.ts';
import { ENTITY_KINDS, storedEntity, type CheckedItem } from './items.ts';
import type { Lease } from './lease.ts';
import { lockFolder } from './lock.ts';
import { unseal, eachSealed } from './sealed-line.ts';
import { STATE_DRAFT, STATE_FILE, STATE_VERSION, StateFile, type Durability } from './state-file.ts';
import { StateUsage } from './state-usage.ts';
import { Tables } from './tables.ts';
import { checkedLine } from './item-check.ts';

export type { StateStore } from './state-store.ts';

/** Options of `openState`. */
export interface StateOptions extends StoreOptions {
  /** Folder of the state; null keeps it in memory. */
  readonly folder: string | null;
  readonly now: () => MachineMicros;
  /** Guarantee of `flushed`; `process` by default. */
  readonly durability?: Durability;
  /** Receives a message when the start has to wait to see whether another process still holds the folder. */
  readonly onWait?: (sentence: string) => void;
  /** Number of bytes below which the file is not rewritten; for tests. */
  readonly rewriteAt?: number;
  /** Counts what is in memory; by default a new one without budgets. */
  readonly usage?: StateUsage;
}

/** Opens the state in a folder, or in memory. Throws `StoreError` when another process uses the folder or another version wrote it. */
export async function openState(options: StateOptions): Promise<StateStore> {
  if (options.folder === null) return stateInMemory(options);
  const lease = await lockFolder(options.folder, options);
  try {
    const disk = folderDisk(options.folder, () => lease.assertHeld());
    return await openStateOn(disk, options, lease);
  } catch (error) {
    lease.release();
    throw error;
  }
}

/** A state that ends with the process. */
function stateInMemory({ usage = new StateUsage(), ...options }: Omit<StateOptions, 'folder'>): StateStore {
  const tables = new Tables(usage);
  return new StateStore({ tables, saved: undefined, messages: [], options, release: () => undefined });
}

/**
 * Opens the state on a disk.
 * @param lease of the folder; released when the state is closed
 */
export async function openStateOn(
  disk: Disk,
  options: Omit<StateOptions, 'folder'>,
  lease?: Pick<Lease, 'release' | 'previousMayResume'>,
): Promise<StateStore> {
  const { usage = new StateUsage(), durability = 'process', rewriteAt } = options;
  const tables = new Tables(usage);
  const content = (): Iterable<string> => contentOf(tables);
  const messages: string[] = [];
  const file = await withFolderName(disk.name, async () => {
    const names = disk.names();
    assertReadable(disk, names);
    if (names.includes(STATE_DRAFT)) disk.remove(STATE_DRAFT);
    const found = names.includes(STATE_FILE);
    const apply = tables.apply.bind(tables);
    const read = found ? readStateFile(disk, STATE_FILE, { at: options.now() / 1000, apply }) : undefined;
    messages.push(...(read?.messages ?? []));
    const opened = new StateFile(disk, { durability, content, rewriteAt }, read?.size);
    if (read === undefined) await opened.save();
    // A former holder of the folder that resumes after a suspension then finds another file in its place, and stops.
    else if (read.needsRewrite || lease?.previousMayResume === true)
      await opened.rewrite().catch((error: unknown) => {
        if (lease?.previousMayResume === true) throw error;
        options.onFailure(new Error(`${STATE_FILE} could not be repaired: ${messageOf(error)}.`));
      });
    return opened;
  });
  const monitor = new FolderMonitor(disk.name, () => {
    disk.assertHeld();
    file.assertInPlace();
  });
  return new StateStore({
    ...{ tables, saved: { file, monitor }, messages, options },
    release: () => lease?.release(),
  });
}

/** Throws `StoreError` for a folder that another version of Hangar wrote. */
function assertReadable(disk: Disk, names: readonly string[]): void {
  const older = names.find((name) => /^(?:snapshot|journal|archive)-\d{1,12}\.(?:jsonl|index\.json)$/.test(name));
  if (older !== undefined && !names.includes(STATE_FILE))
    throw new StoreError(
      `${disk.name}/${older} was written by a Hangar from before its first release, whose files this one does not read. Nothing was changed; start anew with another data folder, or remove this one.`,
    );
  const version = names.includes(STATE_FILE) ? versionOf(disk) : undefined;
  if (version === undefined || version === STATE_VERSION) return;
  const isNewer = typeof version === 'number' && version > STATE_VERSION;
  throw new StoreError(
    `${disk.name}/${STATE_FILE} was written by ${isNewer ? 'a newer' : 'another'} Hangar (version ${quoteForMessage(JSON.stringify(version))} of the format; this one knows ${STATE_VERSION}). Nothing was changed; use that Hangar, or another data folder.`,
  );
}

/** The version in the first line of the file, whatever it is; `undefined` when the line is damaged or not a header. */
function versionOf(disk: Disk): unknown {
  const file = disk.open(STATE_FILE, 'read');
  try {
    const start = file.read(0, 4096);
    const newline = start.indexOf('\n');
    const header = unseal(start.subarray(0, newline === -1 ? start.length : newline));
    return header !== undefined && 'version' in header ? header.version : undefined;
  } finally {
    file.close();
  }
}

/** The whole state as items, each as JSON. Drops what nothing uses any more. */
function* contentOf(tables: Tables): Generator<string, void, undefined> {
  tables.dropUnusedBlueprints();
  for (const kind of ENTITY_KINDS)
    for (const entity of tables.of[kind].values()) yield JSON.stringify(['put', kind, storedEntity(kind, entity)]);
  for (const [runID, lines] of tables.allLogs) yield JSON.stringify(['logs', runID, lines]);
}

/** A state file that was read. */
interface ReadFile {
  /** Bytes without a torn last line. */
  readonly size: number;
  /** True when the file has something that the next start should not find. */
  readonly needsRewrite: boolean;
  /** A sentence for each thing that was left out. */
  readonly messages: readonly string[];
}

/**
 * Reads a file of the state, in order. A torn last line is left out. A file with other damage, or with entries that Hangar never
 * writes, is kept under another name.
 * @param at milliseconds since 1970, for that name
 * @param apply returns false when the entity that an item changes does not exist
 */
function readStateFile(
  disk: Disk,
  name: string,
  { at, apply }: { readonly at: number; readonly apply: (item: CheckedItem) => boolean },
): ReadFile {
  const file = disk.open(name, 'read');
  try {
    const refused: string[] = [];
    let orphans = 0;
    const { torn, damaged } = eachSealed(file, (line) => {
      const { items, problems } = checkedLine(line);
      refused.push(...problems);
      for (const item of items) if (!apply(item)) orphans += 1;
    });
    const size = file.size() - torn;
    const aside = damaged + refused.length > 0 ? setAside(disk, name, at) : '';
    const entries = refused.length === 1 ? '1 entry' : `${refused.length} entries`;
    return {
      size,
      needsRewrite: aside !== '' || (size > 0 && file.read(size - 1, 1).toString() !== '\n'),
      messages: [
        torn === 0 ? [] : `${name}: ${torn} bytes at its end were dropped, the unfinished last write.`,
        damaged === 0
          ? []
          : `${name} was damaged: ${damaged} bytes could not be read, and what they held is lost. The rest was loaded; the damaged file is kept as ${aside}.`,
        refused.length === 0
          ? []
          : `${name}: ${entries} skipped as invalid (${refused[0] ?? ''}). The rest was loaded; the file is kept as ${aside}.`,
        orphans === 0 ? [] : `${name}: ${orphans} changes were left out, since what they change is lost.`,
      ].flat(),
    };
  } finally {
    file.close();
  }
}

/** Keeps a copy of a file under another name; returns that name. */
function setAside(disk: Disk, name: string, at: number): string {
  const stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  const taken = new Set(disk.names());
  let aside = `${name}.damaged-${stamp}`;
  for (let i = 2; taken.has(aside); i++) aside = `${name}.damaged-${stamp}-${i}`;
  disk.copy(name, aside);
  return aside;
}
