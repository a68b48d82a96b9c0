import type { FirstRequests } from '../../core/first-requests.ts';

/** Requests the prompt in the URL. */
export const firstRequests: FirstRequests = ({ api }, { segments: [id] }) => {
  return id === undefined ? [] : [api.prompts.get({ params: { id } })];
};
