import { useState, type PointerEvent, type RefObject, useRef } from 'react';
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

/** Distance after which a press is a drag, in pixels. */
const DRAG = 5;

/** Lets the user choose a part of a chart by dragging over it: the part so far, in shares of the chart, and the handlers. */
export function useBrush(chart: RefObject<HTMLElement | null>, onChosen: (part: View) => void) {
  const [chosen, setChosen] = useState<View>();
  const start = useRef<number>(undefined);
  const dragged = useRef(false);
  const partTo = (event: PointerEvent): View | undefined => {
    const [a, b] = [start.current, within(shareAt(chart, event))];
    const width = chart.current?.clientWidth ?? 0;
    if (a === undefined || Math.abs(b - a) * width < DRAG) return undefined;
    return { from: Math.min(a, b), to: Math.max(a, b) };
  };
  const end = (): void => {
    start.current = undefined;
    setChosen(undefined);
  };
  return {
    chosen,
    /** True when the last press was a drag, so that its click does not count. */
    wasDrag: () => dragged.current,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const share = shareAt(chart, event);
        dragged.current = false;
        start.current = event.button === 0 && share >= 0 && share <= 1 ? share : undefined;
      },
      onPointerMove: (event: PointerEvent) => {
        const part = partTo(event);
        if (part === undefined) return;
        if (!dragged.current) event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = true;
        setChosen(part);
      },
      onPointerUp: (event: PointerEvent) => {
        const part = partTo(event);
        if (part !== undefined && dragged.current) onChosen(part);
        end();
      },
      onPointerCancel: end,
    },
  };
}

/** Position of the pointer in the chart: 0 is its left edge, 1 its right. */
function shareAt(chart: RefObject<HTMLElement | null>, { clientX }: PointerEvent): number {
  const box = chart.current?.getBoundingClientRect();
  return box === undefined || box.width === 0 ? 0 : (clientX - box.left) / box.width;
}

function within(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}
