import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
import { instantOf, instantOrNull } from '../../../ui/text/time.tsx';
import { nameOfStep } from '../timeline/step-lanes.ts';
import { alignLines } from './compared-lines.ts';

/** A run with its log. */
interface RunWithLog {
  readonly detail: RunDetail;
  readonly lines: readonly LogEntry[];
}

/** A duration of a run or of one of its steps. */
export interface Timing {
  readonly name: string;
  /** Milliseconds; null when it has not ended or was not reached. */
  readonly length: number | null;
}

/** The same duration of two runs; undefined for a step of only the other run. */
export interface TimingPair {
  readonly left: Timing | undefined;
  readonly right: Timing | undefined;
}

/** Durations of two runs side by side: total, queued, executing, waiting for prompts, then steps aligned as authored. */
export function timingPairs(left: RunWithLog, right: RunWithLog): TimingPair[] {
  const [phasesLeft, phasesRight] = [phases(left.detail), phases(right.detail)];
  const [stepsLeft, stepsRight] = [steps(left), steps(right)];
  const authored = ({ detail }: RunWithLog) => detail.steps.map((step) => `${step.do} ${step.text}`);
  return [
    ...phasesLeft.map((timing, index) => ({ left: timing, right: phasesRight[index] })),
    ...alignLines(authored(left), authored(right)).map((row) => ({
      left: stepsLeft[row.left ?? -1],
      right: stepsRight[row.right ?? -1],
    })),
  ];
}

function phases({ row, timeline }: RunDetail): Timing[] {
  const own = timeline.filter(({ runID }) => runID === row.id);
  const waits = joinedLength(own.filter(({ phase }) => phase === 'waiting'));
  const active = between(row.activeAt, row.endedAt);
  return [
    { name: 'Total', length: between(row.createdAt, row.endedAt) },
    { name: 'Queued', length: between(row.createdAt, row.activeAt ?? row.endedAt) },
    { name: 'Executing', length: active === null || waits === null ? null : Math.max(0, active - waits) },
    { name: 'Waiting for prompts', length: waits },
  ];
}

function steps({ detail, lines }: RunWithLog): Timing[] {
  const nameOf = nameOfStep(detail, lines);
  return detail.steps.map((step, index) => ({
    name: `${index + 1}. ${nameOf(step, index)}`,
    length: between(step.from, step.to),
  }));
}

function between(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : instantOf(to) - instantOf(from);
}

/** Total length of time spans, with overlaps counted once; null while one lasts. */
function joinedLength(spans: readonly { readonly from: string; readonly to: string | null }[]): number | null {
  let [length, end] = [0, -Infinity];
  for (const span of [...spans].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const to = instantOrNull(span.to);
    if (to === null) return null;
    const from = Math.max(instantOf(span.from), end);
    length += Math.max(0, to - from);
    end = Math.max(end, to);
  }
  return length;
}
