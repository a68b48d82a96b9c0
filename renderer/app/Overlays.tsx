import { RunDialog } from '../core/run/RunDialog.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { EntityCommands } from './EntityCommands.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { TokenDialog } from './TokenDialog.tsx';

/** What lies above the place: dialogs, and the palette with what it offers. */
export function Overlays() {
  return (
    <>
      <EntityCommands />
      <CommandPalette />
      <ShortcutsDialog />
      <RunDialog />
      <TokenDialog />
      <ConfirmDialog />
    </>
  );
}
