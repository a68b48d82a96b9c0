import type { RunRow, RunDetail } from '../../../shared/contract/emulator/rows.ts';
import { useApi } from '../data/hangar.ts';
import { type LongList, useLongList } from '../data/long-list.ts';
import type { Api } from '../data/api.ts';

/** Filters of a list of runs, by name. */
type Filters = Readonly<Record<string, string>>;

/**
 * A live list of runs, newest first.
 * @param queryOf makes the query of `/_emulator/runs` from the filters, now
 * @param every interval in milliseconds at which it is loaded again, for filters that change with time
 */
export function useRunList<Known extends Filters>(
  filters: Known,
  queryOf: (filters: Known) => Filters,
  every?: number,
): LongList<RunRow> {
  const api = useApi();
  return useLongList({
    key: `runs ${JSON.stringify(filters)}`,
    load: async ({ offset, limit }) => {
      const page = { offset: String(offset), limit: String(limit) };
      const { runs, total } = await api.runs.list({ query: { ...queryOf(filters), ...page } });
      return { rows: runs, total };
    },
    keyOf: ({ id }) => id,
    rowOf: (event) => (event.type === 'run' ? event.row : undefined),
    ...(every === undefined ? {} : { every }),
  });
}

/** Reads a run. Of its timeline only the waits are asked for: rows tell the rest, and a run may have thousands of children. */
export function readRun(api: Api, id: string): Promise<RunDetail> {
  return api.runs.get({ params: { id }, query: { timeline: 'waiting' } });
}

/** Path of a new run. Keeps the filters of a visible list. */
export function pathOfNewRun(runID: string): string {
  const query = new URLSearchParams(location.pathname.startsWith('/runs') ? location.search : '');
  query.delete('with');
  const text = query.toString();
  return `/runs/${runID}${text === '' ? '' : `?${text}`}`;
}
