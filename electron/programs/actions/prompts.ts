import { isPending } from '../../../shared/model/status.ts';
import type { PromptRow } from '../../../shared/contract/emulator/rows.ts';
import { slugOrName } from '../../../shared/model/titles.ts';
import { definedFields } from '../../../shared/values/objects.ts';
import { JsonObject } from '../../../shared/values/json-schema.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';
import { field, operand, toggle, UsageError, word } from '../flags/field.ts';
import { runOutcome } from './outcome.ts';
import { action, sharedAction } from './action.ts';
import { kindOf } from './get.ts';
import { FILTER } from './lists.ts';
import { parameterValues } from './parameter-values.ts';
import { VALUES } from './work.ts';

/** Maximum time to wait for the run after an agent's answer, in seconds. */
const WAIT = 10;

/** Actions on prompts. */
export const PROMPTS = {
  prompts: action({
    summary: 'List the pending prompts, oldest first',
    example: 'hangar prompts task:refund',
    fields: { q: FILTER },
    ask: ({ api }, query) => api.prompts.list({ query: definedFields(query) }),
    tell: ({ prompts }) => ({
      head: ['prompt', 'run', 'task', 'env', 'asks for', 'description'],
      rows: prompts.map((row) => [
        ...[row.prompt.id, row.prompt.runID, slugOrName(row), row.environment],
        ...[askedFor(row.prompt), row.prompt.description],
      ]),
      none: 'No prompt waits for an answer.',
    }),
  }),
  answer: sharedAction({
    summary: 'Submit a prompt, by its ID or that of its run',
    example: 'hangar answer pmt20261120z4k2m9x0q7a reason=late --as ada@example.com',
    fields: {
      prompt: operand('PROMPT', 'ID of the prompt, or of its run'),
      texts: VALUES,
      values: field(JsonObject.optional(), {
        help: 'Values by slug; those left out keep their defaults',
        only: 'tool',
      }),
      cancel: toggle('Cancel the prompt instead'),
      as: word('EMAIL', 'User that answers, by e-mail or ID', { defaultText: 'the local user' }),
    },
    ask: async (hangar, { prompt: id, texts, values: given, cancel, as }) => {
      const prompt = await promptOf(hangar, id);
      const params = { id: prompt.id };
      const user = definedFields({ as });
      const done = { promptID: prompt.id, runID: prompt.runID };
      if (cancel) {
        if (texts.length > 0 || given !== undefined) throw new UsageError('give either values or cancel, not both');
        await hangar.api.prompts.cancel({ params, body: user });
        return done;
      }
      const values = given ?? (await parameterValues(hangar, texts, prompt.schema.parameters));
      await hangar.api.prompts.submit({ params, body: { values: { ...prompt.values, ...values }, ...user } });
      return done;
    },
    tell: ({ promptID, runID }, { cancel }) => `${cancel ? 'Cancelled' : 'Answered'} ${promptID} of ${runID}.`,
    report: ({ runID }, _, hangar) => runOutcome(hangar, runID, WAIT),
  }),
} as const;

/** The prompt with an ID, or the only pending one of a run. */
async function promptOf({ api }: Hangar, id: string): Promise<PromptRow['prompt']> {
  if (kindOf(id) !== 'run') return (await api.prompts.get({ params: { id } })).prompt;
  const { prompts } = await api.runs.get({ params: { id } });
  const [only, ...more] = prompts.map(({ prompt }) => prompt).filter(isPending);
  if (only === undefined) throw new StartError('failed', `${id} waits for no answer`);
  if (more.length === 0) return only;
  throw new StartError('failed', `${id} waits for several: ${[only, ...more].map((one) => one.id).join(', ')}`);
}

/** The parameters of a prompt, optional ones in brackets. */
function askedFor({ schema }: PromptRow['prompt']): string {
  return schema.parameters.map(({ slug, constraints }) => (constraints.optional ? `[${slug}]` : slug)).join(' ');
}
