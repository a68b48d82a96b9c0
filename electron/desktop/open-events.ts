import { app } from 'electron';
import { type AppState, openIn, SecondStart } from './app-state.ts';
import { linkPath } from './arguments.ts';
import type { FileOpening } from './desktop.ts';
import { openedFile, type OpenedFile } from './open-file.ts';

/** Opens files for the window, which is created before the opener. */
export function fileOpening(running: AppState): FileOpening {
  return {
    open: (file) => running.opener?.open(file) ?? Promise.resolve(),
    closeBundle: () => running.opener?.closeBundle() ?? Promise.resolve(),
  };
}

/**
 * The workspace file or bundle that Hangar was opened with, for example by a double click. A workspace file must exist,
 * since nobody asked to create it.
 */
export async function initialFile(running: AppState): Promise<OpenedFile> {
  const { file } = running;
  if (file === '') return {};
  running.file = '';
  return openedFile(file);
}

/** Opens the window for a second start, a dock click, a link or a file. */
export function handleOpenEvents(running: AppState): void {
  app.on('second-instance', (_event, _argv, _folder, data) => openIn(running, SecondStart.parse(data)));
  app.on('activate', () => openIn(running, {}));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    openIn(running, { path: linkPath(link) ?? '' });
  });
  app.on('open-file', (event, file) => {
    event.preventDefault();
    openIn(running, { file });
  });
  // By default Electron would quit with the last window, and with the first dialog.
  app.on('window-all-closed', () => {});
}
