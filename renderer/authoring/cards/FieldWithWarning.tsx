import type { ReactNode } from 'react';
import classes from './authoring.module.css';

/** A field with its warning. */
export function FieldWithWarning({ warning, children }: { warning: string | undefined; children: ReactNode }) {
  return (
    <div className={classes['noted']}>
      {children}
      {warning !== undefined && (
        <p className="warning" role="note">
          ⚠ {warning}
        </p>
      )}
    </div>
  );
}
