import type { ReactNode } from 'react';
import classes from './Sentence.module.css';

/**
 * A sentence with fields in it, which are as wide as their values. Their labels are not shown; the words around them are
 * `span`s.
 */
export function Sentence({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes['says']} role="group" aria-label={label}>
      {children}
    </div>
  );
}
