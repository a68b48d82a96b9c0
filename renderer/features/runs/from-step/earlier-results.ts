import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import type { StepResult } from '../../../../shared/contract/emulator/run-from-step.ts';
import { isJsonObject, jsonOfText, type JsonObject } from '../../../../shared/values/json.ts';
import type { Lane } from '../timeline/lane.ts';

/** Index of the step of a run that a lane shows, by itself or by the child that the step executed; -1 for other lanes. */
export function stepOfLane({ row, steps }: RunDetail, lane: Lane | undefined): number {
  if (lane === undefined) return -1;
  return steps.findIndex(({ runID }, index) => lane.key === `step ${row.id} ${index}` || lane.key === `run ${runID}`);
}

/** The step to begin from at first: the one that failed or was cancelled, otherwise the first. */
export function stepToRepeat({ steps }: RunDetail): number {
  return Math.max(
    0,
    steps.findIndex(({ state }) => state === 'failed' || state === 'cancelled'),
  );
}

/** Results of the steps before a step, by name. */
export function earlierResults(results: readonly StepResult[], step: number): JsonObject {
  return Object.fromEntries(results.filter((each) => each.step < step).map(({ name, value }) => [name, value]));
}

/** Reads edited results; undefined for a text that is no JSON object. */
export function readResults(text: string): JsonObject | undefined {
  const value = jsonOfText(text);
  return isJsonObject(value) ? value : undefined;
}
