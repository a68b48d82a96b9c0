import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { RunDetail, RunRow } from '../../../../shared/contract/emulator/rows.ts';
import { runTitle } from '../../../../shared/model/titles.ts';
import { useEntityTitle, useNavigate, useQueryState } from '../../../core/page/page.ts';
import { QueryView } from '../../../core/data/QueryView.tsx';
import { withSavedFilters } from '../../../core/filter/saved-filters.ts';
import { ActionBar } from '../../../ui/inputs/ActionBar.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/text/states.tsx';
import { ComparedRuns } from './ComparedRuns.tsx';
import { pathOfComparison, runChoice } from './run-choice.ts';
import classes from './compare.module.css';
import { Select } from '../../../ui/inputs/Select.tsx';
import { useApi, useLiveQuery } from '../../../core/data/hangar.ts';
import type { Query } from '../../../core/data/queries.ts';
import { rfc3339 } from '../../../ui/text/time.tsx';
import { readRun } from '../../../core/run/run-list.ts';

/** `/runs/:id/compare?with=ID`: two runs side by side, the earlier one at the left by default. */
export function RunComparison({ id }: { id: string }) {
  const run = useRun(id);
  return (
    <div className={classes['page']}>
      <QueryView query={run} noun="run">
        {(detail) => <Comparison detail={detail} />}
      </QueryView>
    </div>
  );
}

function Comparison({ detail }: { detail: RunDetail }) {
  const { get } = useQueryState();
  const comparable = useComparableRuns(detail);
  const other = get('with') === '' ? (comparable.data?.first ?? '') : get('with');
  const name = runTitle(detail.row);
  useEntityTitle(`Compare ${name}`);
  return (
    <>
      <PageHeader
        title={`Compare runs of ${name}`}
        actions={<Actions detail={detail} other={other} choices={comparable.data?.choices ?? []} />}
      />
      {other !== '' ? (
        <Other key={other} id={other} detail={detail} />
      ) : comparable.data !== undefined ? (
        <EmptyState title="No other run of this task">
          Run the task again, with the same or other values, to compare the two.
        </EmptyState>
      ) : comparable.error === '' ? (
        <LoadingState />
      ) : (
        <ErrorState message={comparable.error} onRetry={comparable.reload} />
      )}
    </>
  );
}

interface ActionsProps {
  readonly detail: RunDetail;
  readonly other: string;
  readonly choices: ComparableRuns['choices'];
}

function Actions({ detail: { row }, other, choices }: ActionsProps) {
  const navigate = useNavigate();
  const options = choices.map((choice) => ({ value: choice.id, label: runChoice(choice) }));
  const isListed = choices.some(({ id }) => id === other);
  return (
    <ActionBar>
      <Button component={Link} href={withSavedFilters('/runs', `/runs/${row.id}`)}>
        Back to the run
      </Button>
      {other !== '' && (
        <Button component={Link} href={pathOfComparison(other, row.id)}>
          Swap
        </Button>
      )}
      {other !== '' && (
        <Select
          aria-label="Compare with"
          className={classes['choice'] ?? ''}
          value={other}
          data={isListed ? options : [{ value: other, label: `Run ${other.slice(-6)}` }, ...options]}
          onValue={(id) => navigate(pathOfComparison(row.id, id), { replace: true })}
        />
      )}
    </ActionBar>
  );
}

function Other({ id, detail }: { id: string; detail: RunDetail }) {
  const other = useRun(id);
  if (other.data !== undefined) return <ComparedRuns left={other.data} right={detail} />;
  if (other.notFound) {
    return (
      <EmptyState title="The other run does not exist">It may have been deleted. Choose another one above.</EmptyState>
    );
  }
  return other.error === '' ? (
    <LoadingState label="Loading the other run…" />
  ) : (
    <ErrorState message={other.error} onRetry={other.reload} />
  );
}

/** Maximum number of runs to choose from, the newest of the task. */
const CHOICES = 100;

/** Loads a run, and reloads it when it changes. */
function useRun(id: string): Query<RunDetail> {
  const api = useApi();
  return useLiveQuery(
    `run ${id}`,
    () => readRun(api, id),
    (event) =>
      (event.type === 'run' && (event.row.id === id || event.row.parentID === id)) ||
      (event.type === 'prompt' && event.row.prompt.runID === id),
  );
}

/** The other runs of a task, newest first, and the one to compare a run with at first; "" for none. */
interface ComparableRuns {
  readonly choices: readonly RunRow[];
  readonly first: string;
}

/** Loads the runs to compare a run with. The first is the one that it repeats, or the previous one of its task. */
function useComparableRuns({ row }: RunDetail): Query<ComparableRuns> {
  const api = useApi();
  return useLiveQuery(`comparable with ${row.id} ${row.endedAt}`, async () => {
    const list = (change: Readonly<Record<string, string>>) =>
      api.runs.list({ query: { task: row.taskID === '' ? row.taskSlug : row.taskID, ...change } });
    const newest = await list({ limit: String(CHOICES) });
    const before = await list({ limit: '1', until: rfc3339(row.createdAt) });
    const choices = newest.runs.filter(({ id }) => id !== row.id);
    const others = before.runs.filter(({ id }) => id !== row.id);
    const first = row.repeats === '' ? (others[0]?.id ?? choices[0]?.id ?? '') : row.repeats;
    return { choices, first };
  });
}
