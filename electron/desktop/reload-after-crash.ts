import type { BrowserWindow } from 'electron';
import { openOutside } from './confine.ts';
import { askAfterCrashes } from './dialogs.ts';

/** Maximum number of crashes within `CRASH_PERIOD` milliseconds that are answered with a reload. */
const MAX_CRASHES = 3;
const CRASH_PERIOD = 60_000;

/** Reloads the page after its process crashed. The server and its runs are not affected. */
export function reloadAfterCrash(window: BrowserWindow, url: string): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    console.error(`hangar: the window's process ended (${reason}); reloading it`);
    const now = Date.now();
    crashes = [...crashes.filter((at) => at > now - CRASH_PERIOD), now];
    if (crashes.length <= MAX_CRASHES) window.webContents.reload();
    else void reloadIfAsked(window, url);
  });
}

async function reloadIfAsked(window: BrowserWindow, url: string): Promise<void> {
  const isReload = await askAfterCrashes(window, url);
  if (!isReload) openOutside(url);
  else if (!window.isDestroyed()) window.webContents.reload();
}
