import type { ReactNode } from 'react';
import classes from './Row.module.css';

interface RowProps {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  /** The second line, in monospace. */
  readonly note?: ReactNode;
}

/** A row of a list: icon, title, aside and a second line. */
export function Row({ icon, title, aside, note }: RowProps) {
  return (
    <span className={classes['row']} data-icon={icon !== undefined}>
      {icon !== undefined && <span className={classes['icon']}>{icon}</span>}
      <span className={classes['title']}>{title}</span>
      <span className={classes['aside']}>{aside}</span>
      <span className={classes['note']}>{note}</span>
    </span>
  );
}
