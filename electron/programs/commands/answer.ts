import type { PromptRow } from '../../../shared/contract/emulator/rows.ts';
import { isPending } from '../../../shared/model/prompt-state.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';
import { UsageError } from '../flags/flag.ts';
import type { Handler } from './command.ts';
import type { ANSWER_FLAGS } from './flags.ts';
import { kindOf } from './id-kind.ts';
import { readParameterValues, readStandardInput } from './parameter-values.ts';

/** Submits or cancels a prompt. */
export const answer: Handler<typeof ANSWER_FLAGS> = async ({ operands: [id = '', ...texts], flags, out, hangar }) => {
  const server = await hangar();
  const { prompt } = await promptOf(server, id);
  const as = flags.as === undefined ? {} : { as: flags.as };
  const params = { id: prompt.id };
  if (flags.cancel) {
    if (texts.length > 0) throw new UsageError('give either values or --cancel, not both');
    await server.api.prompts.cancel({ params, body: as });
    out.show({ promptID: prompt.id, runID: prompt.runID }, `Cancelled ${prompt.id} of ${prompt.runID}.`);
    return undefined;
  }
  const sources = { readInput: readStandardInput, upload: server.upload };
  const values = await readParameterValues(texts, prompt.schema.parameters, sources);
  await server.api.prompts.submit({ params, body: { values: { ...prompt.values, ...values }, ...as } });
  out.show({ promptID: prompt.id, runID: prompt.runID }, `Answered ${prompt.id} of ${prompt.runID}.`);
};

/** The prompt with an ID, or the only pending one of a run. */
async function promptOf({ api }: Hangar, id: string): Promise<PromptRow> {
  if (kindOf(id) !== 'run') return api.prompts.get({ params: { id } });
  const { prompts } = await api.runs.get({ params: { id } });
  const pending = prompts.filter(({ prompt }) => isPending(prompt));
  const [only] = pending;
  if (only !== undefined && pending.length === 1) return only;
  const ids = pending.map(({ prompt }) => prompt.id).join(', ');
  throw new StartError(
    'failed',
    pending.length === 0 ? `${id} waits for no answer` : `${id} waits for several: ${ids}`,
  );
}
