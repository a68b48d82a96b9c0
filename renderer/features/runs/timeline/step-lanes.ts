import type { RunStep } from '../../../../shared/contract/emulator/rows.ts';
import { instantOrNull, duration, instantOf } from '../../../ui/text/time.tsx';
import type { Lane } from './lane.ts';
import type { Stretch } from './run-bar.ts';
import { questionTitle } from '../../../../shared/model/titles.ts';
import { memoizeByObject } from '../../../../shared/values/objects.ts';
import { ownField } from '../../../../shared/values/json.ts';
import { LANE, type LanesBelow, type LanesBelowInput, type TimelineRun } from './lanes-below.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';

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

/** Maximum length of a name, in characters. */
const NAME = 120;

/** Returns the function that names the steps of a run; call it for each in order. Prefers the values of templates. */
export function nameOfStep(detail: TimelineRun, lines: readonly LogEntry[]): (step: RunStep, index: number) => string {
  const written = lines.filter(({ level }) => level !== 'debug');
  let next = 0;
  const lineOf = ({ from }: RunStep): string | undefined => {
    if (from === null) return undefined;
    while (next < written.length && instantOf(written[next]?.timestamp ?? '') < instantOf(from)) next++;
    return written[next++]?.text;
  };
  return (step) => {
    const name = nameFrom(step, detail, step.do === 'log' ? lineOf(step) : undefined);
    return (name.split('\n')[0] ?? '').slice(0, NAME);
  };
}

/** Puts an ellipsis for each template, whose value is not known before its step. */
function withoutTemplates(text: string): string {
  // Only what may be shown is searched: text without an end of a template takes quadratic time.
  return text.slice(0, 4 * NAME).replaceAll(/\{\{[^]*?\}\}/g, '…');
}

function nameFrom(step: RunStep, detail: TimelineRun, line: string | undefined): string {
  const text = withoutTemplates(step.text);
  switch (step.do) {
    case 'log':
      return (text === step.text ? undefined : line) ?? (text === '' ? 'Log' : text);
    case 'wait':
      return /^[\d.]+$/.test(text) ? `Wait ${duration(Number(text) * 1000)}` : `Wait ${text}`;
    case 'prompt': {
      const asked = detail.prompts.find(({ prompt }) => prompt.id === step.promptID)?.prompt.description ?? text;
      return questionTitle(asked) || 'Prompt';
    }
    case 'execute':
      return `Execute ${text}`;
    case 'fail':
      return step.state === 'failed' && detail.row.failure !== '' ? detail.row.failure : `Fail ${text}`.trim();
    case 'output':
      return 'Output';
  }
}
