import { z } from 'zod';
import { ruledBy } from '../../http/field-decisions.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ParsedObject } from '../../values/json-schema.ts';
import { Prompt } from '../../model/prompt.ts';
import { Required } from './fields.ts';

/** Prompt endpoints of `/v0`. */
export const prompts = {
  get: endpoint({
    method: 'GET',
    path: '/v0/prompts/get',
    summary: 'Read a prompt',
    access: 'key',
    query: z.object({ id: Required }),
    response: z.object({ prompt: Prompt }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['prompt-states', 'empty-value'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/v0/prompts/list',
    summary: 'List the prompts of a run, oldest first',
    access: 'key',
    query: z.object({ runID: Required }),
    response: z.object({ prompts: z.array(Prompt) }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['list-order'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/v0/prompts/cancel',
    summary: 'Cancel a prompt',
    access: 'key',
    body: z.strictObject({ id: Required }),
    response: z.object({ id: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['prompt-cancel', 'prompt-states', 'prompt-reviewers', 'idempotency'],
  }),
  submit: endpoint({
    method: 'POST',
    path: '/v0/prompts/submit',
    summary: 'Submit a prompt with values',
    access: 'key',
    body: z.strictObject({
      id: Required,
      values: ruledBy(
        'param-types',
        ParsedObject.nullish().transform((values) => values ?? {}),
      ),
    }),
    response: z.object({ id: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['prompt-states', 'prompt-reviewers', 'param-rules', 'param-coercion', 'unknown-params', 'idempotency'],
  }),
};
