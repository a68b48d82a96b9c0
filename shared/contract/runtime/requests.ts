import { z } from 'zod';
import { runtimeCall } from '../../http/endpoint.ts';
import { ParameterView } from '../../model/answers.ts';
import type { Reviewers } from '../../model/behavior.ts';
import { RequestReviewers, TriggerRequest } from '../../model/trigger-request.ts';
import { ParsedObject } from '../../values/json-schema.ts';
import { list } from '../../values/limited.ts';
import { COUNTS, MAX_CHARACTERS } from '../../values/limits.ts';
import { Name } from '../../values/texts.ts';
import { Required } from '../v0/fields.ts';
import { NamedReviewers, NO_REVIEWERS } from './reviewers.ts';

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
