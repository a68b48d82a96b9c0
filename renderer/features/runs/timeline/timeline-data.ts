import type { RunRow, TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
import { runTitle } from '../../../../shared/model/titles.ts';
import { memoizeByObject } from '../../../../shared/values/objects.ts';
import { foldsOf } from './folds.ts';
import { instantOf, instantOrNull } from '../../../ui/text/time.tsx';
import type { Lane, RequestMark, Segment, TimelineData, RequestKind } from './lane.ts';
import { runStatus } from '../../../core/run/run-display.ts';
import { clientText } from '../../../core/traffic/request-words.ts';
import { runBar, type Stretch } from './run-bar.ts';
import { lanesOfCode } from './code-lanes.ts';
import { lanesOfBlocks } from './block-lanes.ts';
import {
  type Branch,
  LANE,
  type LanesBelow,
  type LanesBelowInput,
  type RunLanes,
  type TimelineRun,
} from './lanes-below.ts';
import { lanesOfSteps } from './step-lanes.ts';

/** The loaded data of a run and of its children. */
export interface TimelineInput {
  readonly root: TimelineRun;
  /** Loaded details of children at any depth, by ID. */
  readonly branches: ReadonlyMap<string, Branch>;
  /** The log of the run, ascending. */
  readonly lines: readonly LogEntry[];
  readonly requests: readonly TrafficRow[];
  /** Lanes opened or closed by the user, by run ID. Others are open when their run failed. */
  readonly opened: ReadonlyMap<string, boolean>;
}

/** Time after a run's end in which requests still extend the axis, as a share of its duration. */
const AFTER_END = 0.25;

/** Converts a run to lanes with segments and marks. Independent of the current time. A held run stands still at its latest time. */
export function timelineOf(input: TimelineInput): TimelineData {
  const { root } = input;
  const zero = instantOf(root.row.createdAt);
  const end = instantOrNull(root.row.endedAt);
  const { trafficID } = root.row.origin;
  // The request that created the run began slightly before it, and marks its beginning.
  const marks = requestMarks(input.requests).map((mark) => (mark.id === trafficID ? { ...mark, at: zero } : mark));
  const within = end === null ? marks : marks.filter(({ at }) => at <= end + (end - zero) * AFTER_END + 1);
  const from = Math.min(zero, ...within.slice(0, 1).map(({ at }) => at));
  const run = lanesOfRun(input, root, 0);
  const going = [...clientLane(root.row, input.requests, within), ...run.lanes];
  const stop = root.row.held ? latestInstant({ lanes: going, from }) : null;
  const lanes = stop === null ? going : going.map((lane) => stoppedLane(lane, stop));
  const to = end === null ? stop : Math.max(end, ...within.slice(-1).map(({ at }) => at), from + 0.001);
  const jumps = root.jumps.map((jump) => ({ from: instantOf(jump.from), to: instantOf(jump.to) }));
  const folds = foldsOf(jumps, lanes, from, to);
  return {
    zero,
    end,
    from,
    to: stop === null ? to : from + Math.max((stop - from) * ROOM, 0.001),
    lanes,
    folds,
    failure: run.failure,
  };
}

/** A lane in which nothing goes on after a time. */
function stoppedLane(lane: Lane, at: number): Lane {
  if (lane.segments.at(-1)?.to !== null) return lane;
  return { ...lane, segments: lane.segments.map((segment) => ({ ...segment, to: segment.to ?? at })), note: 'held' };
}

/** Length of the axis of a run that has not ended, as a multiple of its time so far. */
export const ROOM = 1.05;

/** The latest time in the lanes. */
export function latestInstant({ lanes, from }: Pick<TimelineData, 'lanes' | 'from'>): number {
  let latest = from;
  for (const { segments, requests } of lanes) {
    const segment = segments.at(-1);
    latest = Math.max(latest, segment?.to ?? segment?.from ?? from, requests.at(-1)?.at ?? from);
  }
  return latest;
}

/** The lane of the requests, named after the client whose request made the run. */
function clientLane({ id, origin }: RunRow, requests: readonly TrafficRow[], marks: readonly RequestMark[]): Lane[] {
  const maker = requests.find((request) => request.id === origin.trafficID) ?? requests.at(-1);
  if (maker === undefined) return [];
  const later = requests.length - marks.length;
  const name = clientText(maker.client) || (origin.kind === 'webhook' ? 'Sender' : 'Client');
  const note = later === 0 ? '' : `${later} later`;
  return [{ ...LANE, key: 'client', kind: 'client', depth: 0, name, runID: id, requests: marks, note }];
}

function lanesOfRun(input: TimelineInput, detail: TimelineRun, depth: number): RunLanes {
  const { row } = detail;
  const isOpen = input.opened.get(row.id) ?? (depth === 0 || row.status === 'Failed');
  const children = childrenOf(detail);
  const below = lanesBelow({
    ...{ detail, depth: depth + 1 },
    lines: (detail === input.root ? input.lines : input.branches.get(row.id)?.lines) ?? [],
    lanesOfChild: (id) => lanesOfChild(input, children.get(id), id, depth + 1),
  });
  const failedFrom = row.status === 'Failed' ? below.failedFrom : null;
  const own: Lane = {
    ...runLane(row, depth, runBar(row, below.waits, failedFrom)),
    open: below.lanes.length === 0 ? null : isOpen,
  };
  const end = instantOrNull(row.endedAt);
  const shown = isOpen ? below.lanes : [];
  const failing = isOpen ? below.failing : [];
  const failure = row.status === 'Failed' && end !== null ? { at: end, lanes: [own.key, ...failing] } : null;
  return { lanes: [own, ...shown], failure };
}

function lanesBelow(of: LanesBelowInput): LanesBelow {
  const { blocks, behavior } = of.detail;
  if (blocks !== undefined) return lanesOfBlocks(blocks, of);
  return behavior === 'steps' ? lanesOfSteps(of) : lanesOfCode(of);
}

function runLane(row: RunRow, depth: number, segments: readonly Segment[]): Lane {
  const at = instantOrNull(row.endedAt);
  const isDecided = at !== null && row.status !== 'Cancelled';
  return {
    ...LANE,
    ...{ key: `run ${row.id}`, kind: 'run', depth, name: runTitle(row), runID: row.id },
    status: runStatus(row),
    segments,
    end: isDecided && depth > 0 ? { at, kind: row.status === 'Failed' ? 'failed' : 'done' } : null,
    failed: row.status === 'Failed',
  };
}

/** A child of a run, and the times for which it waited. */
interface Child {
  readonly row: RunRow;
  readonly waits: Stretch[];
}

/** The children of a run by ID. Kept while the run stays the same, since there may be thousands and its log arrives in parts. */
const childrenOf = memoizeByObject(({ children, timeline }: TimelineRun): ReadonlyMap<string, Child> => {
  const byID = new Map(children.map((row) => [row.id, { row, waits: new Array<Stretch>() }]));
  for (const { runID, phase, from, to } of timeline)
    if (phase === 'waiting') byID.get(runID)?.waits.push({ from: instantOf(from), to: instantOrNull(to) });
  return byID;
});

/** The lane of a closed child, but its depth. */
const closedLane = memoizeByObject(({ row, waits }: Child): Lane => ({
  ...runLane(row, 1, runBar(row, waits, null)),
  open: false,
}));

/** Lanes of a child run; none when it was removed. */
function lanesOfChild(input: TimelineInput, child: Child | undefined, id: string, depth: number): RunLanes | undefined {
  const detail = input.branches.get(id);
  if (detail !== undefined) return lanesOfRun(input, detail, depth);
  if (child === undefined) return undefined;
  const { row } = child;
  const lane: Lane = { ...closedLane(child), depth };
  const end = instantOrNull(row.endedAt);
  return { lanes: [lane], failure: row.status === 'Failed' && end !== null ? { at: end, lanes: [lane.key] } : null };
}

/** Operations that create a run. */
const MAKES = new Set(['tasks/execute', 'runs/create', 'runbooks/execute']);
/** Operations that only read. */
const READS = /\/(?:get|getOutputs|list|getLogs|logs|getTaskReviewers)$/;

/** The requests of a run as marks, oldest first. */
function requestMarks(requests: readonly TrafficRow[]): RequestMark[] {
  const ascending = [...requests].sort((a, b) => (a.at < b.at ? -1 : 1));
  const latest = new Map<string, number>();
  return ascending.map((request) => {
    const at = instantOf(request.at);
    const { idempotencyKey } = request;
    const repeats = idempotencyKey === '' ? null : (latest.get(idempotencyKey) ?? null);
    if (idempotencyKey !== '') latest.set(idempotencyKey, at);
    const operation = operationOf(request);
    return { id: request.id, at, kind: kindOf(request, operation), operation, status: request.status, repeats };
  });
}

/** Operation of a request: its path without `/v0/`. */
export function operationOf({ path, webhook }: Pick<TrafficRow, 'path' | 'webhook'>): string {
  return webhook === '' ? path.replace(/^\/v0\//, '') : `webhook ${webhook}`;
}

function kindOf({ status, replayOf, webhook }: TrafficRow, operation: string): RequestKind {
  if (status === 0) return 'lost';
  if (replayOf !== '') return 'replayed';
  if (READS.test(operation)) return 'poll';
  if (status >= 400) return 'refused';
  return MAKES.has(operation) || webhook !== '' ? 'execute' : 'other';
}
