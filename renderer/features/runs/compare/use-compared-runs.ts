import type { RunDetail, RunRow } from '../../../../shared/contract/emulator/rows.ts';
import { useApi } from '../../../core/hangar.ts';
import { type Query, useQuery } from '../../../core/query.ts';
import { rfc3339 } from '../../../ui/time.ts';
import { readRun } from '../../../core/run/read-run.ts';

/** Maximum number of runs to choose from, the newest of the task. */
const CHOICES = 100;

/** Loads a run, and reloads it when it changes. */
export function useRun(id: string): Query<RunDetail> {
  const api = useApi();
  return useQuery(
    `run ${id}`,
    () => readRun(api, id),
    (event) =>
      (event.type === 'run' && (event.row.id === id || event.row.parentID === id)) ||
      (event.type === 'prompt' && event.row.prompt.runID === id),
  );
}

/** The other runs of a task, newest first, and the one to compare a run with at first; "" for none. */
export interface ComparableRuns {
  readonly choices: readonly RunRow[];
  readonly first: string;
}

/** Loads the runs to compare a run with. The first is the one that it repeats, or the previous one of its task. */
export function useComparableRuns({ row }: RunDetail): Query<ComparableRuns> {
  const api = useApi();
  return useQuery(`comparable with ${row.id} ${row.endedAt}`, async () => {
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
