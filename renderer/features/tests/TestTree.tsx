import { useMemo, useState, memo } from 'react';
import { ChevronDownIcon, ChevronRightIcon, TriangleAlertIcon } from 'lucide-react';
import type { TestRow } from '../../../shared/contract/emulator/tests.ts';
import { FrozenList } from '../../core/data/frozen-rows.tsx';
import type { VirtualListProps } from '../../ui/lists/VirtualList.tsx';
import { NoMatches } from '../../core/filter/FilteredList.tsx';
import { testFiles, treeRows, type TreeRow, sumOf, type TestState } from './test-tree.ts';
import classes from './tests.module.css';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { numberText, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { duration } from '../../ui/text/time.tsx';
import { STATES } from './test-words.ts';

interface TestTreeProps extends Required<Pick<VirtualListProps<TreeRow>, 'peeked' | 'onPeek'>> {
  /** Those that the filter shows, newest first. */
  readonly tests: readonly TestRow[];
  readonly q: string;
  readonly query: string;
  readonly selected: string;
  readonly onClear: () => void;
}

/** The tests as a tree of files, live. */
export function TestTree({ tests, q, query, selected, onClear, peeked, onPeek }: TestTreeProps) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const files = useMemo(() => testFiles(tests), [tests]);
  const rows = useMemo(() => treeRows(files, { selected, toggled }), [files, selected, toggled]);
  const toggle = (row: TreeRow, isOpen: boolean): void => {
    if (row.kind === 'file') setToggled(new Map(toggled).set(row.file.file, isOpen));
  };
  const bytes = tests.reduce((sum, test) => sum + test.bytes, 0);
  if (tests.length === 0) return q !== '' && <NoMatches noun="test" onClear={onClear} />;
  return (
    <>
      <TreeHead />
      <FrozenList
        label="Tests"
        path="/tests"
        items={rows}
        // A file that is opened or closed under the pointer shows it at once.
        reset={JSON.stringify([q, [...toggled]])}
        {...{ query, selected, idOf, treeOf, heightOf, peeked, onPeek }}
        onToggle={toggle}
        render={(row) => <TestRowView row={row} />}
      />
      <p className={classes['foot']}>
        The last 200 failed and 50 passed stay here, {Math.ceil(bytes / 1_000_000)} of 256 MB.
      </p>
    </>
  );
}

const idOf = ({ key }: TreeRow): string => key;
const heightOf = (): number => 28;

function treeOf(row: TreeRow) {
  const { place, of } = row;
  return row.kind === 'file' ? { level: 1, place, of, isOpen: row.isOpen } : { level: 2, place, of };
}

/** A row of the tree: a file with the sums of its tests, or a test. */
const TestRowView = memo(function TestRowView({ row }: { row: TreeRow }) {
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
function TreeHead() {
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
