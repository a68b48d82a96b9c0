import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useState } from 'react';
import classes from './PaneDivider.module.css';

/** Widths of a pane in pixels. */
const MIN = 260;
const MAX = 900;
/** Width that stays for the detail beside it. */
const MIN_DETAIL = 280;
const STEP = 16;

interface PaneDividerProps {
  readonly label: string;
  /** The pane beside it that gets the width. */
  readonly pane: RefObject<HTMLElement | null>;
  /** The side of the divider that the pane is at; the left one by default. */
  readonly side?: 'left' | 'right';
  /** Chosen width of the pane in pixels; undefined for its own. */
  readonly width: number | undefined;
  /** Sets the width; undefined restores the pane's own. */
  readonly onWidth: (width: number | undefined) => void;
}

/** The divider between two panes. Dragged or moved by keyboard; a double click or Enter restores the width. */
export function PaneDivider({ label, pane, side = 'left', width, onWidth }: PaneDividerProps) {
  const [shown, setShown] = useState(MIN);
  const measure = () => setShown(Math.round(pane.current?.offsetWidth ?? MIN));
  // The pane's own width follows the window's.
  useLayoutEffect(measure, [width]);
  const max = () => Math.min(MAX, (pane.current?.parentElement?.offsetWidth ?? MAX) - MIN_DETAIL);
  const move = (to: number) => onWidth(Math.round(Math.max(MIN, Math.min(to, max()))));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left = 0, right = 0 } = pane.current?.getBoundingClientRect() ?? {};
    move(side === 'left' ? event.clientX - left : right - event.clientX);
  };
  const press = (event: KeyboardEvent) => {
    const now = pane.current?.offsetWidth ?? MIN;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => move(side === 'left' ? now - STEP : now + STEP),
      ArrowRight: () => move(side === 'left' ? now + STEP : now - STEP),
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
      aria-label={label}
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
