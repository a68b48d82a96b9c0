import { FilterField } from '../../core/filter/FilterField.tsx';
import { FilterLine } from '../../core/filter/FilterLine.tsx';
import type { Api } from '../../core/data/api.ts';
import { type PromptItem, type RequestItem, useApi } from '../../core/data/hangar.ts';
import { useLiveQuery } from '../../core/data/query.ts';
import { useQueryState } from '../../core/page/url.ts';

/** The filter of the inbox, and the matching prompts and requests. */
export interface PromptFilter {
  readonly q: string;
  readonly items: readonly PromptItem[];
  readonly requests: readonly RequestItem[];
  /** False until the server has answered. */
  readonly isKnown: boolean;
}

/** Minimum time between two searches while prompts change, in milliseconds. */
const DELAY = 500;

/** Pending prompts and requests of the inbox. */
export type Waiting = Pick<PromptFilter, 'items' | 'requests'>;

/** Filters the inbox by `q` of the URL. The server searches, since it has the values of the runs. */
export function usePromptFilter(all: Waiting): PromptFilter {
  const q = useQueryState().get('q').trim();
  const api = useApi();
  const { data } = useLiveQuery(
    `prompts ${q}`,
    async () => (q === '' ? undefined : matchingIds(api, q)),
    ({ type }) => q !== '' && (type === 'prompt' || type === 'request' || type === 'reset'),
    DELAY,
  );
  if (q === '') return { q, ...all, isKnown: true };
  const items = all.items.filter(({ prompt }) => data?.has(prompt.id) === true);
  const requests = all.requests.filter(({ request }) => data?.has(request.iD) === true);
  return { q, items, requests, isKnown: data !== undefined };
}

async function matchingIds(api: Api, q: string): Promise<ReadonlySet<string>> {
  const query = { q };
  const [{ prompts }, { requests }] = await Promise.all([api.prompts.list({ query }), api.requests.list({ query })]);
  return new Set([...prompts.map(({ prompt }) => prompt.id), ...requests.map(({ request }) => request.iD)]);
}

/** The nouns for the items of the inbox. */
export function nounsOf({ requests }: Waiting): { readonly noun: string; readonly plural: string } {
  return requests.length === 0
    ? { noun: 'prompt', plural: 'prompts' }
    : { noun: 'prompt or request', plural: 'prompts and requests' };
}

/** The field that filters the inbox, and the number of items. */
export function PromptFilterBar({ filter, all }: { filter: PromptFilter; all: Waiting }) {
  const { get, set } = useQueryState();
  const onChange = (q: string) => set({ q });
  return (
    <>
      <FilterField kind="prompt" label="Filter prompts" value={get('q')} onChange={onChange} />
      <FilterLine
        {...{ kind: 'prompt', value: get('q'), onChange, ...nounsOf(all) }}
        total={all.items.length + all.requests.length}
        shown={filter.isKnown ? filter.items.length + filter.requests.length : undefined}
        isFiltered={filter.q !== ''}
      />
    </>
  );
}
