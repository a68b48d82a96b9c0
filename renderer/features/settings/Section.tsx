import { type ReactNode, useId } from 'react';
import classes from './settings.module.css';

interface SectionProps {
  readonly title: string;
  /** A note below the content. */
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the settings with a heading. */
export function Section({ title, hint, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
    </section>
  );
}
