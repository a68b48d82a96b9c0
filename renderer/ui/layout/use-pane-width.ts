import { useState } from 'react';

const PREFIX = 'hangar.pane.';

/** The width of a pane in pixels chosen by the user, stored in the browser; undefined for the pane's own. */
export function usePaneWidth(name: string): readonly [number | undefined, (width: number | undefined) => void] {
  const [width, setWidth] = useState(() => read(name));
  const set = (chosen: number | undefined) => {
    setWidth(chosen);
    try {
      if (chosen === undefined) localStorage.removeItem(PREFIX + name);
      else localStorage.setItem(PREFIX + name, String(chosen));
    } catch {
      // Ignored when storage is full or forbidden: the width lasts until the user leaves the page.
    }
  };
  return [width, set];
}

function read(name: string): number | undefined {
  try {
    const width = Number(localStorage.getItem(PREFIX + name) ?? Number.NaN);
    return Number.isFinite(width) ? width : undefined;
  } catch {
    return undefined;
  }
}
