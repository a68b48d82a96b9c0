import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { useCollection, useHangar } from '../data/hangar.ts';

/** All faults of the workspace file and of the running server, with their counters. */
export function useFaults(): readonly FaultItem[] {
  return useCollection(useHangar().collections.faultItems).items;
}

/** Number of faults that may still apply. */
export function faultsOn(faults: readonly FaultItem[]): number {
  return faults.filter(({ enabled, completed }) => enabled && !completed).length;
}
