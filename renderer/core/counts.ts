import type { HeldCounts } from '../../shared/contract/emulator/release.ts';
import type { Api } from './api.ts';
import { useApi } from './hangar.ts';
import { useQuery } from './query.ts';

/** Lists that the server counts. */
export type CountedKind = 'run' | 'session';

type Total = Pick<Awaited<ReturnType<Api['runs']['list']>>, 'total'> & { readonly isTotalExact?: boolean };

/** The number of rows of a list that match a filter. */
export const COUNT: Readonly<Record<CountedKind, (api: Api, filter: { readonly q?: string }) => Promise<Total>>> = {
  run: (api, filter) => api.runs.list({ query: { ...filter, limit: '0' } }),
  session: (api, filter) => api.sessions.list({ query: { ...filter, limit: '0' } }),
};

/** Interval between counts while a list changes, in milliseconds. */
export const COUNT_DELAY = 2000;

/** The number of all rows of a list; undefined while it is unknown or not needed. */
export function useTotal(kind: CountedKind, isNeeded: boolean): number | undefined {
  const api = useApi();
  const { data } = useQuery(
    `number of ${kind}s ${String(isNeeded)}`,
    async () => (isNeeded ? (await COUNT[kind](api, {})).total : undefined),
    ({ type }) => isNeeded && (type === kind || type === 'reset'),
    COUNT_DELAY,
  );
  return data;
}

/** Number of held runs, sessions and requests. */
export function heldNumber({ runs, sessions, requests }: HeldCounts): number {
  return runs + sessions + requests;
}
