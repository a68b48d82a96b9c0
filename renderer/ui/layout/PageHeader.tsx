import { type ReactNode, useContext } from 'react';
import classes from './PageHeader.module.css';
import { TitleLevel } from './ListDetail.tsx';
import { stripBidiControls } from '../text/shown-text.tsx';

interface PageHeaderProps {
  readonly title: ReactNode;
  /** Before the title, such as the shape of a status. */
  readonly icon?: ReactNode;
  /** Beside the title, such as a status. */
  readonly badge?: ReactNode;
  /** Below the title, in monospace. */
  readonly meta?: ReactNode;
  /** A button, or an `ActionBar`. */
  readonly actions?: ReactNode;
}

/** The title of a page or of an item beside a list, with its actions. */
export function PageHeader({ title, icon, badge, meta, actions }: PageHeaderProps) {
  const Title = useContext(TitleLevel);
  const shown = stripBidiControls(title);
  return (
    <div className={classes['head']}>
      <div className={classes['line']}>
        {icon}
        <Title dir="auto" className={classes['title']} title={typeof shown === 'string' ? shown : undefined}>
          {shown}
        </Title>
        {badge !== undefined && <span className={classes['badge']}>{badge}</span>}
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
      {meta !== undefined && <div className={classes['meta']}>{meta}</div>}
    </div>
  );
}
