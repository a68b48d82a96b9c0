import { fnv1a } from '../../../../shared/values/fnv.ts';

/** A pseudo-random number from 0 to 1 (exclusive), derived from a text. */
export function chance(text: string): number {
  let hash = fnv1a(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
