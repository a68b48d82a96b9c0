import { z } from 'zod';
import { ParameterView } from '../../model/answers.ts';
import { Reviewers } from '../../model/behavior.ts';
import { TriggerRequest } from '../../model/prompt.ts';
import { JsonObject } from '../../values/json-schema.ts';
import { MAX_CHARACTERS } from '../../values/limits.ts';
import { emulator } from '../../http/endpoint.ts';
import { PromptAnswer } from './rows.ts';
import { PENDING_LIST } from './state.ts';
import { Key, readOne } from './one-item.ts';
import { Held, releaseOne } from './release.ts';

/** A request for approval in the inbox. */
export const RequestRow = z.object({
  request: TriggerRequest.describe('As in /v0/requests/get'),
  runID: z.string().describe('The requesting run'),
  taskID: z.string(),
  taskSlug: z.string(),
  name: z.string().describe('Name of the task when it was requested'),
  environment: z.string().describe('Slug'),
  reviewers: z.object(Reviewers.shape),
  parameters: z.array(ParameterView).describe('Of the current task; empty when it was deleted'),
  paramValues: JsonObject,
  answerReason: z.string().describe('Reason given with the approval or the rejection'),
  answer: PromptAnswer.nullable().describe('The automatic answer to it; null when no rule answers it'),
  held: Held,
});
export type RequestRow = z.output<typeof RequestRow>;

/** Body of an approval or a rejection; `null` counts as absent. */
const Answer = z.strictObject({
  reason: z
    .string()
    .max(MAX_CHARACTERS.reason)
    .nullish()
    .transform((text) => text ?? ''),
  as: z
    .string()
    .nullish()
    .transform((text) => text ?? undefined)
    .describe('User by ID or e-mail address; the local user when absent'),
});

const errors = ['invalid_request', 'forbidden', 'not_found', 'conflict'] as const;
const response = z.object({ request: TriggerRequest });

/** Requests for approval as the window shows and answers them (docs/task-runtime.md, "Request an execution"). */
export const requests = {
  list: emulator.get('/_emulator/requests', 'List pending requests for approval, oldest first, with a filter', {
    ...PENDING_LIST,
    response: z.object({ requests: z.array(RequestRow) }),
  }),
  get: readOne('/_emulator/requests/{id}', 'Read a request for approval', RequestRow),
  approve: emulator.post(
    '/_emulator/requests/{id}/approve',
    'Approve a request as a user, which executes its task once',
    { params: Key, body: Answer, response, errors, decisions: ['prompt-reviewers', 'prompt-states'] },
  ),
  reject: emulator.post('/_emulator/requests/{id}/reject', 'Reject a request as a user', {
    params: Key,
    body: Answer,
    response,
    errors,
    decisions: ['prompt-reviewers', 'prompt-states'],
  }),
  release: releaseOne('/_emulator/requests/{id}/release', 'a request for approval'),
};
