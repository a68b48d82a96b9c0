import fs from 'node:fs';

/** Replaceable parts of `syncFolder`. */
interface SyncOptions {
  readonly platform?: NodeJS.Platform;
  readonly open?: (
    folder: string,
  ) => Promise<{ readonly sync: () => Promise<void>; readonly close: () => Promise<void> }>;
}

/** Writes the names in a folder to the disk. Windows cannot open folders, and does not need to. */
export async function syncFolder(
  folder: string,
  { platform = process.platform, open = (path) => fs.promises.open(path, 'r') }: SyncOptions = {},
): Promise<void> {
  if (platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
