import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';
import type { Api } from './api.ts';

/** Lists that the server counts. */
export type CountedKind = 'run' | 'session';

type Total = Pick<Awaited<ReturnType<Api['runs']['list']>>, 'total'>;

/** The number of rows of a list that match a filter. */
export const COUNT: Readonly<Record<CountedKind, (api: Api, filter: { readonly q?: string }) => Promise<Total>>> = {
  run: (api, filter) => api.runs.list({ query: { ...filter, limit: '0' } }),
  session: (api, filter) => api.sessions.list({ query: { ...filter, limit: '0' } }),
};

/** Interval between counts while a list changes, in milliseconds. */
export const COUNT_DELAY = 2000;

/** Number of held runs, sessions and requests. */
export function heldNumber({ runs, sessions, requests }: HeldCounts): number {
  return runs + sessions + requests;
}
