import { DamageReport } from './damage.ts';
import type { Disk } from './disk.ts';
import type { Lease } from './lease.ts';
import { folderDisk } from './folder-disk.ts';
import { fenceJournals, finishFence } from './journal-fence.ts';
import { lockFolder } from './lock.ts';
import { unreadDisk } from './memory-disk.ts';
import { MIGRATIONS, STORE_VERSION } from './migrations.ts';
import { recover } from './recovery.ts';
import { withFolderName } from '../store-error.ts';
import type { StateOptions, StateStore } from './state-store.ts';
import { StateUsage } from './state-usage.ts';
import { Tables } from './tables.ts';
import { backUpOlder, upgrade, versionsIn } from './upgrade.ts';
import { DurableState } from './durable-state.ts';

export type { StateOptions, StateStore } from './state-store.ts';

/** Opens the state in a folder. Throws `StoreError` when another process uses it or a newer version wrote it. */
export async function openState(options: StateOptions): Promise<StateStore> {
  if (options.folder === null) return openStateOn(unreadDisk(), { ...options, isInMemory: true });
  const lease = await lockFolder(options.folder, options);
  try {
    const disk = folderDisk(options.folder, () => lease.assertHeld());
    // A former holder may resume: fence it off.
    await (lease.previousMayResume ? fenceJournals(disk) : finishFence(disk));
    return await openStateOn(disk, options, lease);
  } catch (error) {
    lease.release();
    throw error;
  }
}

/**
 * Opens the state on a disk.
 * @param lease of the folder; released when the state is closed
 */
export async function openStateOn(
  disk: Disk,
  options: Omit<StateOptions, 'folder'> & { readonly isInMemory?: boolean },
  lease?: Pick<Lease, 'release'>,
): Promise<StateStore> {
  const { durability = 'process', migrations = MIGRATIONS, usage = new StateUsage(), isInMemory = false } = options;
  const versions = withFolderName(disk.name, () => versionsIn(disk, migrations));
  const damage = new DamageReport(disk, options.now() / 1000);
  const onDamage = (sentence: string): void => options.onFailure(new Error(sentence));
  const tables = new Tables({ onDamage, usage, isInMemory });
  await backUpOlder(disk, versions);
  const recovery = { damage, durability, versions, migrations };
  const { storage, needsSnapshot, version } = withFolderName(disk.name, () => recover(disk, tables, recovery));
  if (version < STORE_VERSION) await upgrade(storage, { damage, range: { from: version, migrations } });
  const state = new DurableState(storage, { ...options, messages: damage.messages, lease });
  if (needsSnapshot) await state.compact();
  return state;
}
