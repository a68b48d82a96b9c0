import { useCallback, useMemo, useState } from 'react';
import type { RunDetail, TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/log.ts';
import { useApi } from '../../../core/hangar.ts';
import { useQuery } from '../../../core/query.ts';
import type { TimelineData } from './lane.ts';
import { timelineOf } from './timeline-data.ts';
import { useBranches } from './use-branches.ts';

/** Maximum number of loaded requests of a run; the latest ones. */
const MOST_REQUESTS = '1000';

/** The requests of a run, newest first, live. */
export function useRunRequests(id: string): readonly TrafficRow[] | undefined {
  const api = useApi();
  const query = useQuery(
    `requests of ${id}`,
    () => api.traffic.list({ query: { run: id, limit: MOST_REQUESTS } }),
    (event) => event.type === 'trafficCleared' || (event.type === 'traffic' && event.row.runID === id),
  );
  return query.data?.entries;
}

/** The timeline of a run, the loaded details of its open children, and a function that opens or closes a child. */
export interface RunTimeline {
  readonly data: TimelineData;
  readonly branches: ReadonlyMap<string, RunDetail>;
  readonly toggle: (runID: string, open: boolean) => void;
}

/** Computes the timeline of a run, and loads the children with open lanes. */
export function useTimeline(
  root: RunDetail,
  lines: readonly LogEntry[],
  requests: readonly TrafficRow[] | undefined,
): RunTimeline {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const branches = useBranches(root, opened);
  const data = useMemo(
    () => timelineOf({ root, branches, lines, requests: requests ?? [], opened }),
    [root, branches, lines, requests, opened],
  );
  const toggle = useCallback(
    (runID: string, open: boolean) => setOpened((before) => new Map(before).set(runID, open)),
    [],
  );
  return { data, branches, toggle };
}
