import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import { useApi } from '../hangar.ts';
import type { Api } from '../api.ts';
import { useQuery } from '../query.ts';
import { useSavedFiltersOf } from './saved-filter-list.ts';

/** A filter above a list, chosen by a click. */
export interface QuickFilter {
  readonly name: string;
  readonly text: string;
}

const BY_STATUS: readonly QuickFilter[] = [
  { name: 'Failed', text: 'status:failed' },
  { name: 'Waiting', text: 'is:waiting' },
];

/** The filters above each kind of list. */
const QUICK_FILTERS: Readonly<Record<FilterKind, readonly QuickFilter[]>> = {
  run: BY_STATUS,
  session: BY_STATUS,
  prompt: [],
  request: [
    { name: 'Errors', text: 'is:error' },
    { name: 'Replays', text: 'is:replay' },
  ],
};

/** Maximum number of saved filters above a list. All are in their menu. */
const SHOWN = 3;

/** The filters above a kind of list: those of the kind, then the latest saved ones. */
export function useQuickFilters(kind: FilterKind): readonly QuickFilter[] {
  return [...QUICK_FILTERS[kind], ...useSavedFiltersOf(kind).list.slice(0, SHOWN)];
}

/** The number of rows by the text of a filter, such as `9`, or `2000+` when more may match. */
export type FilterCounts = ReadonlyMap<string, string>;

/** Lists that the server counts. */
type CountedKind = 'run' | 'session';

type Counted = Pick<Awaited<ReturnType<Api['runs']['list']>>, 'total'> & { readonly isTotalExact?: boolean };

const COUNT: Readonly<Record<CountedKind, (api: Api, q: string) => Promise<Counted>>> = {
  run: (api, q) => api.runs.list({ query: { q, limit: '0' } }),
  session: (api, q) => api.sessions.list({ query: { q, limit: '0' } }),
};

/** Interval between counts while a list changes, in milliseconds. */
const COUNT_DELAY = 2000;

/** The counts of the filters above a list, kept up to date. */
export function useFilterCounts(kind: CountedKind): FilterCounts {
  const api = useApi();
  const texts = useQuickFilters(kind).map(({ text }) => text);
  const { data } = useQuery(
    `counts of ${kind} ${texts.join('\n')}`,
    async () => {
      const counts = new Map<string, string>();
      // One after another, so that they delay nothing else.
      for (const text of texts) {
        const { total, isTotalExact = true } = await COUNT[kind](api, text);
        counts.set(text, isTotalExact ? String(total) : `${total}+`);
      }
      return counts;
    },
    ({ type }) => type === kind || type === 'reset',
    COUNT_DELAY,
  );
  return data ?? NONE;
}

const NONE: FilterCounts = new Map();
