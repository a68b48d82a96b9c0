import type { RunRow, RunDetail } from '../../../shared/contract/emulator/rows.ts';
import type { LongListSource } from '../data/long-list.ts';
import type { Api } from '../data/api.ts';

/** Filters of a list of runs, by name. */
type Filters = Readonly<Record<string, string>>;

/**
 * The list of the runs that filters select.
 * @param queryOf makes the query of `/_emulator/runs` from the filters, now
 * @param every interval in milliseconds at which it is loaded again, for filters that change with time
 */
export function runList(
  api: Api,
  filters: Filters = {},
  queryOf: () => Filters = () => filters,
  every?: number,
): LongListSource<RunRow> {
  return {
    key: `runs ${JSON.stringify(Object.entries(filters).filter(([, value]) => value !== ''))}`,
    load: async ({ offset, limit }) => {
      const page = { offset: String(offset), limit: String(limit) };
      const { runs, total } = await api.runs.list({ query: { ...queryOf(), ...page } });
      return { rows: runs, total };
    },
    keyOf: ({ id }) => id,
    rowOf: (event) => (event.type === 'run' ? event.row : undefined),
    ...(every === undefined ? {} : { every }),
  };
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
