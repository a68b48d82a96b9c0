import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { numberText } from '../../ui/text/shown-text.tsx';
import classes from './Overview.module.css';

/** Height of a row, in pixels. */
const ROW_HEIGHT = 44;

interface LiveCardProps {
  readonly title: string;
  /** Number of rows when they scroll; absent when all fit. */
  readonly count?: number | undefined;
  /** Number of hidden rows while the pointer is over the cards. */
  readonly pending: number;
  /** A link to all rows. */
  readonly more: ReactNode;
  /** Number of visible rows. */
  readonly room: number;
  readonly children: ReactNode;
}

/** A heading above rows. The height is fixed, so that new rows move nothing; further rows scroll. */
export function LiveCard({ title, count, pending, more, room, children }: LiveCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes['heading']}>
        <h2 id={id}>
          {title}
          {count !== undefined && <span className="quiet small"> {numberText(count)}</span>}
          {pending > 0 && (
            <span className="quiet small"> · {numberText(pending)} new, shown when the pointer leaves</span>
          )}
        </h2>
        <span className="grow" />
        {more}
      </div>
      <div className={classes['rows']} data-scrolls={count !== undefined} style={{ height: room * ROW_HEIGHT }}>
        {children}
      </div>
    </section>
  );
}

/** A row as a link, positioned by a transform, which is no layout shift. */
export function PlacedRow({ href, index, children }: { href: string; index: number; children: ReactNode }) {
  return (
    <Link
      href={href}
      className={classes['row'] ?? ''}
      style={{ height: ROW_HEIGHT, transform: `translateY(${index * ROW_HEIGHT}px)` }}
    >
      {children}
    </Link>
  );
}
