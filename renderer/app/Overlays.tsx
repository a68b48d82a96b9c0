import { useStore } from 'zustand';
import { RunDialog } from '../core/run/RunDialog.tsx';
import { ConfirmDialog } from '../ui/layout/confirm.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { EntityCommands } from './EntityCommands.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { TokenDialog } from './TokenDialog.tsx';
import { useInfo } from '../core/data/hangar.ts';
import { Dialog } from '../ui/layout/Dialog.tsx';
import { CopyIcon } from '../ui/inputs/CopyButton.tsx';
import { commandWord } from '../../shared/values/shell-words.ts';
import { usualShell } from '../ui/text/curl.ts';
import { DocsLink } from '../ui/text/shown-text.tsx';
import { closeDialogs, dialogs } from './dialogs.ts';

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

/** Explains how to open and close a bundle when the window runs in a browser. */
function BundleHelpDialog() {
  const { open, file } = useStore(dialogs);
  const opened = useInfo()?.bundle;
  const command = `hangar serve --bundle ${file === '' ? 'FILE' : commandWord(file, usualShell())}`;
  return (
    <Dialog opened={open === 'bundle'} onClose={closeDialogs} title={file === '' ? 'Open a bundle' : `Open ${file}`}>
      <p>Start Hangar with the bundle, in the folder of the file:</p>
      <p className="row">
        <code className="mono">{command}</code>
        <CopyIcon value={command} label="Copy the command" />
      </p>
      <p>
        {opened === undefined
          ? 'To keep another Hangar running, add --port 0. The desktop application opens bundles dropped onto its window.'
          : `This Hangar shows ${opened.file}. To close it, restart Hangar without --bundle.`}{' '}
        <DocsLink href="/docs/bundles.html">About bundles</DocsLink>
      </p>
    </Dialog>
  );
}
