import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { useApi } from '../data/hangar.ts';
import { type LongList, useLongList } from '../data/long-list.ts';

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
