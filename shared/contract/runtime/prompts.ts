import { z } from 'zod';
import { runtimeCall } from '../../http/endpoint.ts';
import type { PromptContent } from '../../model/behavior.ts';
import { refuseBreaches } from '../../model/formula-checks.ts';
import { Parameters } from '../../model/parameter.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/json.ts';
import { listOf } from '../../values/json-path.ts';
import { ParsedJson } from '../../values/json-schema.ts';
import { Text } from '../../values/texts.ts';
import { NamedReviewers, NO_REVIEWERS } from './reviewers.ts';

/** Moves `options` of a parameter to its constraints, as in authored parameters. A null field counts as absent, but not in values. */
function asAuthored(parameter: Json): Json {
  if (!isJsonObject(parameter)) return parameter;
  const { options, params, constraints = {}, ...rest } = withoutNulls(parameter);
  const more: JsonObject = options === undefined ? {} : { options };
  return {
    ...rest,
    ...(params === undefined ? {} : { params: Array.isArray(params) ? params.map(asAuthored) : params }),
    constraints: isJsonObject(constraints) ? { ...more, ...withoutNulls(constraints) } : constraints,
  };
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, field]) => field !== null));
}

/** Parameters as sent by SDKs: `null` counts as absent. */
const SentParameters = z.preprocess(
  (sent) => (Array.isArray(sent) ? listOf(sent).map(asAuthored) : sent),
  Parameters.superRefine(refuseBreaches),
);

/** Body of a new prompt. */
const NewPrompt = z
  .strictObject({
    schema: z.strictObject({ parameters: SentParameters.nullish() }).nullish(),
    reviewers: NamedReviewers.nullish(),
    confirmText: Text.nullish(),
    cancelText: Text.nullish(),
    description: Text.nullish(),
    notify: ParsedJson.nullish().describe('Ignored: Hangar sends no notifications'),
  })
  .transform(({ schema, reviewers, confirmText, cancelText, description }): PromptContent => ({
    parameters: schema?.parameters ?? [],
    reviewers: reviewers ?? NO_REVIEWERS,
    confirmText: confirmText || 'Submit',
    cancelText: cancelText || 'Cancel',
    description: description ?? '',
  }));

/** Prompts that the code of a run creates. */
export const prompts = {
  create: runtimeCall.post('/v0/prompts/create', 'Create a prompt in the run', {
    body: NewPrompt,
    response: z.object({ id: z.string() }),
    errors: ['invalid_request', 'conflict'],
    decisions: ['prompt-reviewers', 'idempotency'],
  }),
};
