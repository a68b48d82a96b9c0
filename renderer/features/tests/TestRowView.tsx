import { ChevronDownIcon, ChevronRightIcon, TriangleAlertIcon } from 'lucide-react';
import { memo } from 'react';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { numberText, stripBidiControls } from '../../ui/text/shown-text.ts';
import { duration } from '../../ui/text/time.ts';
import { sumOf, type TestState, type TreeRow } from './test-tree.ts';
import { STATES } from './test-words.ts';
import classes from './tests.module.css';

/** A row of the tree: a file with the sums of its tests, or a test. */
export const TestRowView = memo(function TestRowView({ row }: { row: TreeRow }) {
  if (row.kind === 'test') {
    const { test, state, calls, findings, milliseconds } = row.test;
    return <Columns {...{ state, calls, findings, milliseconds }} name={test.name} isLeaf />;
  }
  const { file, isOpen } = row;
  const [calls, findings, milliseconds] = (['calls', 'findings', 'milliseconds'] as const).map((name) =>
    sumOf(file, name),
  );
  return (
    <Columns
      {...{ calls: calls ?? 0, findings: findings ?? 0, milliseconds: milliseconds ?? 0, isOpen }}
      state={file.state}
      name={file.file || 'Tests of no file'}
    />
  );
});

interface ColumnsProps {
  readonly name: string;
  readonly state: TestState;
  readonly calls: number;
  readonly findings: number;
  readonly milliseconds: number;
  readonly isLeaf?: boolean;
  readonly isOpen?: boolean;
}

function Columns({ name, state, calls, findings, milliseconds, isLeaf = false, isOpen = false }: ColumnsProps) {
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  const shown = stripBidiControls(name);
  return (
    <span className={classes['row']} data-leaf={isLeaf}>
      <span className={classes['chevron']}>{!isLeaf && <Chevron size={14} />}</span>
      <span role="img" aria-label={STATES[state].text} className={classes['shape']}>
        <StatusShape shape={STATES[state].shape} size={14} />
      </span>
      <span className={classes['name']} title={shown} dir="auto">
        {shown}
      </span>
      <span className={classes['number']} title="Calls">
        {numberText(calls)}
      </span>
      <span className={classes['number']} title="Findings" data-some={findings > 0}>
        {findings > 0 && numberText(findings)}
      </span>
      <span className={classes['number']}>{duration(milliseconds)}</span>
    </span>
  );
}

/** The names of the columns, above the tree. */
export function TreeHead() {
  return (
    <div className={classes['head']} aria-hidden>
      <span />
      <span />
      <span>Test</span>
      <span className={classes['number']}>Calls</span>
      <span className={classes['number']} title="Findings">
        <TriangleAlertIcon size={12} />
      </span>
      <span className={classes['number']}>Time</span>
    </div>
  );
}
