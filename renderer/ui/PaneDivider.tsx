import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useState } from 'react';
import classes from './PaneDivider.module.css';

/** Widths of a list in pixels. */
const MIN = 260;
const MAX = 900;
/** Width that stays for the detail beside it. */
const MIN_DETAIL = 280;
const STEP = 16;

interface PaneDividerProps {
  /** The pane at its left. */
  readonly pane: RefObject<HTMLElement | null>;
  /** Chosen width of the pane in pixels; undefined for its own. */
  readonly width: number | undefined;
  /** Sets the width; undefined restores the pane's own. */
  readonly onWidth: (width: number | undefined) => void;
}

/** The divider between a list and a detail. Dragged or moved by keyboard; a double click or Enter restores the width. */
export function PaneDivider({ pane, width, onWidth }: PaneDividerProps) {
  const [shown, setShown] = useState(MIN);
  const measure = () => setShown(Math.round(pane.current?.offsetWidth ?? MIN));
  // The pane's own width follows the window's.
  useLayoutEffect(measure, [width]);
  const max = () => Math.min(MAX, (pane.current?.parentElement?.offsetWidth ?? MAX) - MIN_DETAIL);
  const move = (to: number) => onWidth(Math.round(Math.max(MIN, Math.min(to, max()))));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(event.clientX - (pane.current?.getBoundingClientRect().left ?? 0));
  };
  const press = (event: KeyboardEvent) => {
    const now = pane.current?.offsetWidth ?? MIN;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => move(now - STEP),
      ArrowRight: () => move(now + STEP),
      Home: () => move(MIN),
      End: () => move(MAX),
      Enter: () => onWidth(undefined),
    };
    const chosen = moves[event.key];
    if (chosen === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    chosen();
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the list"
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      aria-valuenow={shown}
      tabIndex={0}
      className={classes['divider']}
      onFocus={measure}
      onKeyDown={press}
      onDoubleClick={() => onWidth(undefined)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}
