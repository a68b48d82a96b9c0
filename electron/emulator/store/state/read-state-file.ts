import type { Disk } from './disk.ts';
import { checkedLine } from './item-check.ts';
import type { CheckedItem } from './items.ts';
import { eachSealed } from './sealed-line.ts';

/** A state file that was read. */
export interface ReadFile {
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
export function readStateFile(
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
