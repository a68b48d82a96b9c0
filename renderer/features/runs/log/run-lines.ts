import type { Api } from '../../../core/data/api.ts';

/** Lines in the first page; small, so that the log is readable while the rest loads. */
const FIRST_PAGE = 300;
const PAGE = 10_000;

/** Requests the page of a run's log that starts at `offset`. */
export function fetchLogPage(api: Api, id: string, offset: number) {
  const limit = offset === 0 ? FIRST_PAGE : PAGE;
  return api.runs.logs({ params: { id }, query: { offset: String(offset), limit: String(limit) } });
}
