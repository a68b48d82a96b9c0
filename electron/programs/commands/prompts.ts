import type { PromptRow } from '../../../shared/contract/emulator/rows.ts';
import { slugOrName } from '../../../shared/model/run-title.ts';
import type { Handler } from './command.ts';

/** Lists the pending prompts, oldest first. */
export const prompts: Handler = async ({ operands, out, hangar }) => {
  const { api } = await hangar();
  const q = operands.join(' ');
  const list = await api.prompts.list({ query: q === '' ? {} : { q } });
  out.table(list, {
    head: ['prompt', 'run', 'task', 'env', 'asks for', 'description'],
    rows: list.prompts.map((row) => [
      row.prompt.id,
      row.prompt.runID,
      slugOrName(row),
      row.environment,
      askedFor(row.prompt),
      row.prompt.description,
    ]),
    none: 'No prompt waits for an answer.',
  });
};

/** The parameters of a prompt, optional ones in brackets. */
function askedFor({ schema }: PromptRow['prompt']): string {
  return schema.parameters.map(({ slug, constraints }) => (constraints.optional ? `[${slug}]` : slug)).join(' ');
}

/** A prompt as sentences. */
export function promptText(row: PromptRow): string {
  const { prompt, environment, answer } = row;
  const state =
    prompt.submittedAt !== null
      ? `submitted at ${prompt.submittedAt}`
      : prompt.cancelledAt !== null
        ? `cancelled at ${prompt.cancelledAt}`
        : 'waits for an answer';
  const fields = prompt.schema.parameters.map(
    ({ slug, type, multi, constraints }) =>
      `  ${slug}  ${type}${multi ? ', several' : ''}${constraints.optional ? ', optional' : ''}`,
  );
  return [
    `${prompt.id} of ${slugOrName(row)} in ${environment} (${prompt.runID}): ${state}`,
    ...(prompt.description === '' ? [] : [prompt.description]),
    ...(fields.length === 0 ? [] : ['It asks for:', ...fields]),
    ...(answer === null ? [] : [`The rule ${answer.rule} answers it at ${answer.dueAt}.`]),
    ...(typeof answer?.problem === 'string' ? [`The rule could not answer it: ${answer.problem}`] : []),
  ].join('\n');
}
