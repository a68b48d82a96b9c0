import type { ReactNode } from 'react';
import classes from './ScrollRegion.module.css';

interface ScrollRegionProps {
  readonly label: string;
  readonly id?: string;
  /** True below a title that stays: what scrolls ends at a line. */
  readonly titled?: boolean;
  readonly children: ReactNode;
}

/** What is left of a page, scrolling by itself, by keyboard too. */
export function ScrollRegion({ label, id, titled = false, children }: ScrollRegionProps) {
  return (
    <div id={id} className={classes['region']} data-titled={titled} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
