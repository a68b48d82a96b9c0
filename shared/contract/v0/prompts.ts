import { z } from 'zod';
import { service } from '../../http/endpoint.ts';
import { Prompt } from '../../model/prompt.ts';
import { ParamValues, Required } from './fields.ts';

/** Prompt endpoints of `/v0`. */
export const prompts = {
  get: service.get('/v0/prompts/get', 'Read a prompt', {
    concerns: { item: 'prompt', field: 'id' },
    query: z.object({ id: Required }),
    response: z.object({ prompt: Prompt }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['prompt-states', 'empty-value'],
  }),
  list: service.get('/v0/prompts/list', 'List the prompts of a run, oldest first', {
    concerns: { item: 'run', field: 'runID' },
    query: z.object({ runID: Required }),
    response: z.object({ prompts: z.array(Prompt) }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['list-order'],
  }),
  cancel: service.post('/v0/prompts/cancel', 'Cancel a prompt', {
    concerns: { item: 'prompt', field: 'id' },
    body: z.strictObject({ id: Required }),
    response: z.object({ id: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['prompt-cancel', 'prompt-states', 'prompt-reviewers', 'idempotency'],
  }),
  submit: service.post('/v0/prompts/submit', 'Submit a prompt with values', {
    concerns: { item: 'prompt', field: 'id' },
    body: z.strictObject({ id: Required, values: ParamValues }),
    response: z.object({ id: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['prompt-states', 'prompt-reviewers', 'param-rules', 'param-coercion', 'unknown-params', 'idempotency'],
  }),
};
