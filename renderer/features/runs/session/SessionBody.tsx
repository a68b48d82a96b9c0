import { useMemo, useState } from 'react';
import { isPending } from '../../../../shared/model/status.ts';
import { failureOf } from '../../../core/run/run-display.ts';
import { StableHeight } from '../../../ui/layout/StableHeight.tsx';
import { usePrompts, useApi, useLiveQuery } from '../../../core/data/hangar.ts';
import { Glance } from '../panel/Glance.tsx';
import { ChildPanel } from '../panel/RunPanel.tsx';
import { scopeOfLane, useSourceOf } from '../panel/lane-scope.ts';
import { PendingPrompts } from '../panel/RunPrompts.tsx';
import { RunFailure } from '../panel/RunFailure.tsx';
import { RunWhy } from '../panel/RunWhy.tsx';
import { RunTimeline } from '../timeline/RunTimeline.tsx';
import { useTimeline } from '../timeline/use-timeline.ts';
import { blockName, currentBlock, type SessionData, withoutBlock } from './session-look.ts';
import { runOfSession } from './session-run.ts';
import { SessionColumns, SessionPanel } from './SessionPanel.tsx';
import type { TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';

interface SessionBodyProps {
  readonly data: SessionData;
  readonly tab: string;
  readonly query: string;
}

/** Reason and timeline of a session, the panel about it or the selected lane and, at the foot, its pending prompts. */
export function SessionBody({ data, tab, query }: SessionBodyProps) {
  const { row, details } = data;
  const { id } = row.session;
  const path = `/sessions/${id}`;
  const runIDs = [...details.keys()];
  const lines = useLogsOfRuns(runIDs);
  const requests = useSessionRequests(id, runIDs);
  const root = useMemo(() => runOfSession(data), [data]);
  const { data: timeline, branches, toggle } = useTimeline(root, NO_LINES, requests);
  const { source, failure } = useSessionFailure(data);
  const [selected, setSelected] = useState('');
  const lane = timeline.lanes.find(({ key }) => key === selected);
  const common = { path, tab, query };
  // Runs below those of the blocks ask, too.
  const pending = usePrompts().items.filter(({ prompt, sessionID }) => sessionID === id && isPending(prompt));
  return (
    <StableHeight
      above={
        <>
          <RunWhy row={root.row}>{failure}</RunWhy>
          <RunTimeline
            noun="session"
            data={timeline}
            selected={lane?.key ?? ''}
            onSelect={setSelected}
            onToggle={toggle}
          />
        </>
      }
    >
      {lane === undefined || lane.runID === id ? (
        <SessionPanel {...{ data, lines, requests, source }} {...common} />
      ) : (
        <ChildPanel
          key={lane.runID}
          id={lane.runID}
          known={details.get(lane.runID) ?? branches.get(lane.runID)}
          selected={lane.name}
          onClear={() => setSelected('')}
          scope={scopeOfLane(lane)}
          {...common}
        />
      )}
      <PendingPrompts items={pending} />
    </StableHeight>
  );
}

/** A look at a session. */
export function SessionGlance({ data }: { data: SessionData }) {
  const root = useMemo(() => runOfSession(data), [data]);
  const { failure } = useSessionFailure(data);
  return (
    <Glance root={root} failure={failure}>
      <SessionColumns data={data} />
    </Glance>
  );
}

/** The failure of a session, and the source of the task that caused it. */
function useSessionFailure({ row, runs }: SessionData) {
  const cause = failureOf(row.failure).runs.at(-1)?.runID;
  const source = useSourceOf(runs.find((run) => run.id === cause)?.taskID ?? '');
  const at = currentBlock(row);
  const failed = row.blocks[at];
  const block = failed && { name: `Block ${at + 1}, ${blockName(failed)}`, runID: failed.runID };
  const own = failed?.runID === '' ? { ...row, failure: withoutBlock(row.failure, failed) } : row;
  const failure = <RunFailure row={own} lines={NO_LINES} {...{ source, block }} />;
  return { source, failure };
}

const NO_LINES: readonly never[] = [];

/** Maximum number of loaded requests for each; the latest ones. */
const MAX_REQUESTS = '200';

/** The requests that made or named a session or the runs of its blocks, newest first, live; undefined until they are loaded. */
function useSessionRequests(id: string, runIDs: readonly string[]): readonly TrafficRow[] | undefined {
  const api = useApi();
  const { data } = useLiveQuery(
    `requests of ${id} ${runIDs.join(' ')}`,
    async () => {
      const queries = [
        { q: `made:${id}`, limit: MAX_REQUESTS },
        ...runIDs.map((run) => ({ run, limit: MAX_REQUESTS })),
      ];
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

/** Number of lines of each run; the run has all. */
const MAX_LINES = '1000';
/** Minimum time between two loads while lines arrive, in milliseconds. */
const INTERVAL = 500;

/** The first lines of the logs of some runs, in the order of their times, live; undefined until they are loaded. */
function useLogsOfRuns(ids: readonly string[]): readonly LogEntry[] | undefined {
  const api = useApi();
  const { data } = useLiveQuery(
    `logs of ${ids.join(' ')}`,
    async () => {
      const query = { offset: '0', limit: MAX_LINES };
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
