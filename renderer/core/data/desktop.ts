import type { DesktopBridge } from '../../../shared/desktop.ts';

declare global {
  interface Window {
    readonly hangar?: DesktopBridge;
  }
}

/** The desktop application's bridge; undefined in a browser. */
export type Desktop = DesktopBridge | undefined;

/** The bridge of this window. Called only when the window starts. */
export function findDesktop(): Desktop {
  return window.hangar;
}
