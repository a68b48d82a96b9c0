import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { FaultDraft } from './fault-draft.ts';

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
