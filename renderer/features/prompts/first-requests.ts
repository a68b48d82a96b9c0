import type { FirstRequests } from '../../core/first-requests.ts';

/** Requests the prompt in the URL. */
export const firstRequests: FirstRequests = ({ api }, { segments: [id] }) => {
  return id === undefined || id === 'rules' ? [] : [api.prompts.get({ params: { id } })];
};
