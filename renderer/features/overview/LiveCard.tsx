import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import classes from './Overview.module.css';

/** Height of a row, in pixels. */
const ROW_HEIGHT = 44;

interface LiveCardProps {
  readonly title: string;
  /** Number of rows, when there is not room for all; they scroll. */
  readonly count?: number | undefined;
  /** Number of rows that are not shown while the pointer is over the cards. */
  readonly pending: number;
  /** A link to all of them. */
  readonly more: ReactNode;
  /** Number of rows for which there is room. */
  readonly room: number;
  readonly children: ReactNode;
}

/** A heading above rows. Its height is fixed, so that rows that arrive move nothing; more rows than there is room for scroll. */
export function LiveCard({ title, count, pending, more, room, children }: LiveCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes['heading']}>
        <h2 id={id}>
          {title}
          {count !== undefined && <span className="quiet small"> {count}</span>}
          {pending > 0 && <span className="quiet small"> · {pending} new, shown when the pointer leaves</span>}
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

/** A link at the place of a row. Moved by a transform, which does not count as a shift of the layout. */
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
