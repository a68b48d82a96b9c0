import type { FirstRequests } from '../../core/data/first-requests.ts';
import { FIRST_PAGE } from '../../core/data/windowed-rows-options.ts';
import { fetchSessions } from './fetch-sessions.ts';

/** Requests the session in the URL, and the list. */
export const firstRequests: FirstRequests = ({ api }, { segments: [id], get }) => {
  const list = fetchSessions(api, { runbook: get('runbook'), q: get('q') }, FIRST_PAGE);
  return id === undefined ? [list] : [api.sessions.get({ params: { id } }), list];
};
