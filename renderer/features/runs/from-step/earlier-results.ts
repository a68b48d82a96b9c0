import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import type { StepResult } from '../../../../shared/contract/emulator/state.ts';
import { isJsonObject, jsonOfText, type JsonObject } from '../../../../shared/values/json.ts';
import type { Lane } from '../timeline/lane.ts';

/** Index of the step of a lane, or of the step that executed a lane's child run; -1 for other lanes. */
export function stepOfLane({ row, steps }: RunDetail, lane: Lane | undefined): number {
  if (lane === undefined) return -1;
  return steps.findIndex(({ runID }, index) => lane.key === `step ${row.id} ${index}` || lane.key === `run ${runID}`);
}

/** The initially chosen step: the failed or cancelled one, otherwise the first. */
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

/** Parses edited results; undefined unless the text is a JSON object. */
export function readResults(text: string): JsonObject | undefined {
  const value = jsonOfText(text);
  return isJsonObject(value) ? value : undefined;
}
