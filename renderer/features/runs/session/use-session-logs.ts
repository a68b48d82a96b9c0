import type { LogEntry } from '../../../../shared/model/log.ts';
import { useApi } from '../../../core/data/hangar.ts';
import { useLiveQuery } from '../../../core/data/query.ts';

/** Number of lines of each run; the run has all. */
const MOST = '1000';
/** Minimum time between two loads while lines arrive, in milliseconds. */
const INTERVAL = 500;

/** The first lines of the logs of some runs, in the order of their times, live; undefined until they are loaded. */
export function useLogsOfRuns(ids: readonly string[]): readonly LogEntry[] | undefined {
  const api = useApi();
  const { data } = useLiveQuery(
    `logs of ${ids.join(' ')}`,
    async () => {
      const query = { offset: '0', limit: MOST };
      const pages = await Promise.allSettled(ids.map((id) => api.runs.logs({ params: { id }, query })));
      return pages
        .flatMap((page) => (page.status === 'fulfilled' ? page.value.lines : []))
        .sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
    },
    (event) => event.type === 'logs' && ids.includes(event.runID),
    INTERVAL,
  );
  return data;
}
