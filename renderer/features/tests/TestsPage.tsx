import { Trash2Icon, FlaskConicalIcon } from 'lucide-react';
import { useMemo } from 'react';
import { useRoute } from 'wouter';
import type { TestRow } from '../../../shared/contract/emulator/tests.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { useAction } from '../../core/data/action.ts';
import { useApi, useTests, useInfo } from '../../core/data/hangar.ts';
import { FilterLine, type FilterLineProps, QuickFilter } from '../../core/filter/FilterLine.tsx';
import { SearchField } from '../../core/filter/SearchField.tsx';
import { usePeek } from '../../core/page/use-peek.tsx';
import { useQueryState } from '../../core/page/page.ts';
import { useUndoable } from '../../core/undo/undo.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { MachineTime } from '../../ui/text/time.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { TestDetail } from './TestDetail.tsx';
import { TestTree } from './TestTree.tsx';
import { isFileKey, latestTests, testFilter, type TestState } from './test-tree.ts';
import { STATES } from './test-words.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { usualShell } from '../../ui/text/curl.ts';
import { DocsLink } from '../../ui/text/shown-text.tsx';

/** `/tests` and `/tests/:id/:tab`, with the filter in the query: the tests of suites by file, each with its emulator. */
export function TestsPage() {
  const [, params] = useRoute('/tests/:id/:tab?');
  const { get, set, query } = useQueryState();
  const { items, loaded } = useTests();
  const q = get('q');
  const all = useMemo(() => latestTests(items), [items]);
  const shown = useMemo(() => all.filter(testFilter(q)), [all, q]);
  const id = params?.id ?? '';
  const { peek, rows } = usePeek({
    isOpen: id !== '',
    hrefOf: (key) => (isFileKey(key) ? undefined : `/tests/${key}${query}`),
    show: (key) =>
      isFileKey(key) ? <EmptyState title="A file of tests" /> : <TestDetail key={key} id={key} tab="" query={query} />,
  });
  return (
    // Suites run on the machine's clock, whatever the emulated time.
    <MachineTime>
      <ListDetail
        name="Tests"
        path={`/tests${query}`}
        wide
        filters={
          <>
            <SearchField
              label="Filter tests"
              placeholder="is:failed file: or any value"
              value={q}
              onChange={(value) => set({ q: value })}
            />
            <ForgetButton items={items} />
            <Counts all={all} shown={shown.length} value={q} onChange={(value) => set({ q: value })} />
          </>
        }
        list={<TestTree {...{ q, query, ...rows }} tests={shown} selected={id} onClear={() => set({ q: '' })} />}
        detail={id !== '' && <TestDetail key={id} id={id} tab={params?.tab ?? ''} query={query} />}
        empty={loaded && all.length === 0 && <NoTests />}
        peek={peek}
      />
    </MachineTime>
  );
}

function ForgetButton({ items }: { items: readonly TestRow[] }) {
  const api = useApi();
  const undoable = useUndoable();
  const { run, busy } = useAction(() => undoable('Forgot ended tests', () => api.tests.clear()));
  const label = 'Forget ended tests';
  const when = items.some(({ endedAt }) => endedAt !== null);
  useCommands([{ id: 'tests-forget', title: label, group: 'Tests', when, run: () => void run() }]);
  return (
    <IconButton
      {...{ variant: 'default', size: 28, icon: Trash2Icon, label }}
      disabled={!when || busy}
      onClick={() => void run()}
    />
  );
}

const COUNTED = ['failed', 'running', 'passed'] as const satisfies readonly TestState[];

/** The number of tests, and filters by their state. */
function Counts({
  all,
  shown,
  ...text
}: Pick<FilterLineProps, 'value' | 'onChange'> & { all: readonly TestRow[]; shown: number }) {
  return (
    <FilterLine {...{ ...text, shown, noun: 'test' }} total={all.length} isFiltered={text.value !== ''}>
      {COUNTED.map((state) => (
        <QuickFilter
          key={state}
          {...text}
          filter={{ name: STATES[state].text, text: `is:${state}` }}
          count={all.filter((row) => row.state === state).length}
        />
      ))}
    </FilterLine>
  );
}

/** Shown while no test has run: the command that runs a suite with this Hangar. */
function NoTests() {
  const url = useInfo()?.url ?? '';
  const command =
    usualShell() === 'cmd' ? `set "HANGAR_URL=${url}" && npx vitest run` : `HANGAR_URL=${url} npx vitest run`;
  return (
    <EmptyState
      title="No test has run yet"
      icon={FlaskConicalIcon}
      action={
        <p>
          <code>{command}</code> <CopyButton label="Copy command" short="Copy" value={command} />
        </p>
      }
    >
      The tests of a suite appear here while they run, each with its own emulator.{' '}
      <DocsLink href="/docs/test-suites.html">How to test</DocsLink>
    </EmptyState>
  );
}
