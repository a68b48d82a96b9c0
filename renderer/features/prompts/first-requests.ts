import type { FirstRequests } from '../../core/first-requests.ts';

/** The prompt that the address names. */
export const firstRequests: FirstRequests = ({ api }, { segments: [id] }) => {
  return id === undefined ? [] : [api.prompts.get({ params: { id } })];
};
