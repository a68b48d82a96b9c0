import { createStore } from 'zustand/vanilla';

type ShellDialog = 'palette' | 'shortcuts';

/** The open dialog of the shell; '' for none. */
export const dialogs = createStore<{ open: '' | ShellDialog }>(() => ({ open: '' }));

/** Opens a dialog of the shell. */
export function openDialog(open: ShellDialog): void {
  dialogs.setState({ open });
}

/** Closes the open dialog. */
export function closeDialogs(): void {
  dialogs.setState({ open: '' });
}
