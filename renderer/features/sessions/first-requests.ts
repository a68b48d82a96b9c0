import type { FirstRequests } from '../../core/first-requests.ts';
import { FIRST_PAGE } from '../../core/windowed-rows-options.ts';
import { askSessions } from './ask-sessions.ts';

/** The session that the address names, and the list. */
export const firstRequests: FirstRequests = ({ api }, { segments: [id], get }) => {
  const list = askSessions(api, get('runbook'), FIRST_PAGE);
  return id === undefined ? [list] : [api.sessions.get({ params: { id } }), list];
};
