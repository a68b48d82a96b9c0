import type { Disk } from './disk.ts';

const JOURNAL = /^journal-\d+\.jsonl$/;
const FENCED = '.fenced';

/**
 * Fences off a former lock holder that may resume after a suspension: every journal is replaced by a copy, so that the
 * holder writes to a file without a name. It detects that before acknowledging anything, and everything that it
 * acknowledged earlier is in the copy.
 */
export async function fenceJournals(disk: Disk): Promise<void> {
  for (const name of disk.names().filter((name) => JOURNAL.test(name))) disk.rename(name, name + FENCED);
  await finishFence(disk);
}

/** Completes a fencing that a crash interrupted. */
export async function finishFence(disk: Disk): Promise<void> {
  const names = new Set(disk.names());
  const fenced = [...names].filter((name) => name.endsWith(FENCED));
  for (const from of fenced) {
    const name = from.slice(0, -FENCED.length);
    if (!names.has(name)) await copyWhole(disk, from, name);
    disk.remove(from);
  }
}

/** Copies a file atomically and durably. */
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
