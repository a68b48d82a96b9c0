import type { ReactNode } from 'react';
import classes from './Viewer.module.css';

interface ViewerProps {
  /** What chooses among the lines: search, level. */
  readonly tools: ReactNode;
  /** How many lines there are or were found, told as it changes. */
  readonly note: string;
  readonly actions: ReactNode;
  /** In pixels; as high as there is room when left out. */
  readonly height?: number | undefined;
  /** The lines. */
  readonly children: ReactNode;
}

/** Lines to read under a bar of tools: what logs and JSON have in common. */
export function Viewer({ tools, note, actions, height, children }: ViewerProps) {
  return (
    <div className={classes['root']} style={height === undefined ? undefined : { height }}>
      <div className={classes['bar']}>
        {tools}
        <span role="status" className={classes['note']}>
          {note}
        </span>
        {actions}
      </div>
      {children}
    </div>
  );
}
