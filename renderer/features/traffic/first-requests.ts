import type { FirstRequests } from '../../core/first-requests.ts';

/** Requests the entry in the URL, and the log. */
export const firstRequests: FirstRequests = ({ api, collections }, { segments: [id] }) => {
  collections.traffic.startLoadingAll();
  return id === undefined ? [] : [api.traffic.get({ params: { id } })];
};
