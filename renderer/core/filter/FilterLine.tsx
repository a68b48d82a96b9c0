import { type ReactNode, useEffect } from 'react';
import type { FilterKind } from '../../../shared/model/filter-terms.ts';
import { counted, numberText } from '../../ui/text/shown-text.tsx';
import { type CountedKind, useCounts } from '../data/counts.ts';
import { SavedFilters } from './SavedFilters.tsx';
import { useSavedFiltersOf } from './saved-filters.ts';
import classes from './filter.module.css';
import { filterProblem, readFilter } from '../../../shared/model/read-filter.ts';

/** The properties of the line below a filter field. */
export interface FilterLineProps {
  /** The kind of the list, which may have saved filters; absent where there are none. */
  readonly kind?: FilterKind;
  /** The filter in the field. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Number of matching rows; undefined while loading. */
  readonly shown: number | undefined;
  /** Number of all rows; undefined while unknown. */
  readonly total: number | undefined;
  readonly isFiltered: boolean;
  readonly noun: string;
  readonly plural?: string;
  /** The list whose filters to choose from are above it, with their counts. */
  readonly quick?: CountedKind;
  /** Appended to the number of rows. */
  readonly note?: string;
  /** Further filters. */
  readonly children?: ReactNode;
}

/** The line below a filter field: the number of rows, filters with their counts, further filters, and the saved ones. Marks the words of the filter. */
export function FilterLine({ kind, value, onChange, quick, note = '', children, ...count }: FilterLineProps) {
  useMarkedWords(kind, value);
  return (
    <div className={classes['line']}>
      <p role="status" aria-live={count.isFiltered ? 'polite' : 'off'}>
        {countText(count)}
        {note}
      </p>
      {quick !== undefined && <QuickFilters {...{ kind: quick, value, onChange }} />}
      {children}
      {kind !== undefined && <SavedFilters {...{ kind, value, onChange }} />}
    </div>
  );
}

type CountProps = Pick<FilterLineProps, 'shown' | 'total' | 'isFiltered' | 'noun' | 'plural'>;

/** The number of rows: `511 runs`, or `3 of 511` of a filtered list. */
export function countText({ shown, total, isFiltered, noun, plural }: CountProps): string {
  if (shown === undefined) return '';
  if (!isFiltered) return counted(shown, noun, plural);
  const found = numberText(shown);
  return total === undefined ? found : `${found} of ${numberText(Math.max(total, shown))}`;
}

type FilterText = Pick<FilterLineProps, 'value' | 'onChange'>;

/** Filters that a click puts into the field, or takes out again, with the number of their rows. */
function QuickFilters({ kind, ...text }: FilterText & { readonly kind: CountedKind }) {
  const filters = useQuickFilters(kind);
  const counts = useCounts(
    kind,
    filters.map((filter) => filter.text),
  );
  return filters.map((filter) => (
    <QuickFilter key={`${filter.name} ${filter.text}`} {...{ filter, ...text }} count={counts.get(filter.text)} />
  ));
}

interface QuickFilterProps extends FilterText {
  readonly filter: ChosenFilter;
  /** Number of its rows; undefined while unknown. */
  readonly count: number | undefined;
}

/** A filter that a click puts into the field, or takes out again, with the number of its rows. */
export function QuickFilter({ filter: { name, text }, count, value, onChange }: QuickFilterProps) {
  const isOn = value.trim() === text.trim();
  return (
    <button
      type="button"
      className={classes['quick']}
      title={text}
      aria-pressed={isOn}
      onClick={() => onChange(isOn ? '' : text)}
    >
      <span>{name}</span> <small>{count !== undefined && numberText(count)}</small>
    </button>
  );
}

/** A filter above a list, chosen by a click. */
interface ChosenFilter {
  readonly name: string;
  readonly text: string;
}

const BY_STATUS: readonly ChosenFilter[] = [
  { name: 'Failed', text: 'status:failed' },
  { name: 'Waiting', text: 'is:waiting' },
];

/** The filters above each kind of list. */
const QUICK_FILTERS: Readonly<Record<FilterKind, readonly ChosenFilter[]>> = {
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
function useQuickFilters(kind: FilterKind): readonly ChosenFilter[] {
  return [...QUICK_FILTERS[kind], ...useSavedFiltersOf(kind).list.slice(0, SHOWN)];
}

/** Name of the marks in the style sheet. */
const FOUND = 'found';
/** Terms whose values are no text of a row. */
const UNSEEN: ReadonlySet<string> = new Set(['is', 'since', 'until', 'took', 'slower', 'status', 'method', 'env']);

/** Marks the words of a filter in the rows of the lists of the page. They are ranges of the browser, so that no row is drawn again for them. */
function useMarkedWords(kind: FilterKind | undefined, filter: string): void {
  useEffect(() => {
    const main = document.querySelector('main');
    const words = kind === undefined ? [] : wordsIn(kind, filter);
    if (main === null || words.length === 0 || !('Highlight' in window)) return undefined;
    const mark = () => CSS.highlights.set(FOUND, new Highlight(...rangesIn(main, words)));
    const observer = new MutationObserver(mark);
    observer.observe(main, { subtree: true, childList: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      CSS.highlights.delete(FOUND);
    };
  }, [kind, filter]);
}

/** The texts of a filter that a row may show, in lower case. */
function wordsIn(kind: FilterKind, filter: string): readonly string[] {
  if (filterProblem(kind, filter) !== '') return [];
  return readFilter(kind, filter).flatMap(({ name, value, isNot }) => (isNot || UNSEEN.has(name) ? [] : [value]));
}

function rangesIn(main: Element, words: readonly string[]): Range[] {
  return [...main.querySelectorAll('[data-rows]')].flatMap((list) => {
    const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
    const ranges: Range[] = [];
    while (texts.nextNode() !== null) {
      const { currentNode: node } = texts;
      for (const word of words) ranges.push(...rangesOf(node, word));
    }
    return ranges;
  });
}

function rangesOf(node: Node, word: string): Range[] {
  const text = node.textContent?.toLowerCase() ?? '';
  const ranges: Range[] = [];
  // A text that gets longer in lower case has other places.
  if (text.length !== node.textContent?.length) return ranges;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const range = new Range();
    range.setStart(node, at);
    range.setEnd(node, at + word.length);
    ranges.push(range);
  }
  return ranges;
}
