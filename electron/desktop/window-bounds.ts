import type { WindowBounds } from './settings-file.ts';

/** A rectangle of the screen. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Initial and minimum size of the window. */
const FIRST_SIZE = { width: 1280, height: 800 } as const;
export const MIN_SIZE = { width: 640, height: 480 } as const;
/** Part of the title bar that must stay reachable by the pointer. */
const REACHABLE = { width: 100, height: 30 } as const;

/**
 * Returns the bounds to open the window with: the previous ones if a connected display shows enough of the title bar,
 * otherwise centred on the first display. Never larger than that display.
 * @param displays the usable areas, the primary display first
 */
export function restoredBounds(displays: readonly Area[], remembered: WindowBounds | null): Area {
  const wanted = remembered ?? { x: Number.NaN, y: Number.NaN, ...FIRST_SIZE };
  const shownOn = displays.find((display) => isReachable(wanted, display));
  const display = shownOn ?? displays[0] ?? { x: 0, y: 0, ...FIRST_SIZE };
  const width = Math.min(wanted.width, display.width);
  const height = Math.min(wanted.height, display.height);
  if (shownOn !== undefined) return { x: wanted.x, y: wanted.y, width, height };
  return {
    x: display.x + Math.round((display.width - width) / 2),
    y: display.y + Math.round((display.height - height) / 2),
    width,
    height,
  };
}

function isReachable(window: Area, display: Area): boolean {
  const shown = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x);
  const isBarShown = window.y >= display.y - 1 && window.y + REACHABLE.height <= display.y + display.height;
  return isBarShown && shown >= REACHABLE.width;
}
