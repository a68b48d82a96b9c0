import { useMemo, useState } from 'react';
import type { TestRow } from '../../../shared/contract/emulator/tests.ts';
import { FrozenList } from '../../core/data/frozen-rows.tsx';
import type { VirtualListProps } from '../../ui/lists/VirtualList.tsx';
import { NoMatches } from '../../core/filter/FilteredList.tsx';
import { TestRowView, TreeHead } from './TestRowView.tsx';
import { testFiles, treeRows, type TreeRow } from './test-tree.ts';
import classes from './tests.module.css';

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
