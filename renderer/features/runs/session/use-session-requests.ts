import type { TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import { useApi } from '../../../core/data/hangar.ts';
import { useLiveQuery } from '../../../core/data/query.ts';

/** Maximum number of loaded requests for each; the latest ones. */
const MOST = '200';

/** The requests that made or named a session or the runs of its blocks, newest first, live; undefined until they are loaded. */
export function useSessionRequests(id: string, runIDs: readonly string[]): readonly TrafficRow[] | undefined {
  const api = useApi();
  const { data } = useLiveQuery(
    `requests of ${id} ${runIDs.join(' ')}`,
    async () => {
      const queries = [{ q: `made:${id}`, limit: MOST }, ...runIDs.map((run) => ({ run, limit: MOST }))];
      const pages = await Promise.all(queries.map((query) => api.traffic.list({ query })));
      const byID = new Map(pages.flatMap(({ entries }) => entries).map((row) => [row.id, row]));
      return [...byID.values()].sort((a, b) => (a.at < b.at ? 1 : -1));
    },
    (event) =>
      event.type === 'trafficCleared' ||
      (event.type === 'traffic' && (event.row.sessionID === id || runIDs.includes(event.row.runID))),
  );
  return data;
}
