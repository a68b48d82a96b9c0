import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  readonly title: ReactNode;
  /** Beside the title, such as a status. */
  readonly badge?: ReactNode;
  /** Below the title, in monospace. */
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
  /** True for a fixed title, which is never cut: the actions wrap below it. */
  readonly fixed?: boolean;
}

/** The `h1` of a page with its actions. */
export function PageHeader({ title, badge, meta, actions, fixed = false }: PageHeaderProps) {
  return (
    <div className={classes['head']}>
      <div className={classes['line']}>
        <h1 className={classes['title']} data-fixed={fixed} title={typeof title === 'string' ? title : undefined}>
          {title}
        </h1>
        {badge !== undefined && <span className={classes['badge']}>{badge}</span>}
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
      {meta !== undefined && <div className={classes['meta']}>{meta}</div>}
    </div>
  );
}
