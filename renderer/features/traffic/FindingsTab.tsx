import { Button } from '@mantine/core';
import { SearchCheckIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FINDING_RULES } from '../../../shared/registry/finding-rules.ts';
import { useAction } from '../../core/data/action.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { FrozenList } from '../../core/data/frozen-rows.tsx';
import { useApi, useHangar } from '../../core/data/hangar.ts';
import type { Query } from '../../core/data/queries.ts';
import { useUndoable } from '../../core/undo/undo.tsx';
import { usePreviewed } from '../../core/page/page.ts';
import { counted, numberText, DocsLink } from '../../ui/text/shown-text.tsx';
import { TabPanel } from '../../ui/layout/LinkTabs.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/text/states.tsx';
import { FindingDetail } from './FindingDetail.tsx';
import { type FindingKind, kindsOf } from './finding-fixes.ts';
import classes from './findings.module.css';
import { LevelIcon } from '../../core/traffic/LevelIcon.tsx';

interface FindingsTabProps {
  readonly tabs: ReactNode;
  readonly findings: Query<{ readonly items: readonly Finding[] }>;
  /** Rule or ID of the selected finding; '' for none. */
  readonly selected: string;
}

/** The list of findings by their rule next to the selected one. */
export function FindingsTab({ tabs, findings, selected }: FindingsTabProps) {
  const all = kindsOf(findings.data?.items ?? []);
  const kinds = useShownKinds(all);
  const chosen = all.find(({ rule, items }) => rule === selected || items.some(({ id }) => id === selected));
  const previewed = usePreviewed(kinds, chosen?.rule ?? '', ruleOf);
  const isEmpty = findings.data?.items.length === 0;
  return (
    <ListDetail
      name="Findings"
      heading="Traffic"
      path="/traffic/findings"
      tabs={tabs}
      wide
      filters={!isEmpty && <Toolbar count={findings.data && all.length} hidden={all.length - kinds.length} />}
      list={
        // Anew when the first finding comes, since it has another place below the empty state.
        <TabPanel key={String(isEmpty)} label="Findings" fill>
          <List findings={findings} kinds={kinds} selected={(chosen ?? previewed)?.rule ?? ''} />
        </TabPanel>
      }
      detail={selected !== '' && (chosen === undefined ? <Gone /> : <FindingDetail key={chosen.rule} kind={chosen} />)}
      empty={isEmpty && <NoFindings />}
      peek={isEmpty ? false : undefined}
      preview={previewed !== undefined && <FindingDetail key={previewed.rule} kind={previewed} />}
    />
  );
}

/** The kinds that are not ignored. */
export function useShownKinds(kinds: readonly FindingKind[]): readonly FindingKind[] {
  const ignored = useStore(useHangar().preferences, ({ ignoredFindings }) => ignoredFindings);
  return kinds.filter(({ rule }) => !ignored.includes(rule));
}

function ruleOf({ rule }: FindingKind): string {
  return rule;
}

function NoFindings() {
  return (
    <EmptyState
      icon={SearchCheckIcon}
      title="No findings"
      action={<DocsLink href="/docs/findings.html">All kinds of findings</DocsLink>}
    >
      Hangar finds mistakes of clients: executions repeated without a key, early retries, fast polling, ignored values.
    </EmptyState>
  );
}

interface ListProps extends Omit<FindingsTabProps, 'tabs'> {
  readonly kinds: readonly FindingKind[];
}

function List({ findings, kinds, selected }: ListProps) {
  const { data, error, reload } = findings;
  if (data === undefined) return error === '' ? <LoadingState /> : <ErrorState message={error} onRetry={reload} />;
  return (
    <FrozenList
      {...{ label: 'Findings', path: '/traffic/findings', items: kinds, idOf: ruleOf, query: '', selected }}
      empty={null}
      render={(kind) => <FindingRow kind={kind} />}
    />
  );
}

function FindingRow({ kind: { rule, level, items, count } }: { kind: FindingKind }) {
  const [{ message }] = items;
  return (
    <Row
      icon={<LevelIcon level={level} />}
      title={FINDING_RULES[rule].title}
      aside={`${numberText(count)}×`}
      note={message}
      age={level}
    />
  );
}

/** @param props `count` is undefined while unknown; `hidden` is the number of ignored kinds */
function Toolbar({ count, hidden }: { count: number | undefined; hidden: number }) {
  const api = useApi();
  const { preferences } = useHangar();
  const undoable = useUndoable();
  const clear = useAction(() => undoable('Findings cleared', () => api.findings.clear()));
  useCommands([
    {
      id: 'findings-clear',
      title: 'Clear findings',
      group: 'Traffic',
      when: count !== undefined && count > 0,
      run: () => void clear.run(),
    },
  ]);
  return (
    <>
      <p role="status" className={classes['count']}>
        {count !== undefined && `${counted(count, 'kind of finding', 'kinds of findings')} · `}
        <DocsLink href="/docs/findings.html">Rules</DocsLink>
      </p>
      {hidden > 0 && (
        <Button size="compact-sm" onClick={() => preferences.setState({ ignoredFindings: [] })}>
          Show {numberText(hidden)} ignored
        </Button>
      )}
      <Button
        size="compact-sm"
        disabled={count === undefined || count === 0}
        loading={clear.busy}
        onClick={() => void clear.run()}
      >
        Clear
      </Button>
    </>
  );
}

function Gone() {
  return <EmptyState title="This finding is gone">It was cleared. Choose another one from the list.</EmptyState>;
}
