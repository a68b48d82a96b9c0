import { EllipsisIcon } from 'lucide-react';
import { Children, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import classes from './ActionBar.module.css';
import { MenuPopover } from './MenuPopover.tsx';

interface ActionBarProps {
  readonly children: ReactNode;
  /** Actions that are always in the menu; absent when there are none. */
  readonly menu?: ReactNode;
}

/**
 * Actions in one row, the most important last. The first ones move to a menu when there is no room. Each child is one element.
 */
export function ActionBar({ children, menu }: ActionBarProps) {
  const actions = Children.toArray(children);
  const [isOpen, setOpen] = useState(false);
  const hasMenu = menu !== undefined && menu !== false;
  const { bar, hidden, least } = useActionRoom(hasMenu);
  return (
    <div ref={bar} className={classes['bar']} style={{ minWidth: least }}>
      {isOpen ? actions.slice(hidden) : actions}
      {(hidden > 0 || hasMenu) && (
        <MenuPopover
          label="More actions"
          icon={EllipsisIcon}
          className={classes['more']}
          {...{ isOpen, onOpen: setOpen }}
        >
          {() => [...actions.slice(0, hidden), ...Children.toArray(menu)]}
        </MenuPopover>
      )}
    </div>
  );
}

/** Width of the menu's button, and the gap between actions, in pixels, as in the style sheet. */
const MORE = 28;
const GAP = 8;

/** Number of actions of a bar in its menu, and the minimum width of the bar in pixels. */
interface ActionRoom {
  readonly hidden: number;
  readonly least: number;
}

interface Measured {
  /** Widths of all actions; 0 for an empty one. */
  readonly widths: readonly number[];
  /** The width of the bar. */
  readonly room: number;
  /** The width of the line with the name and the bar. */
  readonly line: number;
  /** True when the menu is there in any case. */
  readonly hasMenu?: boolean;
}

/** Gives room to the last actions first; the very last is never in the menu. Actions may take half of the line from the name. */
export function actionRoom({ widths, room, line, hasMenu = false }: Measured): ActionRoom {
  const needed = (from: number): number =>
    widths
      .slice(from)
      .reduce((sum, width) => sum + (width === 0 ? 0 : width + GAP), from === 0 && !hasMenu ? -GAP : MORE);
  const last = Math.max(widths.length - 1, 0);
  const firstWithin = (width: number): number => {
    let first = 0;
    while (first < last && needed(first) > width) first += 1;
    return first;
  };
  return { hidden: firstWithin(room), least: needed(firstWithin(line / 2)) };
}

/** Measures the actions of a bar before each drawing. While its menu or one of its actions is open, they stay in place. */
function useActionRoom(hasMenu: boolean): ActionRoom & { readonly bar: RefObject<HTMLDivElement | null> } {
  const bar = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<ActionRoom>({ hidden: 0, least: 0 });
  const measure = (): void => {
    // The line of the header is positioned, for this.
    const line = bar.current?.offsetParent?.clientWidth ?? 0;
    // Without a width, nothing is laid out.
    if (bar.current === null || line === 0 || bar.current.querySelector('[aria-expanded="true"]') !== null) return;
    const actions = [...bar.current.querySelectorAll<HTMLElement>(':scope > :not([data-more])')];
    const widths = actions.map(({ offsetWidth }) => offsetWidth);
    const next = actionRoom({ widths, room: bar.current.clientWidth, line, hasMenu });
    actions.forEach((action, index) => action.toggleAttribute('data-in-menu', index < next.hidden));
    setRoom((now) => (now.hidden === next.hidden && now.least === next.least ? now : next));
  };
  useLayoutEffect(() => {
    measure();
    // Observed anew after each drawing, which reports once more: the size of this moment may be gone before the next frame. The
    // line too: a bar at its least width keeps it while the line gets narrower. The actions too: each may change by itself.
    const observer = new ResizeObserver(measure);
    for (const element of [bar.current, bar.current?.offsetParent, ...(bar.current?.children ?? [])])
      if (element) observer.observe(element);
    const closing = new MutationObserver(measure);
    if (bar.current) closing.observe(bar.current, { subtree: true, attributeFilter: ['aria-expanded'] });
    return () => [observer, closing].forEach((each) => each.disconnect());
  });
  return { bar, ...room };
}
