import type { NewRelease } from '../../../../shared/contract/emulator/held-requests.ts';
import { useAction } from '../../../core/data/action.ts';
import { useApi, useHangar } from '../../../core/data/hangar.ts';
import { useStore } from 'zustand';
import { shortcutText } from '../../../core/commands/commands.ts';
import { KeyCap } from '../../../ui/text/KeyCap.tsx';

/** The action that lets a held request go on, or gives it something else. */
export function useRelease() {
  const api = useApi();
  return useAction((id: string, body: NewRelease) => api.heldRequests.release({ params: { id }, body }));
}

/** The key of a button; nothing where single keys are switched off. */
export function ShortcutCap({ shortcut }: { shortcut: string }) {
  const isOn = useStore(useHangar().preferences, ({ singleKeys }) => singleKeys);
  return isOn && <KeyCap>{shortcutText(shortcut)}</KeyCap>;
}
