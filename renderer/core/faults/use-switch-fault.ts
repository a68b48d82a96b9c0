import type { FaultItem, NewFault } from '../../../shared/contract/emulator/rules.ts';
import { useApi } from '../hangar.ts';
import { draftOfFault, type FaultDraft } from './fault-draft.ts';

/** A draft as the endpoints take it. The server checks it, and names each field that is wrong. */
export function requestOfDraft(draft: FaultDraft): NewFault {
  return draft as NewFault;
}

/** Returns the function that switches a fault on or off; its counters stay. */
export function useSwitchFault(): (fault: FaultItem, enabled: boolean) => Promise<unknown> {
  const api = useApi();
  return (fault, enabled) =>
    api.faults.replace({ params: { id: fault.id }, body: requestOfDraft({ ...draftOfFault(fault), enabled }) });
}
