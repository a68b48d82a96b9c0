/** The hash of no units. */
export const FNV_START = 0x811c9dc5;

/** Adds a unit to a hash; `>>> 0` makes the last one unsigned. */
export function fnvStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** The 32-bit FNV-1a hash of a text's UTF-16 units: fast and spread, for digests that need no secrecy. */
export function fnv1a(text: string, start = FNV_START): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = fnvStep(hash, text.charCodeAt(i));
  return hash >>> 0;
}
