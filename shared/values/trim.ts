/** Deletes the oldest entries of a map above a size. */
export function trim(map: Map<unknown, unknown> | Set<unknown>, most: number): void {
  if (map.size <= most) return;
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

/**
 * Trims a map once it is a tenth above a size: deleting one entry at a time leaves gaps at the beginning of a map, which each
 * deletion scans again.
 */
export function trimInBatches(map: Map<unknown, unknown>, most: number): void {
  if (map.size > most * 1.1) trim(map, most);
}
