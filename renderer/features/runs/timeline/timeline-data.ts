import type { RunDetail, RunRow, RunStep, TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/log.ts';
import { foldsOf } from './folds.ts';
import { instantOf, instantOrNull } from './instant.ts';
import type { Lane, RequestMark, Segment, TimelineData } from './lane.ts';
import { requestMarks } from './request-marks.ts';
import { runBar, type Stretch } from './run-bar.ts';
import { nameOfStep } from './step-names.ts';
import { ownField } from '../../../../shared/values/json.ts';

/** Everything that is known of a run and of those that it executed. */
export interface TimelineInput {
  readonly root: RunDetail;
  /** Loaded details of children at any depth, by ID. */
  readonly branches: ReadonlyMap<string, RunDetail>;
  /** The log of the run, ascending. */
  readonly lines: readonly LogEntry[];
  readonly requests: readonly TrafficRow[];
  /** Lanes that the user has opened or closed, by run ID. Others are open when their run failed. */
  readonly opened: ReadonlyMap<string, boolean>;
}

/** The part of the run's duration after its end in which requests still extend the axis. */
const AFTER_END = 0.25;

/** Turns a run into lanes with segments and marks. Nothing in it depends on the present time. */
export function timelineOf(input: TimelineInput): TimelineData {
  const { root } = input;
  const zero = instantOf(root.row.createdAt);
  const end = instantOrNull(root.row.endedAt);
  const { trafficID } = root.row.origin;
  // The request that made the run began a moment before it, and stands for its beginning.
  const marks = requestMarks(input.requests).map((mark) => (mark.id === trafficID ? { ...mark, at: zero } : mark));
  const within = end === null ? marks : marks.filter(({ at }) => at <= end + (end - zero) * AFTER_END + 1);
  const from = Math.min(zero, ...within.slice(0, 1).map(({ at }) => at));
  const to = end === null ? null : Math.max(end, ...within.slice(-1).map(({ at }) => at), from + 0.001);
  const run = lanesOfRun(input, root, 0);
  const lanes = [...clientLane(root.row, within, marks.length), ...run.lanes];
  const jumps = root.jumps.map((jump) => ({ from: instantOf(jump.from), to: instantOf(jump.to) }));
  return { zero, from, to, lanes, folds: foldsOf(jumps, lanes, from, to), failure: run.failure };
}

/** Lanes of a run and what it did, and where it failed. */
interface RunLanes {
  readonly lanes: Lane[];
  readonly failure: TimelineData['failure'];
}

const LANE = {
  promptID: '',
  sleepID: '',
  segments: [],
  requests: [],
  end: null,
  open: null,
  failed: false,
  note: '',
} as const;

function clientLane({ id, origin }: RunRow, marks: readonly RequestMark[], total: number): Lane[] {
  if (total === 0) return [];
  const later = total - marks.length;
  const name = origin.kind === 'webhook' ? 'Sender' : 'Client';
  const note = later === 0 ? '' : `${later} later`;
  return [{ ...LANE, key: 'client', kind: 'client', depth: 0, name, runID: id, requests: marks, note }];
}

function lanesOfRun(input: TimelineInput, detail: RunDetail, depth: number): RunLanes {
  const { row } = detail;
  const isOpen = input.opened.get(row.id) ?? (depth === 0 || row.status === 'Failed');
  const below = detail.behavior === 'steps' ? laneOfSteps(input, detail, depth) : lanesOfCode(input, detail, depth);
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

function runLane(row: RunRow, depth: number, segments: readonly Segment[]): Lane {
  const at = instantOrNull(row.endedAt);
  const isDecided = at !== null && row.status !== 'Cancelled';
  return {
    ...LANE,
    ...{ key: `run ${row.id}`, kind: 'run', depth, name: row.name === '' ? row.taskSlug : row.name, runID: row.id },
    segments,
    end: isDecided && depth > 0 ? { at, kind: row.status === 'Failed' ? 'failed' : 'done' } : null,
    failed: row.status === 'Failed',
  };
}

/** The lanes below a run's own. */
interface Below {
  readonly lanes: Lane[];
  readonly waits: readonly Stretch[];
  readonly failedFrom: number | null;
  /** Keys of the lanes that failed, from the outside to the inside. */
  readonly failing: readonly string[];
}

function laneOfSteps(input: TimelineInput, detail: RunDetail, depth: number): Below {
  const lanes: Lane[] = [];
  const waits: Stretch[] = [];
  let failedFrom: number | null = null;
  let failing: readonly string[] = [];
  const nameOf = nameOfStep(detail, detail === input.root ? input.lines : []);
  for (const [index, step] of detail.steps.entries()) {
    const from = instantOrNull(step.from);
    const to = instantOrNull(step.to);
    const key = `step ${detail.row.id} ${index}`;
    const child = step.runID === '' ? undefined : childLanes(input, detail, step.runID, depth + 1);
    if (from !== null && (step.do === 'wait' || step.do === 'prompt')) waits.push({ from, to });
    if (step.state === 'failed') {
      failedFrom = from;
      failing = child?.failure?.lanes ?? [child?.lanes[0]?.key ?? key];
    }
    if (child !== undefined) lanes.push(...child.lanes);
    else lanes.push(stepLane({ step, key, from, to, name: nameOf(step, index) }, detail.row.id, depth + 1));
  }
  return { lanes, waits, failedFrom, failing };
}

interface StepInTime {
  readonly step: RunStep;
  readonly key: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly name: string;
}

const STEP_PHASES = { log: 'moment', output: 'moment', wait: 'waiting', prompt: 'waiting' } as const;
const UNBEGUN = { unreached: 'not reached', skipped: 'skipped', pending: 'not yet' } as const;

function stepLane({ step, key, from, to, name }: StepInTime, runID: string, depth: number): Lane {
  const { state, promptID } = step;
  const failed = state === 'failed';
  const base: Lane = { ...LANE, key, kind: step.do, depth, name, runID, promptID, failed };
  if (from === null) return { ...base, note: ownField(UNBEGUN, state) ?? '' };
  const phase = failed ? 'failed' : (ownField(STEP_PHASES, step.do) ?? 'executing');
  const isMarked = to !== null && (failed || (step.do === 'prompt' && state === 'done'));
  return {
    ...base,
    segments: [{ phase, from, to }],
    end: isMarked ? { at: to, kind: failed ? 'failed' : 'done' } : null,
  };
}

/** Lanes of a child run; nothing for one that is not kept. */
function childLanes(input: TimelineInput, parent: RunDetail, id: string, depth: number): RunLanes | undefined {
  const detail = input.branches.get(id);
  if (detail !== undefined) return lanesOfRun(input, detail, depth);
  const row = parent.children.find((child) => child.id === id);
  if (row === undefined) return undefined;
  const spans = parent.timeline.filter(({ runID, phase }) => runID === id && phase === 'waiting');
  const waits = spans.map((span) => ({ from: instantOf(span.from), to: instantOrNull(span.to) }));
  const lane: Lane = { ...runLane(row, depth, runBar(row, waits, null)), open: false };
  const end = instantOrNull(row.endedAt);
  return { lanes: [lane], failure: row.status === 'Failed' && end !== null ? { at: end, lanes: [lane.key] } : null };
}

/** Prompts and children of a script or a command, in the order in which they were made, and one lane for its log. */
function lanesOfCode(input: TimelineInput, detail: RunDetail, depth: number): Below {
  const prompts = detail.prompts.map(({ prompt }) => {
    const [from, to] = [instantOf(prompt.createdAt), instantOrNull(prompt.submittedAt ?? prompt.cancelledAt)];
    const end = to === null ? instantOrNull(detail.row.endedAt) : to;
    return { at: from, stretch: { from, to: end }, lanes: [promptLane(detail, prompt, depth + 1, end)], failing: [] };
  });
  const children = detail.children.map((row) => {
    const of = childLanes(input, detail, row.id, depth + 1);
    return { at: instantOf(row.createdAt), stretch: null, lanes: of?.lanes ?? [], failing: of?.failure?.lanes ?? [] };
  });
  const sleeps = detail.sleeps.map(({ id, createdAt, endedAt }) => {
    const stretch = { from: instantOf(createdAt), to: instantOrNull(endedAt) };
    const base = { key: `sleep ${id}`, kind: 'wait', depth: depth + 1, name: 'Sleep', runID: detail.row.id } as const;
    const lane: Lane = { ...LANE, ...base, sleepID: id, segments: [{ phase: 'waiting', ...stretch }] };
    return { at: stretch.from, stretch, lanes: [lane], failing: [] };
  });
  const made = [...prompts, ...sleeps, ...children].sort((a, b) => a.at - b.at);
  const ended = [
    ...prompts.map(({ stretch }) => stretch.to),
    ...detail.children.filter(isGood).map(({ endedAt }) => instantOrNull(endedAt)),
  ];
  const failing = made.findLast((item) => item.failing.length > 0);
  return {
    lanes: [
      ...(detail === input.root ? logLane(detail.row.id, input.lines, depth + 1) : []),
      ...made.flatMap(({ lanes }) => lanes),
    ],
    waits: [...prompts, ...sleeps].map(({ stretch }) => stretch),
    failedFrom:
      failing?.at ?? ended.reduce<number | null>((last, at) => (at !== null && at > (last ?? 0) ? at : last), null),
    failing: failing?.failing ?? [],
  };
}

function isGood({ status }: RunRow): boolean {
  return status === 'Succeeded';
}

function promptLane(
  { row }: RunDetail,
  prompt: RunDetail['prompts'][number]['prompt'],
  depth: number,
  to: number | null,
): Lane {
  const submitted = instantOrNull(prompt.submittedAt);
  return {
    ...LANE,
    ...{ key: `prompt ${prompt.id}`, kind: 'prompt', depth, runID: row.id, promptID: prompt.id },
    name: prompt.description === '' ? 'Prompt' : prompt.description,
    segments: [{ phase: 'waiting', from: instantOf(prompt.createdAt), to }],
    end: submitted === null ? null : { at: submitted, kind: 'done' },
  };
}

function logLane(runID: string, lines: readonly LogEntry[], depth: number): Lane[] {
  const own = lines.filter(({ level }) => level !== 'debug');
  if (own.length === 0) return [];
  const segments = own.map(({ timestamp, level }): Segment => {
    const at = instantOf(timestamp);
    return { phase: level === 'error' ? 'failed' : 'moment', from: at, to: at };
  });
  return [{ ...LANE, key: `log ${runID}`, kind: 'log', depth, name: 'Log', runID, segments, note: String(own.length) }];
}
