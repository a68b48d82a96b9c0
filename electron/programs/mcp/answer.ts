import { z } from 'zod';
import { JsonObject } from '../../../shared/values/json-schema.ts';
import type { Hangar } from '../client/hangar.ts';
import { kindOf } from '../commands/id-kind.ts';
import { pendingOf, runOutcome } from './outcome.ts';
import { ADDS, callText, tool, ToolError } from './tool.ts';

/** Maximum time to wait for the run after an answer, in seconds. */
const WAIT = 10;

/** Submits or cancels a prompt. */
export const answer = tool({
  description: 'Submit or cancel a prompt, by its ID or that of the waiting run; then report how the run continues.',
  hints: ADDS,
  input: z.strictObject({
    prompt: z.string().max(1000).describe('ID of the prompt, or of its run'),
    values: JsonObject.optional().describe('Values by slug; those left out keep their defaults'),
    cancel: z.boolean().optional().describe('Cancel instead'),
    as: z.string().max(1000).optional().describe('E-mail address of the user who answers; default: the local user'),
  }),
  call: async (hangar, { prompt: id, values, cancel = false, as }) => {
    if (cancel && values !== undefined)
      throw new ToolError('give either values or cancel', callText('find', { what: 'prompts' }));
    const prompt = await promptOf(hangar, id);
    const params = { id: prompt.id };
    const user = as === undefined ? {} : { as };
    if (cancel) await hangar.api.prompts.cancel({ params, body: user });
    else await hangar.api.prompts.submit({ params, body: { values: { ...prompt.values, ...values }, ...user } });
    return runOutcome(hangar, prompt.runID, WAIT);
  },
});

async function promptOf({ api }: Hangar, id: string) {
  if (kindOf(id) !== 'run') return (await api.prompts.get({ params: { id } })).prompt;
  const [prompt] = pendingOf((await api.runs.get({ params: { id } })).prompts);
  if (prompt !== undefined) return prompt;
  throw new ToolError(`${id} waits for no answer`, callText('explain', { id }));
}
