import type { ReactNode } from 'react';
import classes from './Facts.module.css';
import { stripBidiControls } from './shown-text.tsx';

interface FactsProps {
  readonly label?: string;
  /** True for lines without space between them, as in code. */
  readonly dense?: boolean;
  readonly children: ReactNode;
}

/** A list of names with values; `children` are `Fact`s. */
export function Facts({ label, dense = false, children }: FactsProps) {
  return (
    <dl className={classes['facts']} data-dense={dense} aria-label={label}>
      {children}
    </dl>
  );
}

/** One name with its value, in a `Facts` list. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{stripBidiControls(name)}</dt>
      <dd>{stripBidiControls(children)}</dd>
    </>
  );
}
