import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { numberText } from '../text/shown-text.tsx';
import classes from './LinkTabs.module.css';

/** A tab with its own URL. */
interface LinkTab {
  readonly label: string;
  readonly href: string;
  readonly count?: number;
  /** True for a tab whose items wait for somebody. */
  readonly isWaiting?: boolean;
  /** True for a tab with a problem. */
  readonly problem?: boolean;
}

/** The label of the tabs in which a key has just moved; "" for none. Their page may draw them anew. */
let movedIn = '';

/** Tabs as links. Keys: arrows, Home, End. The current tab is that of the URL's path. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const [path, navigate] = useLocation();
  const row = useRef<HTMLDivElement>(null);
  const current = Math.max(
    0,
    tabs.findIndex(({ href }) => href.split('?')[0] === path),
  );
  const move = (event: KeyboardEvent) => {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (next === undefined || next === tabs[current] || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    movedIn = label;
    navigate(next.href, { replace: true });
  };
  useLayoutEffect(() => {
    if (movedIn !== label) return;
    movedIn = '';
    row.current?.querySelectorAll('a')[current]?.focus();
  }, [label, current]);
  return (
    <div ref={row} role="tablist" className={classes['tabs']} aria-label={label} onKeyDown={move}>
      {tabs.map(({ label: text, href, count = 0, isWaiting = false, problem = false }, index) => (
        <Link
          key={text}
          href={href}
          role="tab"
          className={classes['tab'] ?? ''}
          aria-selected={index === current}
          tabIndex={index === current ? 0 : -1}
        >
          <span>
            {text}
            {count > 0 && (
              <>
                {' '}
                <span className={classes['count']} data-waiting={isWaiting}>
                  {numberText(count)}
                </span>
              </>
            )}
          </span>
          {problem && <span className={classes['problem']} role="img" aria-label="has a problem" />}
        </Link>
      ))}
    </div>
  );
}

/** The panel of the current tab. Scrolls, unless `fill` leaves that to its content. */
export function TabPanel({ label, fill = false, children }: { label: string; fill?: boolean; children: ReactNode }) {
  return (
    <div role="tabpanel" aria-label={label} className={classes['panel']} data-fill={fill} tabIndex={fill ? -1 : 0}>
      {children}
    </div>
  );
}
