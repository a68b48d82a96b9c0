import type { Api } from '../../core/api.ts';

/** How many lines are asked for at first, so that something is read while the rest comes. */
const FIRST_PAGE = 300;
const PAGE = 10_000;

/** Asks for the lines of a run's log that follow the first `known` ones. */
export function askLines(api: Api, id: string, known: number) {
  const limit = known === 0 ? FIRST_PAGE : PAGE;
  return api.runs.logs({ params: { id }, query: { offset: String(known), limit: String(limit) } });
}
