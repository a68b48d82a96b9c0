import type { RunStep } from '../../../../shared/contract/emulator/rows.ts';
import { instantOrNull } from '../../../ui/text/time.ts';
import type { Lane } from './lane.ts';
import type { Stretch } from './run-bar.ts';
import { nameOfStep } from './step-names.ts';
import { memoizeByObject } from '../../../../shared/values/objects.ts';
import { ownField } from '../../../../shared/values/json.ts';
import { LANE, type LanesBelow, type LanesBelowInput } from './lanes-below.ts';

/** Steps in their order, each with its state; a step that executed a run has the lanes of that run. */
export function lanesOfSteps({ detail, depth, lines, lanesOfChild }: LanesBelowInput): LanesBelow {
  const lanes: Lane[] = [];
  const waits: Stretch[] = [];
  let failedFrom: number | null = null;
  let failing: readonly string[] = [];
  const nameOf = nameOfStep(detail, lines);
  for (const [index, step] of detail.steps.entries()) {
    const { from, to } = timesOf(step);
    const key = `step ${detail.row.id} ${index}`;
    const child = step.runID === '' ? undefined : lanesOfChild(step.runID);
    if (from !== null && (step.do === 'wait' || step.do === 'prompt')) waits.push({ from, to });
    if (step.state === 'failed') {
      failedFrom = from;
      failing = child?.failure?.lanes ?? [child?.lanes[0]?.key ?? key];
    }
    if (child !== undefined) lanes.push(...child.lanes);
    else lanes.push(stepLane({ step, key, from, to, name: nameOf(step, index) }, detail.row.id, depth));
  }
  return { lanes, waits, failedFrom, failing };
}

const timesOf = memoizeByObject(({ from, to }: RunStep) => ({ from: instantOrNull(from), to: instantOrNull(to) }));

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
