import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RunRow, TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
import type { Api } from '../../../core/data/api.ts';
import { useApi, useLiveQuery } from '../../../core/data/hangar.ts';
import type { TimelineData } from './lane.ts';
import type { Branch, TimelineRun } from './lanes-below.ts';
import { timelineOf } from './timeline-data.ts';
import { readRun } from '../../../core/run/run-list.ts';

/** Maximum number of loaded requests of a run; the latest ones. */
const MOST_REQUESTS = '1000';

/** The requests of a run, newest first, live. */
export function useRunRequests(id: string): readonly TrafficRow[] | undefined {
  const api = useApi();
  const query = useLiveQuery(
    `requests of ${id}`,
    () => api.traffic.list({ query: { run: id, limit: MOST_REQUESTS } }),
    (event) => event.type === 'trafficCleared' || (event.type === 'traffic' && event.row.runID === id),
  );
  return query.data?.entries;
}

/** The timeline of a run, the loaded details of its open children, and a function that opens or closes a child. */
export interface RunTimeline {
  readonly data: TimelineData;
  readonly branches: ReadonlyMap<string, Branch>;
  readonly toggle: (runID: string, open: boolean) => void;
}

/** Computes the timeline of a run, and loads the children with open lanes. */
export function useTimeline(
  root: TimelineRun,
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

/** Maximum number of failed children that are open at first. */
const OPENED_AT_FIRST = 20;

/** Time between two loads of children that go on, in milliseconds. */
const INTERVAL = 1000;

/** Loads the details of children with open lanes, and reloads changed ones, and those that go on. */
function useBranches(root: TimelineRun, opened: ReadonlyMap<string, boolean>): ReadonlyMap<string, Branch> {
  const api = useApi();
  const [branches, setBranches] = useState<ReadonlyMap<string, Branch>>(new Map());
  const [asked] = useState(() => new Map<string, RunRow>());
  const [beat, setBeat] = useState(0);
  const isLive = wanted(root, branches, opened).some(({ endedAt }) => endedAt === null);
  useEffect(() => {
    if (!isLive) return undefined;
    // The stream has the log of one run only.
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      for (const [id, { endedAt }] of asked) if (endedAt === null) asked.delete(id);
      setBeat((before) => before + 1);
    }, INTERVAL);
    return () => clearInterval(timer);
  }, [isLive, asked]);
  useEffect(() => {
    for (const row of wanted(root, branches, opened)) {
      if (sameState(asked.get(row.id), row)) continue;
      asked.set(row.id, row);
      void readBranch(api, row.id)
        .then((branch) => setBranches((before) => new Map(before).set(row.id, branch)))
        // Ignored: the next change of the child, or opening it again, retries.
        .catch(() => asked.delete(row.id));
    }
  }, [api, root, branches, opened, asked, beat]);
  return branches;
}

/** Number of log lines of a child that are loaded. */
const MOST_LINES = '1000';

async function readBranch(api: Api, id: string): Promise<Branch> {
  const query = { offset: '0', limit: MOST_LINES };
  const [detail, { lines }] = await Promise.all([readRun(api, id), api.runs.logs({ params: { id }, query })]);
  return { ...detail, lines };
}

function sameState(before: RunRow | undefined, row: RunRow): boolean {
  return before !== undefined && before.status === row.status && before.waiting === row.waiting;
}

/** The children with open lanes, at any depth. */
function wanted(
  root: TimelineRun,
  branches: ReadonlyMap<string, Branch>,
  opened: ReadonlyMap<string, boolean>,
): RunRow[] {
  const rows: RunRow[] = [];
  const failed: RunRow[] = [];
  for (const { children } of [root, ...branches.values()]) {
    for (const child of children) {
      const choice = opened.get(child.id);
      if (choice === true) rows.push(child);
      else if (choice === undefined && child.status === 'Failed') failed.push(child);
    }
  }
  return [...rows, ...failed.slice(0, OPENED_AT_FIRST)];
}
