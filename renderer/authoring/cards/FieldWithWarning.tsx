import type { ReactNode } from 'react';
import classes from './authoring.module.css';

/** A field with the warning that belongs to it. */
export function FieldWithWarning({ warning, children }: { warning: string | undefined; children: ReactNode }) {
  return (
    <div className={classes['noted']}>
      {children}
      {warning !== undefined && (
        <p className={classes['warning']} role="note">
          ⚠ {warning}
        </p>
      )}
    </div>
  );
}
