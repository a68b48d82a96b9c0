import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { View } from './drawn.ts';

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
