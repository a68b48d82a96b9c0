import { useStore } from 'zustand';
import { shortcutText } from '../../../core/commands/commands.ts';
import { useHangar } from '../../../core/data/hangar.ts';
import { KeyCap } from '../../../ui/text/KeyCap.tsx';

/** The key of a button; nothing where single keys are switched off. */
export function ShortcutCap({ shortcut }: { shortcut: string }) {
  const isOn = useStore(useHangar().preferences, ({ singleKeys }) => singleKeys);
  return isOn && <KeyCap>{shortcutText(shortcut)}</KeyCap>;
}
