import { useMemo } from 'react';
import { useRoute } from 'wouter';
import type { TestRow } from '../../../shared/contract/emulator/tests.ts';
import { useTests } from '../../core/data/hangar.ts';
import { SearchField } from '../../core/filter/SearchField.tsx';
import { useQueryState } from '../../core/page/url.ts';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { NoneSelected } from '../../ui/layout/NoneSelected.tsx';
import { CountLinks } from '../../ui/lists/CountLinks.tsx';
import { counted } from '../../ui/text/counted.ts';
import { MachineTime } from '../../ui/text/RelativeTime.tsx';
import { NoTests } from './NoTests.tsx';
import { TestDetail } from './TestDetail.tsx';
import { TestTree } from './TestTree.tsx';
import { latestTests, testFilter, type TestState } from './test-tree.ts';
import { STATES } from './test-words.ts';
import classes from './tests.module.css';

/** `/tests` and `/tests/:id/:tab`, with the filter in the query: the tests of suites by file, each with its emulator. */
export function TestsPage() {
  const [, params] = useRoute('/tests/:id/:tab?');
  const { get, set, query } = useQueryState();
  const { items, loaded } = useTests();
  const q = get('q');
  const all = useMemo(() => latestTests(items), [items]);
  const shown = useMemo(() => all.filter(testFilter(q)), [all, q]);
  const id = params?.id ?? '';
  const links = linksTo(all);
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
            <div className={classes['counts']}>
              <span role="status">
                {shown.length === all.length
                  ? counted(all.length, 'test')
                  : `${shown.length} of ${counted(all.length, 'test')}`}
              </span>
              <CountLinks label="Tests by state" links={links} />
            </div>
          </>
        }
        list={<TestTree tests={shown} {...{ q, query }} selected={id} onClear={() => set({ q: '' })} />}
        detail={id !== '' && <TestDetail key={id} id={id} tab={params?.tab ?? ''} query={query} />}
        empty={loaded && all.length === 0 && <NoTests />}
        placeholder={
          <NoneSelected
            noun="test"
            shows="its requests, runs, findings and clock"
            label="Tests by state"
            links={links}
          />
        }
      />
    </MachineTime>
  );
}

const LINKED = ['failed', 'running', 'passed'] as const satisfies readonly TestState[];

/** Links to the tests in each state, with their numbers. */
function linksTo(all: readonly TestRow[]) {
  return LINKED.map((state) => ({
    text: STATES[state].text,
    count: all.filter((row) => row.state === state).length,
    href: `/tests?q=is:${state}`,
  }));
}
