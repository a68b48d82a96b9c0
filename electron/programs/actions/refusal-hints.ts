import { nearestOf } from '../../../shared/expression/suggestion.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import type { Hangar } from '../client/hangar.ts';

/** A task or runbook to execute from the command line. */
interface Executed {
  /** Name of the command. */
  readonly command: 'run' | 'runbook';
  /** Slug or ID, as it was given. */
  readonly id: string;
}

/** Does what executes a task or runbook. A refusal also says what may have been meant, as a command. */
export async function withHints<Result>(
  server: Hangar,
  { command, id }: Executed,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const hint = error.code === 'not_found' ? await nearest(server, command, id) : missing(id, error.message);
    throw hint === '' ? error : new ApiError(error.code, `${error.message} Try: hangar ${command} ${hint}`);
  }
}

/** The arguments with a value for each missing parameter; '' when none is missing. */
function missing(id: string, message: string): string {
  const names = [...message.matchAll(/(?:^|; )([\w-]+): is required/g)].map(([, name]) => `${name}=VALUE`);
  return names.length === 0 ? '' : [id, ...names].join(' ');
}

/** The slug that is the most similar to a wrong one; '' for none. */
async function nearest({ api }: Hangar, command: Executed['command'], wrong: string): Promise<string> {
  const { items } = await (command === 'run' ? api.definitions.tasks : api.definitions.runbooks).list();
  return (
    nearestOf(
      wrong,
      items.map(({ slug }) => slug),
    ) ?? ''
  );
}
