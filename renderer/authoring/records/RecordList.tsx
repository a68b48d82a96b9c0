import { useFrozenRows } from '../../core/frozen-rows.ts';
import { draftKey } from '../editor/use-saving.ts';
import { useDraftKeys } from '../../core/drafts.ts';
import { Row } from '../../ui/Row.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import type { RecordKind } from './record-kind.ts';

interface RecordListProps<Item extends { readonly id: string }> {
  readonly kind: RecordKind<Item>;
  readonly items: readonly Item[];
  /** Only those that contain every word of it. */
  readonly text: string;
  readonly selected: string;
  readonly query: string;
}

/** The records that a text finds, as links. */
export function RecordList<Item extends { readonly id: string }>(props: RecordListProps<Item>) {
  const { kind, items, text, selected, query } = props;
  const found = items.filter((item) => contains(kind, item, text));
  const { rows, waiting, hold, release } = useFrozenRows(found, ({ id }) => id, text);
  const drafts = useDraftKeys();
  if (rows.length === 0) {
    return (
      <EmptyState title={`No ${kind.noun} matches “${text}”`}>Search by any text of its row, or its ID.</EmptyState>
    );
  }
  return (
    <VirtualList
      label={kind.plural}
      count={rows.length}
      selected={selected}
      keyOf={(index) => rows[index]?.id ?? ''}
      hrefOf={(index) => `${kind.path}/${rows[index]?.id ?? ''}${query}`}
      pending={waiting}
      onFreeze={hold}
      onShowPending={release}
      render={(index) => {
        const item = rows[index];
        if (item === undefined) return null;
        const { title, marks, note } = kind.summarize(item);
        const shown = drafts.has(draftKey(kind.noun, item.id)) ? ['● unsaved', ...marks] : marks;
        return <Row title={title} aside={shown.join(' · ')} note={note} />;
      }}
    />
  );
}

function contains<Item extends { readonly id: string }>(kind: RecordKind<Item>, item: Item, text: string): boolean {
  const { title, marks, note } = kind.summarize(item);
  const where = [item.id, title, note, ...marks].join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => where.includes(word));
}
