import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';
import { Json, JsonObject } from '../../values/json-schema.ts';
import { COUNTS } from '../../values/limits.ts';
import { Key, readOne } from './one-item.ts';

/** The named result of a step. */
export const StepResult = z.object({
  step: z.int().describe('Index of the step'),
  name: z.string().describe('Its name under `as`'),
  value: Json.describe('null without a result'),
});
export type StepResult = z.output<typeof StepResult>;

/** The step from which a run's task is run again. */
export const RunFromStep = z.strictObject({
  step: z.int().min(0).max(COUNTS.steps).describe('Index of the step to begin from, as in `steps` of the run'),
  results: JsonObject.default({}).describe('Results of earlier steps by name; those of the run by default'),
});
export type RunFromStep = z.output<typeof RunFromStep>;

/** The endpoint that runs the task of a run again from one of its steps. */
export const runFromStep = {
  results: readOne(
    '/_emulator/runs/{id}/results',
    'Read the results of the steps of a run',
    z.object({ results: z.array(StepResult) }),
  ),
  executeFrom: emulator.post(
    '/_emulator/runs/{id}/execute',
    'Run the task of a run again from a step, with the results of earlier steps',
    {
      params: Key,
      body: RunFromStep,
      response: z.object({ runID: z.string() }),
      errors: ['invalid_request', 'not_found'],
    },
  ),
};
