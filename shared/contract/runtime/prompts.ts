import { z } from 'zod';
import { runtimeCall } from '../../http/endpoint.ts';
import type { PromptContent, Reviewers } from '../../model/behavior.ts';
import { refuseBreaches } from '../../model/formula-checks.ts';
import { Parameters } from '../../model/parameter.ts';
import { isJsonObject, type Json, type JsonObject, listOf } from '../../values/json.ts';
import { ParsedJson, ParsedObject, Text, Name } from '../../values/json-schema.ts';
import { list } from '../../values/limited.ts';
import { COUNTS, MAX_CHARACTERS } from '../../values/limits.ts';
import { ParameterView } from '../../model/answers.ts';
import { RequestReviewers, TriggerRequest } from '../../model/prompt.ts';
import { Required } from '../v0/fields.ts';

/** Reviewers as in prompts; `null` counts as absent. */
const NamedReviewers = z
  .strictObject({
    allowSelfApprovals: z.boolean().nullish(),
    users: list(Name, COUNTS.names).nullish(),
    groups: list(Name, COUNTS.names).nullish(),
  })
  .transform(({ allowSelfApprovals, users, groups }): Reviewers => ({
    allowSelfApprovals: allowSelfApprovals ?? true,
    users: users ?? [],
    groups: groups ?? [],
  }));

/** Reviewers that admit every user with access to the run or the task. */
const NO_REVIEWERS: Reviewers = { allowSelfApprovals: true, users: [], groups: [] };

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

const NameOrNull = Name.nullish().transform((name) => name || undefined);

/** Reviewers in the answer of `tasks/getTaskReviewers`. */
const ListedReviewers = list(z.strictObject({ userID: NameOrNull, groupID: NameOrNull }), COUNTS.names).transform(
  (reviewers): Reviewers => ({
    allowSelfApprovals: true,
    users: reviewers.flatMap(({ userID }) => userID ?? []),
    groups: reviewers.flatMap(({ groupID }) => groupID ?? []),
  }),
);

/** Body of a new request. */
const NewRequest = z
  .strictObject({
    triggerID: Required.describe('ID of a trigger of `tasks/getTaskReviewers`'),
    reason: z.string().max(MAX_CHARACTERS.reason).nullish(),
    reviewers: z
      .union([ListedReviewers, NamedReviewers])
      .nullish()
      .describe('As in `tasks/getTaskReviewers` or in prompts; default: every user with access to the task'),
    requestData: z
      .strictObject({ taskData: z.strictObject({ paramValues: ParsedObject.nullish() }).nullish() })
      .nullish(),
  })
  .transform(({ triggerID, reason, reviewers, requestData }) => ({
    triggerID,
    reason: reason ?? '',
    reviewers: reviewers ?? NO_REVIEWERS,
    paramValues: requestData?.taskData?.paramValues ?? {},
  }));

/** Tasks as shown to those who request their execution. */
export const tasks = {
  getTaskReviewers: runtimeCall.get('/v0/tasks/getTaskReviewers', 'Read a task with its form and its reviewers', {
    query: z.object({ taskSlug: Required }),
    response: z.object({
      task: z.object({
        ...{ id: z.string(), name: z.string(), slug: z.string(), description: z.string() },
        parameters: z.array(ParameterView),
        timeout: z.int(),
        triggers: z.array(
          z.object({ triggerID: z.string(), kind: z.literal('form'), taskID: z.string(), name: z.string() }),
        ),
      }),
      reviewers: RequestReviewers,
    }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
  }),
};

/** Requests to execute tasks that need an approval. */
export const requests = {
  create: runtimeCall.post('/v0/requests/create', 'Request the execution of a task', {
    body: NewRequest,
    response: z.object({ triggerRequestID: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found', 'conflict'],
    decisions: ['prompt-reviewers', 'param-types', 'param-coercion', 'param-rules', 'idempotency'],
  }),
  get: runtimeCall.get('/v0/requests/get', 'Read a request of the run', {
    query: z.object({ triggerRequestID: Required }),
    response: TriggerRequest,
    errors: ['invalid_request', 'not_found'],
  }),
};
