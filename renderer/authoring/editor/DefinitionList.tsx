import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useCommands } from '../../core/commands.ts';
import { useDraftKeys } from '../../core/drafts.ts';
import { useFrozenRows } from '../../core/frozen-rows.ts';
import { CollectionView } from '../../core/QueryView.tsx';
import { SearchField } from '../../core/SearchField.tsx';
import { useNavigate, useQueryState } from '../../core/url.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Row } from '../../ui/Row.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import classes from '../cards/authoring.module.css';
import type { DefinitionItem, DefinitionKind } from './definition-kind.ts';
import { draftKey } from './use-saving.ts';

/** Everything of one kind, found by any part of its texts. */
export function DefinitionList<Item extends DefinitionItem>({ kind }: { kind: DefinitionKind<Item> }) {
  const store = kind.useStore();
  const navigate = useNavigate();
  const { get, set } = useQueryState();
  const isBegun = useDraftKeys().has(draftKey(kind.noun, undefined));
  useCommands([
    { id: 'new', title: `New ${kind.noun}`, group: kind.name, shortcut: 'N', run: () => navigate(`${kind.path}/new`) },
  ]);
  const add = (
    <Button variant="filled" component={Link} href={`${kind.path}/new`}>
      {isBegun ? `New ${kind.noun} (unsaved)` : `New ${kind.noun}`}
    </Button>
  );
  return (
    <>
      <PageHeader title={kind.name} actions={add} />
      <CollectionView
        collection={store}
        empty={
          <EmptyState title={`No ${kind.noun}s yet`} action={add}>
            {kind.emptyText}
          </EmptyState>
        }
      >
        {(items) => (
          <>
            <div className={classes['search']}>
              <SearchField label={`Search ${kind.noun}s`} value={get('q')} onChange={(q) => set({ q })} />
            </div>
            <Rows kind={kind} items={items} text={get('q')} />
          </>
        )}
      </CollectionView>
    </>
  );
}

interface RowsProps<Item extends DefinitionItem> {
  readonly kind: DefinitionKind<Item>;
  readonly items: readonly Item[];
  readonly text: string;
}

function Rows<Item extends DefinitionItem>({ kind, items, text }: RowsProps<Item>) {
  const found = items.filter((item) => contains(item, text));
  const { rows, waiting, hold, release } = useFrozenRows(found, ({ id }) => id, text);
  const drafts = useDraftKeys();
  if (rows.length === 0) {
    return (
      <EmptyState title={`No ${kind.noun} matches “${text}”`}>Search by name, slug, ID or description.</EmptyState>
    );
  }
  return (
    <VirtualList
      label={kind.name}
      count={rows.length}
      keyOf={(index) => rows[index]?.id ?? ''}
      hrefOf={(index) => `${kind.path}/${rows[index]?.id ?? ''}`}
      pending={waiting}
      onFreeze={hold}
      onShowPending={release}
      render={(index) => {
        const item = rows[index];
        if (item === undefined) return null;
        const marks = [drafts.has(draftKey(kind.noun, item.id)) ? '● unsaved' : '', item.isPrivate ? 'private' : ''];
        return (
          <Row
            title={item.name ?? item.slug}
            aside={marks.filter((mark) => mark !== '').join(' · ')}
            note={`${item.slug} · ${kind.note(item)}`}
          />
        );
      }}
    />
  );
}

function contains(item: DefinitionItem, text: string): boolean {
  const where = [item.id, item.slug, item.name ?? '', item.description].join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => where.includes(word));
}
