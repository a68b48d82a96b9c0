import type { Disk } from './disk.ts';
import { folderDisk } from './folder-disk.ts';
import { fenceJournals, finishFence } from './journal-fence.ts';
import type { Lease } from './lease.ts';
import { lockFolder, type LockOptions } from './lock.ts';

/** A folder that this process alone uses while it holds the lease. */
export interface LockedFolder {
  readonly disk: Disk;
  readonly lease: Lease;
}

/** Locks a folder and fences off a former holder that may resume. */
export async function openLockedFolder(folder: string, options: LockOptions): Promise<LockedFolder> {
  const lease = await lockFolder(folder, options);
  try {
    const disk = folderDisk(folder, () => lease.assertHeld());
    await (lease.previousMayResume ? fenceJournals(disk) : finishFence(disk));
    return { disk, lease };
  } catch (error) {
    lease.release();
    throw error;
  }
}
