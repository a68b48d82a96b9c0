import type { LucideIcon } from 'lucide-react';
import { FrozenList } from '../../core/data/frozen-rows.tsx';
import { NoMatches } from '../../core/filter/FilteredList.tsx';
import { useDraftKeys } from '../../core/drafts/drafts.ts';
import { Row } from '../../ui/lists/Row.tsx';
import { draftKey } from './use-saving.ts';

/** The row of an authored item in its list. */
export interface RowSummary {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** Short marks at the end of the first line. */
  readonly marks: readonly string[];
  /** The second line. */
  readonly note: string;
}

interface AuthoredListProps<Item> {
  readonly noun: string;
  readonly label: string;
  readonly path: string;
  /** The items that match the search. */
  readonly items: readonly Item[];
  readonly search: string;
  readonly onClear: () => void;
  readonly summarize: (item: Item) => RowSummary;
  /** The query of the links, with its `?`. */
  readonly query?: string;
  /** The ID of the open item. */
  readonly selected?: string;
}

/** Selects the items whose text has every word of a search. */
export function matching<Item>(
  items: readonly Item[],
  search: string,
  textOf: (item: Item) => string,
): readonly Item[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The authored items that match a search, as links. Marks items with unsaved changes. */
export function AuthoredList<Item extends { readonly id: string }>(props: AuthoredListProps<Item>) {
  const { noun, label, path, items, search, onClear, summarize, query = '', selected = '' } = props;
  const drafts = useDraftKeys();
  return (
    <FrozenList
      {...{ label, path, items, idOf, query, selected }}
      reset={search}
      empty={<NoMatches noun={noun} clear="Clear search" onClear={onClear} />}
      render={(item) => {
        const { icon: Icon, title, marks, note } = summarize(item);
        const shown = drafts.has(draftKey(noun, item.id)) ? ['● unsaved', ...marks] : marks;
        const shape = Icon === undefined ? {} : { icon: <Icon size={16} /> };
        return <Row {...shape} title={title} aside={shown.join(' · ')} note={note} />;
      }}
    />
  );
}

/** The ID of an item. */
export function idOf({ id }: { readonly id: string }): string {
  return id;
}
