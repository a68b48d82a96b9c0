import { FilterField } from '../../core/filter/FilterField.tsx';
import { FilterLine } from '../../core/filter/FilterLine.tsx';
import type { Api } from '../../core/data/api.ts';
import { useApi, useLiveQuery } from '../../core/data/hangar.ts';
import { useQueryState } from '../../core/page/page.ts';
import { idOf, type InboxItem, isPrompt } from './inbox/inbox-items.ts';

/** The filter of the inbox, and what matches it. */
export interface PromptFilter {
  readonly q: string;
  readonly items: readonly InboxItem[];
  /** False until the server has answered. */
  readonly isKnown: boolean;
}

/** Minimum time between two searches while prompts change, in milliseconds. */
const DELAY = 500;

/** Filters the inbox by `q` of the URL. The server searches, since it has the values of the runs. */
export function usePromptFilter(all: readonly InboxItem[]): PromptFilter {
  const q = useQueryState().get('q').trim();
  const api = useApi();
  const { data } = useLiveQuery(
    `prompts ${q}`,
    async () => (q === '' ? undefined : matchingIds(api, q)),
    ({ type }) => q !== '' && (type === 'prompt' || type === 'request' || type === 'reset'),
    DELAY,
  );
  if (q === '') return { q, items: all, isKnown: true };
  return { q, items: all.filter((item) => data?.has(idOf(item)) === true), isKnown: data !== undefined };
}

async function matchingIds(api: Api, q: string): Promise<ReadonlySet<string>> {
  const query = { q };
  const [{ prompts }, { requests }] = await Promise.all([api.prompts.list({ query }), api.requests.list({ query })]);
  return new Set([...prompts, ...requests].map(idOf));
}

/** The nouns for the items of the inbox. */
export function nounsOf(items: readonly InboxItem[]): { readonly noun: string; readonly plural: string } {
  return items.every(isPrompt)
    ? { noun: 'prompt', plural: 'prompts' }
    : { noun: 'prompt or approval', plural: 'prompts and approvals' };
}

/** The field that filters the inbox, and the number of items. */
export function PromptFilterBar({ filter, all }: { filter: PromptFilter; all: readonly InboxItem[] }) {
  const { get, set } = useQueryState();
  const onChange = (q: string) => set({ q });
  return (
    <>
      <FilterField kind="prompt" label="Filter prompts" value={get('q')} onChange={onChange} />
      <FilterLine
        {...{ kind: 'prompt', value: get('q'), onChange, ...nounsOf(all) }}
        total={all.length}
        shown={filter.isKnown ? filter.items.length : undefined}
        isFiltered={filter.q !== ''}
      />
    </>
  );
}
