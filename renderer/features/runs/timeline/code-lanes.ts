import type { RunDetail, RunRow } from '../../../../shared/contract/emulator/rows.ts';
import { questionTitle } from '../../../../shared/model/titles.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
import { numberText } from '../../../ui/text/shown-text.tsx';
import { instantOf, instantOrNull } from '../../../ui/text/time.tsx';
import type { Lane, Segment } from './lane.ts';
import { LANE, type LanesBelow, type LanesBelowInput, type TimelineRun } from './lanes-below.ts';

/** Prompts and children of a script or a command, by creation, and one lane for its log. */
export function lanesOfCode({ detail, depth, lines, lanesOfChild }: LanesBelowInput): LanesBelow {
  const prompts = detail.prompts.map(({ prompt }) => {
    const [from, to] = [instantOf(prompt.createdAt), instantOrNull(prompt.submittedAt ?? prompt.cancelledAt)];
    const end = to === null ? instantOrNull(detail.row.endedAt) : to;
    return { at: from, stretch: { from, to: end }, lanes: [promptLane(detail, prompt, depth, end)], failing: [] };
  });
  const children = detail.children.map((row) => {
    const of = lanesOfChild(row.id);
    return { at: instantOf(row.createdAt), stretch: null, lanes: of?.lanes ?? [], failing: of?.failure?.lanes ?? [] };
  });
  const sleeps = detail.sleeps.map(({ id, createdAt, endedAt }) => {
    const stretch = { from: instantOf(createdAt), to: instantOrNull(endedAt) };
    const base = { key: `sleep ${id}`, kind: 'wait', depth, name: 'Sleep', runID: detail.row.id } as const;
    const lane: Lane = { ...LANE, ...base, sleepID: id, segments: [{ phase: 'waiting', ...stretch }] };
    return { at: stretch.from, stretch, lanes: [lane], failing: [] };
  });
  const made = [...prompts, ...sleeps, ...children].sort((a, b) => a.at - b.at);
  const ended = [
    ...prompts.map(({ stretch }) => stretch.to),
    ...detail.children.filter(isGood).map(({ endedAt }) => instantOrNull(endedAt)),
  ];
  const failing = made.findLast((item) => item.failing.length > 0);
  const failedFrom =
    failing?.at ?? ended.reduce<number | null>((last, at) => (at !== null && at > (last ?? 0) ? at : last), null);
  const own = failing === undefined ? failureLane(detail, depth, failedFrom) : [];
  return {
    lanes: [...logLane(detail.row.id, lines, depth), ...made.flatMap(({ lanes }) => lanes), ...own],
    waits: [...prompts, ...sleeps].map(({ stretch }) => stretch),
    failedFrom,
    failing: failing?.failing ?? own.map(({ key }) => key),
  };
}

/** The lane of code that failed by itself, named after the first line of the failure. */
function failureLane({ row }: TimelineRun, depth: number, failedFrom: number | null): Lane[] {
  const end = instantOrNull(row.endedAt);
  if (row.status !== 'Failed' || row.activeAt === null || end === null) return [];
  const name = row.failure.split('\n')[0] || 'Failure';
  const segments: Segment[] = [{ phase: 'failed', from: failedFrom ?? end, to: end }];
  const base = { ...LANE, key: `code ${row.id}`, kind: 'code', depth, name, runID: row.id } as const;
  return [{ ...base, segments, failed: true, end: { at: end, kind: 'failed' } }];
}

function isGood({ status }: RunRow): boolean {
  return status === 'Succeeded';
}

function promptLane(
  { row }: TimelineRun,
  prompt: RunDetail['prompts'][number]['prompt'],
  depth: number,
  to: number | null,
): Lane {
  const submitted = instantOrNull(prompt.submittedAt);
  return {
    ...LANE,
    ...{ key: `prompt ${prompt.id}`, kind: 'prompt', depth, runID: row.id, promptID: prompt.id },
    name: questionTitle(prompt.description) || 'Prompt',
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
  return [
    { ...LANE, key: `log ${runID}`, kind: 'log', depth, name: 'Log', runID, segments, note: numberText(own.length) },
  ];
}
