import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  readonly title: ReactNode;
  /** Beside the title, such as a status. */
  readonly badge?: ReactNode;
  /** Below the title, in monospace. */
  readonly meta?: ReactNode;
  /** A button, or an `ActionBar`. */
  readonly actions?: ReactNode;
}

/** The `h1` of a page with its actions. */
export function PageHeader({ title, badge, meta, actions }: PageHeaderProps) {
  return (
    <div className={classes['head']}>
      <div className={classes['line']}>
        <h1 className={classes['title']} title={typeof title === 'string' ? title : undefined}>
          {title}
        </h1>
        {badge !== undefined && <span className={classes['badge']}>{badge}</span>}
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
      {meta !== undefined && <div className={classes['meta']}>{meta}</div>}
    </div>
  );
}
