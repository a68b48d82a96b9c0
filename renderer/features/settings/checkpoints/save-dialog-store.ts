import { createStore } from 'zustand/vanilla';

/** The dialog that saves a checkpoint. `saved` counts its closings, after which the list may have changed. */
export const saveDialog = createStore(() => ({ isOpen: false, saved: 0 }));

/** Opens the dialog. */
export function openSaveDialog(): void {
  saveDialog.setState({ isOpen: true });
}

/** Closes the dialog. */
export function closeSaveDialog(): void {
  saveDialog.setState(({ saved }) => ({ isOpen: false, saved: saved + 1 }));
}
