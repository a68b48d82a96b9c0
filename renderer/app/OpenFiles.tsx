import { useEffect } from 'react';
import { notifyError, notifyRefusal } from '../core/data/action.ts';
import { useCommands } from '../core/commands/commands.ts';
import type { Desktop } from '../core/data/desktop.ts';
import { useHangar, useInfo } from '../core/data/hangar.ts';
import { useLatest } from '../ui/hooks.ts';
import { showBundleHelp } from './dialogs.ts';

/** Matches the names of files that the desktop application opens. */
const OPENED = /\.(?:hangar|hangar-bundle|json|gz)$/i;
const BUNDLE = /\.hangar-bundle$/i;

/**
 * Opens bundles that are dropped onto the window or chosen. In a browser, which cannot restart the server, it explains how to
 * open them.
 */
export function OpenFiles() {
  const { desktop } = useHangar();
  const bundle = useInfo()?.bundle;
  const inDesktop = (act: (shell: NonNullable<Desktop>) => Promise<void>): void => {
    if (desktop === undefined) showBundleHelp('');
    else act(desktop).catch(notifyError);
  };
  useCommands([
    {
      ...{ id: 'open-bundle', title: 'Open bundle…', group: 'File', keywords: 'failure hangar-bundle' },
      run: () => inDesktop(chooseBundle),
    },
    {
      ...{ id: 'close-bundle', title: 'Close bundle', group: 'File', when: bundle !== undefined },
      run: () => inDesktop((shell) => shell.closeBundle()),
    },
  ]);
  useDroppedFile((file) => {
    const text = refusalOf(file.name, desktop);
    if (text !== '') notifyRefusal(text);
    else if (desktop === undefined) showBundleHelp(file.name);
    else desktop.open(desktop.pathOf(file)).catch(notifyError);
  });
  return null;
}

/** The reason that a dropped file is not opened; "" when it is. */
function refusalOf(name: string, desktop: Desktop): string {
  if ((desktop === undefined ? BUNDLE : OPENED).test(name)) return '';
  return `Cannot open ${name}. Drop a .hangar-bundle file, or import the file under Settings.`;
}

async function chooseBundle(desktop: NonNullable<Desktop>): Promise<void> {
  const file = await desktop.chooseFile({ title: 'Open a bundle', extensions: ['hangar-bundle', 'json', 'gz'] });
  if (file !== null) await desktop.open(file);
}

/** Calls a function with a file that is dropped onto the window, except where an element of the page takes the file itself. */
function useDroppedFile(onFile: (file: File) => void): void {
  const open = useLatest(onFile);
  useEffect(() => {
    const takes = (event: DragEvent): boolean => {
      const isFile = event.dataTransfer?.types.includes('Files') === true;
      const isTaken =
        event.defaultPrevented || (event.target instanceof Element && event.target.closest(TAKERS) !== null);
      if (!isFile || isTaken) return false;
      event.preventDefault();
      return true;
    };
    const over = (event: DragEvent): void => void takes(event);
    const drop = (event: DragEvent): void => {
      const file = takes(event) ? event.dataTransfer?.files[0] : undefined;
      if (file !== undefined) open(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [open]);
}

/** Elements that handle dropped files themselves. */
const TAKERS = 'input[type="file"], [contenteditable="true"]';
