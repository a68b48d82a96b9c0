import type { DamageReport } from './damage.ts';
import type { Disk } from './disk.ts';
import type { CheckedLine } from './item-check.ts';
import type { CheckedItem } from './items.ts';
import { isSnapshotHeader } from './archive-form.ts';
import { STORE_VERSION } from './migrations.ts';
import { snapshotName, type SnapshotHeader } from './snapshot.ts';
import type { Numbers } from './recovery.ts';

/** Content of the newest snapshot. */
interface ReadSnapshot {
  readonly header: SnapshotHeader;
  readonly items: readonly CheckedItem[];
  readonly bytes: number;
  /** True when the snapshot is lost: all files of the folder are used. */
  readonly isLost: boolean;
}

/** Reads the newest snapshot, and reports its damage. */
export function readSnapshot(disk: Disk, numbers: Numbers, damage: DamageReport): ReadSnapshot {
  const number = numbers.snapshot.at(-1) ?? 0;
  const everything = {
    file: 'snapshot' as const,
    version: STORE_VERSION,
    number,
    journal: numbers.journal[0] ?? 1,
    archives: numbers.archive.map((archive) => ({ number: archive, dead: [] })),
    lines: 0,
  };
  if (number === 0) {
    // Without a snapshot, the first journal holds everything; if it is missing too, the snapshot was removed.
    const isLost = numbers.archive.length > 0 && numbers.journal[0] !== 1;
    if (isLost) damage.report('The snapshot is missing; what the archives and journals hold was loaded.');
    return { header: isLost ? everything : { ...everything, journal: 1, archives: [] }, items: [], bytes: 0, isLost };
  }
  const name = snapshotName(number);
  const lines: CheckedLine[] = [];
  const { size, isDamaged } = damage.readLines(name, (line) => lines.push(line));
  const header = lines.map(({ value }) => value).find(isSnapshotHeader);
  const items = lines.flatMap((line) => line.items);
  if (header === undefined && !isDamaged) damage.report(`${name} was damaged: it does not say what belongs with it.`);
  if (header === undefined) return { header: everything, items, bytes: size, isLost: true };
  const missing = header.lines - lines.length + 1;
  if (missing > 0) damage.report(`${name}: ${missing} of its ${header.lines} lines are lost.`);
  return { header, items, bytes: size, isLost: false };
}
