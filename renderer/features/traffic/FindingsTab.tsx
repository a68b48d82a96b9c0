import { Button } from '@mantine/core';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FINDING_RULES } from '../../../shared/registry/finding-rules.ts';
import { useAction } from '../../core/data/action.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { FrozenList } from '../../core/data/FrozenList.tsx';
import { useApi } from '../../core/data/hangar.ts';
import type { Query } from '../../core/data/queries.ts';
import { useUndoable } from '../../core/undo/use-undo.ts';
import { usePreviewed } from '../../core/page/use-previewed.ts';
import { counted, numberText } from '../../ui/text/counted.ts';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/text/states.tsx';
import { FindingDetail } from './FindingDetail.tsx';
import classes from './findings.module.css';
import { LevelIcon } from '../../core/traffic/LevelIcon.tsx';

interface FindingsTabProps {
  readonly findings: Query<{ readonly items: readonly Finding[] }>;
  /** ID of the selected finding; '' for none. */
  readonly selected: string;
}

/** The list of findings next to the selected one. */
export function FindingsTab({ findings, selected }: FindingsTabProps) {
  const items = findings.data?.items ?? [];
  const previewed = usePreviewed(items, selected, idOf);
  const chosen = items.find(({ id }) => id === selected);
  return (
    <ListDetail
      name="Findings"
      heading="Traffic"
      path="/traffic/findings"
      wide
      filters={<Toolbar count={findings.data?.items.length} />}
      list={<List findings={findings} selected={selected || (previewed?.id ?? '')} />}
      detail={selected !== '' && (chosen === undefined ? <Gone /> : <FindingDetail key={chosen.id} finding={chosen} />)}
      empty={findings.data?.items.length === 0 && <NoFindings />}
      preview={previewed !== undefined && <FindingDetail key={previewed.id} finding={previewed} />}
    />
  );
}

function idOf({ id }: Finding): string {
  return id;
}

function NoFindings() {
  return (
    <EmptyState title="No findings">
      Hangar finds mistakes of clients: executions repeated without a key, early retries, fast polling, ignored values.{' '}
      <DocsLink href="/docs/findings.html">All rules</DocsLink>
    </EmptyState>
  );
}

function List({ findings, selected }: FindingsTabProps) {
  const { data, error, reload } = findings;
  if (data === undefined) return error === '' ? <LoadingState /> : <ErrorState message={error} onRetry={reload} />;
  return (
    <FrozenList
      {...{ label: 'Findings', path: '/traffic/findings', items: data.items, idOf, query: '', selected }}
      empty={null}
      render={(finding) => <FindingRow finding={finding} />}
    />
  );
}

function FindingRow({ finding: { rule, level, message, count, lastAt } }: { finding: Finding }) {
  return (
    <Row
      icon={<LevelIcon level={level} />}
      title={FINDING_RULES[rule].title}
      aside={`${numberText(count)}×`}
      note={message}
      age={
        <>
          {level} · <RelativeTime at={lastAt} />
        </>
      }
    />
  );
}

/** @param props `count` is undefined while unknown. */
function Toolbar({ count }: { count: number | undefined }) {
  const api = useApi();
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
        {count !== undefined && `${counted(count, 'finding')} · `}
        <DocsLink href="/docs/findings.html">Rules</DocsLink>
      </p>
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
