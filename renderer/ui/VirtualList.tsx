import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import classes from './VirtualList.module.css';
import { nextIndex } from './list-keys.ts';
import { useListFocus } from './list-focus.ts';

interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  readonly rowHeight?: number;
  readonly keyOf: (index: number) => string;
  /** Where a row leads. */
  readonly hrefOf: (index: number) => string;
  readonly render: (index: number) => ReactNode;
  /** The key of the row that is open. */
  readonly selected?: string;
  /** Tells which rows are in view, `to` excluded. */
  readonly onRange?: (from: number, to: number) => void;
  /** New rows that wait because the list is scrolled or pointed at; a button shows them. */
  readonly pending?: number;
  /** Called with true while nothing may move: the pointer is over the list, or it is scrolled. */
  readonly onFreeze?: (holding: boolean) => void;
  readonly onShowPending?: () => void;
}

/** A list of links of any length: only what is in view is rendered. Arrows, J/K, Home, End, Page Up and Down, Enter. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight = 48, keyOf, hrefOf, render, selected = '', onRange } = props;
  const [, navigate] = useLocation();
  const scroller = useListFocus<HTMLDivElement>();
  const id = useId();
  const [active, setActive] = useState('');
  const current = active === '' ? selected : active;
  const { onPointer, onScroll } = useFreeze(props.onFreeze);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 400, height: 800 },
  });
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = (items.at(-1)?.index ?? -1) + 1;
  useEffect(() => {
    onRange?.(from, to);
  }, [onRange, from, to, count]);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = findIndex(count, (index) => keyOf(index) === current);
    if (event.key === 'Enter' && at >= 0) {
      navigate(hrefOf(at));
      return;
    }
    const next = nextIndex(event, at, { count, page: Math.max(1, to - from - 25) });
    if (next === undefined) return;
    event.preventDefault();
    setActive(keyOf(next));
    virtualizer.scrollToIndex(next);
  };
  // The list keeps the focus, so that its keys go on working after a click.
  const keepFocus = (event: MouseEvent) => {
    event.preventDefault();
    scroller.current?.focus({ preventScroll: true });
  };
  const rowProps = (index: number, start: number) => ({
    href: hrefOf(index),
    role: 'option',
    'aria-selected': keyOf(index) === selected,
    'aria-setsize': count,
    'aria-posinset': index + 1,
    'data-active': keyOf(index) === current,
    tabIndex: -1,
    className: classes['row'] ?? '',
    style: { height: rowHeight, transform: `translateY(${start}px)` },
    onMouseDown: keepFocus,
  });
  return (
    <div className={classes['frame']} onPointerEnter={() => onPointer(true)} onPointerLeave={() => onPointer(false)}>
      <PendingRows {...props} onShow={() => scroller.current?.scrollTo({ top: 0 })} />
      <div
        ref={scroller}
        className={classes['scroller']}
        role="listbox"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={items.some(({ index }) => keyOf(index) === current) ? `${id}-${current}` : undefined}
        onFocus={() => current === '' && count > 0 && setActive(keyOf(0))}
        onKeyDown={onKeyDown}
        onScroll={(event) => onScroll(event.currentTarget.scrollTop > 0)}
      >
        <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, start }) => {
            const key = keyOf(index);
            return (
              <Link key={key} id={`${id}-${key}`} {...rowProps(index, start)} onClick={() => setActive(key)}>
                {render(index)}
              </Link>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function PendingRows({ pending = 0, onShowPending, onShow }: VirtualListProps & { onShow: () => void }) {
  if (pending === 0) return null;
  const show = () => {
    onShow();
    onShowPending?.();
  };
  return (
    <button type="button" className={classes['waiting']} onClick={show}>
      ↑ {pending} new
    </button>
  );
}

/** Says when nothing may move under the pointer or the eye. */
function useFreeze(onHold: ((holding: boolean) => void) | undefined) {
  const state = useRef({ pointed: false, scrolled: false });
  const update = (change: Partial<{ pointed: boolean; scrolled: boolean }>) => {
    Object.assign(state.current, change);
    onHold?.(state.current.pointed || state.current.scrolled);
  };
  return {
    onPointer: (pointed: boolean) => update({ pointed }),
    onScroll: (scrolled: boolean) => update({ scrolled }),
  };
}

function findIndex(count: number, isIt: (index: number) => boolean): number {
  for (let index = 0; index < count; index++) if (isIt(index)) return index;
  return -1;
}
