import { UsageError } from '../flags/flag.ts';
import type { Handler } from './command.ts';
import { kindOf } from './id-kind.ts';

/** Cancels a run, a session or a prompt. */
export const cancel: Handler = async ({ operands: [id = ''], out, hangar }) => {
  const { api } = await hangar();
  const params = { id };
  const kind = kindOf(id);
  if (kind === 'run') await api.runs.cancel({ params });
  else if (kind === 'session') await api.sessions.cancel({ params });
  else if (kind === 'prompt') await api.prompts.cancel({ params, body: {} });
  else throw new UsageError(`"${id}" is not the ID of a run, a session or a prompt; hangar runs lists runs`);
  out.show({}, `Cancelled ${id}.`);
};
