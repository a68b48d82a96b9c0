/**
 * Deletes the oldest entries of a map above a size.
 * @param slack number of entries above that size before any is deleted: deleting one at a time leaves gaps at the beginning of a map, which each deletion scans again
 */
export function trim(map: Map<unknown, unknown> | Set<unknown>, most: number, slack = 0): void {
  if (map.size <= most + slack) return;
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
