import type { FirstRequests } from '../../core/first-requests.ts';

/** The request that the address names, and the log. */
export const firstRequests: FirstRequests = ({ api, collections }, { segments: [id] }) => {
  collections.traffic.startLoadingAll();
  return id === undefined ? [] : [api.traffic.get({ params: { id } })];
};
