import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './MoreConditions.module.css';

interface MoreConditionsProps {
  /** True opens it. */
  readonly hasProblem?: boolean;
  readonly isKept: boolean;
  /** Says whether it is kept in the workspace file; false for one that exists. */
  readonly onKeep: false | ((isKept: boolean) => void);
  readonly children: ReactNode;
}

/** The fields that few faults and rules need, behind a disclosure, and the place of a new one. */
export function MoreConditions({ hasProblem = false, isKept, onKeep, children }: MoreConditionsProps) {
  return (
    <details className={classes['more']} open={hasProblem ? true : undefined}>
      <summary>More conditions</summary>
      <div className={classes['fields']}>{children}</div>
      {onKeep !== false && (
        <Checkbox
          mt={8}
          size="xs"
          label="Keep in the workspace file"
          checked={isKept}
          onChange={({ currentTarget: { checked } }) => onKeep(checked)}
        />
      )}
    </details>
  );
}
