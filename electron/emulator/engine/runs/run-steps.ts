import type { RunDetail, RunStep } from '../../../../shared/contract/emulator/rows.ts';
import type { Step } from '../../../../shared/model/behavior.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import { findTaskBlueprint, type EngineContext } from '../context/engine-context.ts';
import type { RunRecord } from '../context/records.ts';
import { endOf, isFinished } from './run-machine.ts';

/** Maximum length of a step's text, in characters. */
const TEXT = 200;

/** The kind of a run's behavior, and its steps with times. */
export function stepsOf(context: EngineContext, run: RunRecord): Pick<RunDetail, 'behavior' | 'steps'> {
  const behavior = findTaskBlueprint(context, run.blueprintID)?.behavior;
  if (behavior?.kind !== 'steps') return { behavior: behavior?.kind ?? '', steps: [] };
  return { behavior: 'steps', steps: [...timedSteps(context, run, behavior.steps)] };
}

/** Yields the steps. A step lasts until the next one begins; the last until the run ends. */
export function* timedSteps(context: EngineContext, run: RunRecord, steps: readonly Step[]): Generator<RunStep> {
  const starts = run.stepStarts;
  const order = startOrder(starts);
  const at = (position: number): number => (run.activeAt ?? run.createdAt) + (starts[2 * position + 1] ?? 0);
  const last = starts.length / 2 - 1;
  const end = endOf(run);
  // Prompt and execute steps created them in this order.
  const made = { prompt: context.state.promptsOf(run.id).map(({ id }) => id), execute: run.childRunIDs };
  const counts = { prompt: 0, execute: 0 };
  for (const [index, step] of steps.entries()) {
    const position = order.get(index);
    const isLast = position === last;
    const until = isLast ? end : at((position ?? 0) + 1);
    const madeID =
      position !== undefined && (step.do === 'prompt' || step.do === 'execute') ? made[step.do][counts[step.do]++] : '';
    yield {
      do: step.do,
      text: textOf(step).slice(0, TEXT),
      state: position === undefined ? unbegunState(run, index, starts.at(-2) ?? -1) : isLast ? lastState(run) : 'done',
      from: position === undefined ? null : formatTimestamp(at(position)),
      to: position === undefined || until === null ? null : formatTimestamp(until),
      promptID: step.do === 'prompt' ? (madeID ?? '') : '',
      runID: step.do === 'execute' ? (madeID ?? '') : '',
    };
  }
}

/** Position among the begun steps, by index of the step. */
function startOrder(starts: readonly number[]): ReadonlyMap<number, number> {
  const order = new Map<number, number>();
  for (let at = 0; at < starts.length; at += 2) order.set(starts[at] ?? -1, at / 2);
  return order;
}

/** State of a step that did not begin: the run began after it, it was skipped, or it was not reached. */
function unbegunState(run: RunRecord, index: number, lastIndex: number): RunStep['state'] {
  if (index < lastIndex || index < (run.startsFrom?.step ?? 0) || run.status === 'Succeeded') return 'skipped';
  return isFinished(run) ? 'unreached' : 'pending';
}

/** State of the last step that began. */
function lastState({ status }: RunRecord): RunStep['state'] {
  if (status === 'Failed') return 'failed';
  if (status === 'Cancelled') return 'cancelled';
  return status === 'Succeeded' ? 'done' : 'active';
}

/** The authored subject of a step. */
function textOf(step: Step): string {
  switch (step.do) {
    case 'log':
      return step.text;
    case 'wait':
      return String(step.seconds);
    case 'prompt':
      return step.description;
    case 'execute':
      return step.task;
    case 'fail':
      return step.message;
    case 'output':
      return '';
  }
}
