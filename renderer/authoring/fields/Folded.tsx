import { type ReactNode, useEffect, useState } from 'react';
import classes from '../cards/authoring.module.css';
import { useEditor } from '../context/authoring.ts';
import { type JsonPath, valueAt } from '../../../shared/values/json.ts';

interface FoldedProps {
  readonly summary: string;
  /** The paths of the fields within. */
  readonly paths: readonly JsonPath[];
  readonly children: ReactNode;
}

const EMPTY: ReadonlySet<string | undefined> = new Set([undefined, 'null', '""', '{}', '[]']);

/** Fields that are seldom needed. Folded at first, unless one of them is used; unfolds when one of them has an error. */
export function Folded({ summary, paths, children }: FoldedProps) {
  const { draft, visibleProblems } = useEditor();
  const [isOpen, setOpen] = useState(() => paths.some((path) => !EMPTY.has(JSON.stringify(valueAt(draft, path)))));
  const isWrong = paths.some((path) => visibleProblems(path).some(({ severity }) => severity === 'error'));
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  return (
    <details className={classes['more']} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      <div className={classes['stack']}>{children}</div>
    </details>
  );
}
