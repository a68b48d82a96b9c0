import { createStore } from 'zustand/vanilla';

type ShellDialog = 'palette' | 'shortcuts' | 'bundle';

/** The open dialog of the shell; '' for none. `file` is the name of its bundle; '' for any. */
export const dialogs = createStore<{ open: '' | ShellDialog; file: string }>(() => ({ open: '', file: '' }));

/** Opens a dialog of the shell. */
export function openDialog(open: ShellDialog): void {
  dialogs.setState({ open });
}

/** Closes the open dialog. */
export function closeDialogs(): void {
  dialogs.setState({ open: '' });
}

/** Opens the explanation of how to open a bundle. @param file its name; '' for any */
export function showBundleHelp(file: string): void {
  dialogs.setState({ open: 'bundle', file });
}
