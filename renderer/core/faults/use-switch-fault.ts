import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { uncheckedFault } from '../../../shared/contract/emulator/unchecked-fault.ts';
import { useApi } from '../data/hangar.ts';
import { draftOfFault } from './fault-draft.ts';

/** Returns the function that switches a fault on or off; its counters stay. */
export function useSwitchFault(): (fault: FaultItem, enabled: boolean) => Promise<unknown> {
  const api = useApi();
  return (fault, enabled) =>
    api.faults.replace({ params: { id: fault.id }, body: uncheckedFault({ ...draftOfFault(fault), enabled }) });
}
