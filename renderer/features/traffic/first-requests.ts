import type { FirstRequests } from '../../core/data/first-requests.ts';

/** Requests the findings, and the entry in the URL with the log, or the coverage. */
export const firstRequests: FirstRequests = ({ api, collections }, { segments: [id] }) => {
  collections.traffic.startLoadingAll();
  const findings = api.findings.list();
  if (id === undefined || id === 'findings') return [findings];
  return [findings, id === 'coverage' ? api.coverage.read() : api.traffic.get({ params: { id } })];
};
