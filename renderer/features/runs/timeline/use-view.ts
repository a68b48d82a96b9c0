import { useState } from 'react';
import type { View } from './drawn.ts';

/** The whole axis. */
export const WHOLE: View = { from: 0, to: 1 };
/** Minimum visible part of the axis. */
const LEAST = 1e-7;

/** The visible part of the axis, with functions to change it. */
export type ViewControl = ReturnType<typeof useView>;

/** The state of the visible part of the axis. */
export function useView() {
  const [view, setView] = useState(WHOLE);
  const show = (from: number, to: number): void => {
    const [low, high] = [Math.max(0, Math.min(from, to)), Math.min(1, Math.max(from, to))];
    if (high - low >= LEAST) setView({ from: low, to: high });
  };
  /** Zooms around the middle; in with a factor below 1. */
  const zoom = (factor: number): void => {
    const half = ((view.to - view.from) * factor) / 2;
    const middle = Math.min(Math.max((view.from + view.to) / 2, half), 1 - half);
    if (half >= 0.5) setView(WHOLE);
    else show(middle - half, middle + half);
  };
  return { view, isWhole: view.from === 0 && view.to === 1, show, showAll: () => setView(WHOLE), zoom };
}
