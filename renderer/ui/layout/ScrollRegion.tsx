import type { ReactNode } from 'react';
import classes from './ScrollRegion.module.css';

interface ScrollRegionProps {
  readonly label: string;
  readonly id?: string;
  /** True below a fixed title, with a line between. */
  readonly titled?: boolean;
  readonly children: ReactNode;
}

/** The rest of a page, which scrolls by itself and by keyboard. */
export function ScrollRegion({ label, id, titled = false, children }: ScrollRegionProps) {
  return (
    <div id={id} className={classes['region']} data-titled={titled} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
