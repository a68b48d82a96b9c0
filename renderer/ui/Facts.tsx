import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** A list of names with values; `children` are `Fact`s. */
export function Facts({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <dl className={classes['facts']} aria-label={label}>
      {children}
    </dl>
  );
}

/** One name with its value, in a `Facts` list. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
