import { useEffect, useRef } from 'react';
import { numberText } from '../text/shown-text.tsx';
import { useLatest } from '../hooks.ts';
import classes from './VirtualList.module.css';

/** Freezes the rows while the pointer is over the list or it is scrolled. */
export function useFreeze(setFrozen: (isFrozen: boolean) => void) {
  const state = useRef({ pointed: false, scrolled: false });
  const update = (change: Partial<{ pointed: boolean; scrolled: boolean }>) => {
    Object.assign(state.current, change);
    setFrozen(state.current.pointed || state.current.scrolled);
  };
  const latest = useLatest(setFrozen);
  // The pointer leaves a list that goes, without an event.
  useEffect(() => () => latest(false), [latest]);
  return {
    onPointer: (pointed: boolean) => update({ pointed }),
    onScroll: (scrolled: boolean) => update({ scrolled }),
  };
}

interface PendingRowsProps {
  readonly rows: { readonly pending: number; readonly showPending: () => void };
  readonly onShow: () => void;
}

/** A button that shows the rows that came while the list was frozen. */
export function PendingRows({ rows, onShow }: PendingRowsProps) {
  if (rows.pending === 0) return null;
  const show = () => {
    onShow();
    rows.showPending();
  };
  return (
    <button type="button" className={classes['pending']} onClick={show}>
      ↑ {numberText(rows.pending)} new
    </button>
  );
}
