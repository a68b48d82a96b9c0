import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';

/** Interval between counts while a list changes, in milliseconds. */
export const COUNT_DELAY = 2000;

/** Number of held runs, sessions and requests. */
export function heldNumber({ runs, sessions, requests }: HeldCounts): number {
  return runs + sessions + requests;
}
