import type { TrafficItem } from '../../core/data/hangar.ts';

/** The run, session and prompt that a request created or refers to; none for one that named what does not exist. */
export function relatedEntities({ runID, sessionID, promptID, method, path, code }: TrafficItem) {
  const verb = method === 'POST' && /\/execute$|^\/v0\/webhooks\//.test(path) ? 'created' : 'for';
  const all = [
    { id: promptID, href: `/prompts/${promptID}` },
    { id: sessionID, href: `/sessions/${sessionID}` },
    { id: runID, href: `/runs/${runID}` },
  ];
  return all.filter(({ id }) => id !== '' && code !== 'not_found').map((entity) => ({ ...entity, verb }));
}
