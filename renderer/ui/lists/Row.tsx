import { Fragment, type ReactNode } from 'react';
import classes from './Row.module.css';
import { stripBidiControls } from '../text/shown-text.tsx';

interface RowProps {
  readonly icon?: ReactNode;
  /** Left of the icon, in the middle of both lines: a checkbox. */
  readonly mark?: ReactNode;
  /** The name. */
  readonly title: ReactNode;
  /** At the right of the name: a duration or a status. */
  readonly aside?: ReactNode;
  /** The second line: first values, or the failure. */
  readonly note?: ReactNode;
  /** At the right of the second line. */
  readonly age?: ReactNode;
  /** True when the second line is a failure. */
  readonly isBad?: boolean;
}

/** The content of a list's row of 44 pixels, in two lines: icon, name and aside; note and age. */
export function Row({ icon, mark, title, aside, note, age, isBad = false }: RowProps) {
  return (
    <span className={classes['row']} data-icon={icon !== undefined} data-mark={mark !== undefined}>
      {mark !== undefined && <span className={classes['mark']}>{mark}</span>}
      {icon !== undefined && <span className={classes['icon']}>{icon}</span>}
      <span className={classes['title']}>{stripBidiControls(title)}</span>
      <span className={classes['aside']}>{stripBidiControls(aside)}</span>
      <span className={classes['note']} data-bad={isBad}>
        {stripBidiControls(note)}
      </span>
      <span className={classes['age']}>{age}</span>
    </span>
  );
}

/** A value or an ID within the second line of a row. */
export function RowMono({ children }: { children: ReactNode }) {
  return <span className={classes['value']}>{stripBidiControls(children)}</span>;
}

/** Names with values for the second line of a row: `order_id AB1042 · amount 240`. */
export function RowValues({ values }: { values: readonly (readonly [name: string, value: string])[] }) {
  return values.map(([name, value], index) => (
    <Fragment key={name}>
      {index > 0 && ' · '}
      <span className={classes['name']}>{name}</span> <RowMono>{value}</RowMono>
    </Fragment>
  ));
}
