import type { FirstRequests } from '../../core/data/first-requests.ts';
import { isRequest } from './is-request.ts';

/** Requests the prompt, or the request for approval, in the URL. */
export const firstRequests: FirstRequests = ({ api }, { segments: [id] }) => {
  if (id === undefined || id === 'rules') return [];
  return [isRequest(id) ? api.requests.get({ params: { id } }) : api.prompts.get({ params: { id } })];
};
