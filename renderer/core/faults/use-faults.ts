import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { useCollection, useHangar, useApi } from '../data/hangar.ts';
import { uncheckedFault } from '../../../shared/contract/emulator/unchecked-fault.ts';
import { draftOfFault, type FaultDraft } from './fault-draft.ts';

/** All faults of the workspace file and of the running server, with their counters. */
export function useFaults(): readonly FaultItem[] {
  return useCollection(useHangar().collections.faultItems).items;
}

/** Number of faults that may still apply. */
export function faultsOn(faults: readonly FaultItem[]): number {
  return faults.filter(({ enabled, completed }) => enabled && !completed).length;
}

/** Returns the function that switches a fault on or off; its counters stay. */
export function useSwitchFault(): (fault: FaultItem, enabled: boolean) => Promise<unknown> {
  const api = useApi();
  return (fault, enabled) =>
    api.faults.replace({ params: { id: fault.id }, body: uncheckedFault({ ...draftOfFault(fault), enabled }) });
}

/** Anchors of the panel. */
export type FaultsAnchor = 'toolbar' | 'footer';

interface FaultsPanelState {
  /** The anchor of the open panel; '' while closed. */
  readonly at: FaultsAnchor | '';
  /** The fields that its form begins with; the first preset when absent. */
  readonly draft: FaultDraft | undefined;
}

const panel = createStore<FaultsPanelState>(() => ({ at: '', draft: undefined }));

/** The state of the panel of faults. */
export function useFaultsPanel(): FaultsPanelState {
  return useStore(panel);
}

/** Opens the panel at an anchor. */
export function openFaults(at: FaultsAnchor, draft?: FaultDraft): void {
  panel.setState({ at, draft });
}

/** Closes the panel. */
export function closeFaults(): void {
  panel.setState({ at: '', draft: undefined });
}
