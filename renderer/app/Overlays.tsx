import { RunDialog } from '../core/run/RunDialog.tsx';
import { ConfirmDialog } from '../ui/layout/ConfirmDialog.tsx';
import { BundleHelpDialog } from './BundleHelpDialog.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { EntityCommands } from './EntityCommands.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { TokenDialog } from './TokenDialog.tsx';

/** Dialogs and the command palette. */
export function Overlays() {
  return (
    <>
      <EntityCommands />
      <CommandPalette />
      <ShortcutsDialog />
      <RunDialog />
      <BundleHelpDialog />
      <TokenDialog />
      <ConfirmDialog />
    </>
  );
}
