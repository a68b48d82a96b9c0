import type { ReactNode } from 'react';
import { Icon } from './icons/Icon.tsx';
import type { IconName } from './icons/shapes.ts';
import classes from './MetaLine.module.css';

/** Short texts and links in one line that breaks where it must. Leaves out `false` and ''. */
export function MetaLine({ items }: { items: readonly ReactNode[] }) {
  return (
    <span className={classes['line']}>
      {items
        .filter((item) => item !== false && item !== '')
        .map((item, index) => (
          // Items have no identity but their position.
          <span key={index} className={classes['item']}>
            {item}
          </span>
        ))}
    </span>
  );
}

/** An item of a `MetaLine` after the icon of its kind. */
export function MetaItem({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <>
      <Icon name={icon} size={12} />
      <span>{children}</span>
    </>
  );
}
