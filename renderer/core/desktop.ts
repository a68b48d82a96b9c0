import type { DesktopBridge } from '../../shared/desktop.ts';

declare global {
  interface Window {
    readonly hangar?: DesktopBridge;
  }
}

/** The desktop's additions, or undefined in a browser. The only place that asks. */
export type Desktop = DesktopBridge | undefined;

/** Asks whether this window is the desktop application's. */
export function findDesktop(): Desktop {
  return window.hangar;
}
