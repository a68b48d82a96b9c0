import { createStore } from 'zustand/vanilla';

/** Which of the shell's dialogs is open. */
export const dialogs = createStore<{ open: '' | 'palette' | 'shortcuts' }>(() => ({ open: '' }));

export const palette = { open: () => dialogs.setState({ open: 'palette' }) };
export const closeDialogs = (): void => dialogs.setState({ open: '' });
