import { Notifications } from '@mantine/notifications';
import { RunDialog } from '../core/run/RunDialog.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import classes from './App.module.css';
import { CommandPalette } from './CommandPalette.tsx';
import { EntityCommands } from './EntityCommands.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { TokenDialog } from './TokenDialog.tsx';

/** What lies above the place: dialogs, notices, and the palette with what it offers. */
export function Overlays() {
  return (
    <>
      <EntityCommands />
      <CommandPalette />
      <ShortcutsDialog />
      <RunDialog />
      <TokenDialog />
      <ConfirmDialog />
      <Notifications position="bottom-right" classNames={{ root: classes['notices'] ?? '' }} />
    </>
  );
}
