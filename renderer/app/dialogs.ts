import { createStore } from 'zustand/vanilla';

type ShellDialog = 'palette' | 'shortcuts';

/** Which of the shell's dialogs is open; '' for none. */
export const dialogs = createStore<{ open: '' | ShellDialog }>(() => ({ open: '' }));

/** Opens one of the shell's dialogs. */
export function openDialog(open: ShellDialog): void {
  dialogs.setState({ open });
}

/** Closes whichever is open. */
export function closeDialogs(): void {
  dialogs.setState({ open: '' });
}
