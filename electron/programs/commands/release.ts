import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';
import { ID_PREFIXES } from '../../../shared/registry/ids.ts';
import type { Hangar } from '../client/hangar.ts';
import { UsageError } from '../flags/flag.ts';
import type { Handler } from './command.ts';
import { kindOf } from './id-kind.ts';

/** Releases everything that is held, or one item and all that belongs to it. */
export const release: Handler = async ({ operands: [id], out, hangar }) => {
  const { api } = await hangar();
  const released = await (id === undefined ? api.held.release() : releaseOne(api, id));
  const text = heldText(released);
  out.show(released, text === '' ? 'Nothing was held.' : `Released ${text}.`);
};

async function releaseOne(api: Hangar['api'], id: string): Promise<HeldCounts> {
  const params = { id };
  const kind = kindOf(id);
  if (kind === 'run') return api.runs.release({ params });
  if (kind === 'session') return api.sessions.release({ params });
  if (id.startsWith(ID_PREFIXES.request)) return api.requests.release({ params });
  if (kind !== 'prompt')
    throw new UsageError(
      `"${id}" is not the ID of a run, a session, a prompt or a request for approval; hangar runs is:held lists held runs`,
    );
  // A prompt is held with its run.
  const { prompt } = await api.prompts.get({ params });
  return api.runs.release({ params: { id: prompt.runID } });
}

/** The held or released items: `2 runs, 1 request for approval`; "" for none. Prompts go on with their runs. */
export function heldText({ runs, sessions, requests }: HeldCounts): string {
  const counts = [
    [runs, 'run', 'runs'],
    [sessions, 'session', 'sessions'],
    [requests, 'request for approval', 'requests for approval'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => `${count} ${count === 1 ? one : several}`)
    .join(', ');
}
