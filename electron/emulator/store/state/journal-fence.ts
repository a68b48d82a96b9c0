import type { Disk } from './disk.ts';

const JOURNAL = /^journal-\d+\.jsonl$/;
const FENCED = '.fenced';

/**
 * Replaces every journal by a copy, so that a former holder that goes on after a suspension writes to a file that has no name any
 * more. It finds that out before it acknowledges anything: from the rename on, the name no longer leads to its file, and all
 * that it acknowledged earlier is in the copy.
 */
export async function fenceJournals(disk: Disk): Promise<void> {
  for (const name of disk.names().filter((name) => JOURNAL.test(name))) disk.rename(name, name + FENCED);
  await finishFence(disk);
}

/** Finishes what a crash interrupted. */
export async function finishFence(disk: Disk): Promise<void> {
  const names = new Set(disk.names());
  const fenced = [...names].filter((name) => name.endsWith(FENCED));
  for (const from of fenced) {
    const name = from.slice(0, -FENCED.length);
    if (!names.has(name)) await copyWhole(disk, from, name);
    disk.remove(from);
  }
}

/** Copies a file so that it appears under its new name as a whole, and durable. */
async function copyWhole(disk: Disk, from: string, to: string): Promise<void> {
  const draft = `${to}.new`;
  disk.copy(from, draft);
  const file = disk.open(draft, 'write');
  try {
    await file.sync();
  } finally {
    file.close();
  }
  disk.rename(draft, to);
  await disk.sync();
}
