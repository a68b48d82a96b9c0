import { FilterField } from '../../core/filter/FilterField.tsx';
import { FilterLine } from '../../core/filter/FilterLine.tsx';
import { type PromptItem, useApi } from '../../core/hangar.ts';
import { useQuery } from '../../core/query.ts';
import { useQueryState } from '../../core/url.ts';

/** The filter of pending prompts, and those that match. */
export interface PromptFilter {
  readonly q: string;
  readonly items: readonly PromptItem[];
  /** False until the server has answered. */
  readonly isKnown: boolean;
}

/** Minimum time between two searches while prompts change, in milliseconds. */
const DELAY = 500;

/** Filters the pending prompts by `q` of the URL. The server searches, since it knows the values of their runs. */
export function usePromptFilter(all: readonly PromptItem[]): PromptFilter {
  const q = useQueryState().get('q').trim();
  const api = useApi();
  const { data } = useQuery(
    `prompts ${q}`,
    async () => (q === '' ? undefined : new Set((await api.prompts.list({ query: { q } })).prompts.map(idOf))),
    ({ type }) => q !== '' && (type === 'prompt' || type === 'reset'),
    DELAY,
  );
  if (q === '') return { q, items: all, isKnown: true };
  return { q, items: all.filter((item) => data?.has(idOf(item)) === true), isKnown: data !== undefined };
}

function idOf({ prompt }: PromptItem): string {
  return prompt.id;
}

/** The field that filters prompts, and their number. */
export function PromptFilterBar({ filter, total }: { filter: PromptFilter; total: number }) {
  const { get, set } = useQueryState();
  const onChange = (q: string) => set({ q });
  return (
    <>
      <FilterField kind="prompt" label="Filter prompts" value={get('q')} onChange={onChange} />
      <FilterLine
        {...{ kind: 'prompt', value: get('q'), onChange, total, noun: 'prompt' }}
        shown={filter.isKnown ? filter.items.length : undefined}
        isFiltered={filter.q !== ''}
      />
    </>
  );
}
