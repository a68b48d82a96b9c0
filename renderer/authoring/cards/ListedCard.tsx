import { memo, type ReactNode } from 'react';
import { SortableItem } from '../../ui/lists/SortableList.tsx';
import type { Json } from '../context/json-path.ts';

/** The properties that a card gets from its list. */
export interface ListedCardProps {
  readonly index: number;
  readonly item: Json;
  readonly handle: ReactNode;
  readonly name: string;
  /** The problem at or below the item. */
  readonly error: string | undefined;
  readonly warning: string | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

type Callback = 'onToggle' | 'onDuplicate' | 'onRemove';

interface OwnProps
  extends Omit<ListedCardProps, 'handle' | Callback>, Readonly<Record<Callback, (id: string) => void>> {
  /** The key of the item. */
  readonly id: string;
  readonly render: (card: ListedCardProps) => ReactNode;
}

/** A card of a list. Rendered again only when something of its own changes, because there may be hundreds. */
export const ListedCard = memo(function ListedCard({ id, render, ...card }: OwnProps) {
  return (
    <SortableItem id={id} name={card.name}>
      {(handle) =>
        render({
          ...card,
          handle,
          onToggle: () => card.onToggle(id),
          onDuplicate: () => card.onDuplicate(id),
          onRemove: () => card.onRemove(id),
        })
      }
    </SortableItem>
  );
});
