import { quoteForMessage, messageOf } from '../../../../shared/values/messages.ts';
import { StoreError, withFolderName } from '../store-error.ts';
import type { Disk } from './disk.ts';
import { DurableState } from './durable-state.ts';
import { folderDisk } from './folder-disk.ts';
import { FolderMonitor } from './folder-monitor.ts';
import { ENTITY_KINDS } from './items.ts';
import type { Lease } from './lease.ts';
import { lockFolder } from './lock.ts';
import { readStateFile } from './read-state-file.ts';
import { unseal } from './sealed-line.ts';
import { STATE_DRAFT, STATE_FILE, STATE_VERSION, StateFile } from './state-file.ts';
import type { StateOptions, StateStore } from './state-store.ts';
import { StateUsage } from './state-usage.ts';
import { storedEntity } from './stored-entity.ts';
import { Tables } from './tables.ts';

export type { StateOptions, StateStore } from './state-store.ts';

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
  return new DurableState({ tables, saved: undefined, messages: [], options, release: () => undefined });
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
  return new DurableState({
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
