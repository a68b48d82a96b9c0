import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { VisuallyHidden } from '@mantine/core';
import { GripVerticalIcon } from 'lucide-react';
import { requiredContext, useLatest } from '../hooks.ts';
import classes from './SortableList.module.css';

interface SortableListProps {
  readonly label: string;
  /** Stable keys of the items. */
  readonly keys: readonly string[];
  /** The name of an item, for announcements. */
  readonly nameOf: (index: number) => string;
  readonly onMove: (from: number, to: number) => void;
  /** A `SortableItem` for each key. */
  readonly children: ReactNode;
}

// Constants, because a new object renders every item again.
const BY_POINTER = { activationConstraint: { distance: 4 } };
const BY_KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

/** Moves the item of a key by a number of places. */
const [MoveProvider, useMove] = requiredContext<(id: string, by: number) => void>('SortableList');

/** A list whose items are sorted by dragging, or by keyboard: Alt and arrows; or Space, arrows, Space. */
export function SortableList({ label, keys, nameOf, onMove, children }: SortableListProps) {
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEYBOARD));
  const items = useMemo(() => [...keys], [keys]);
  const [moved, setMoved] = useState('');
  const placeOf = (id: UniqueIdentifier | undefined) => keys.indexOf(String(id ?? ''));
  const position = (at: number) => `${at + 1} of ${keys.length}.`;
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeOf(active.id), placeOf(over?.id)];
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  const moveBy = useLatest((id: string, by: number) => {
    const from = placeOf(id);
    const to = Math.min(Math.max(from + by, 0), keys.length - 1);
    if (from !== to) onMove(from, to);
    setMoved(`${nameOf(from)} is at position ${position(to)}`);
  });
  const say = (text: string) => (event: Pick<DragEndEvent, 'active' | 'over'>) =>
    `${nameOf(placeOf(event.active.id))} ${text} ${position(placeOf(event.over?.id ?? event.active.id))}`;
  const announcements = {
    onDragStart: say('was picked up at position'),
    onDragOver: say('is over position'),
    onDragEnd: say('was dropped at position'),
    onDragCancel: say('is back at position'),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        <ol className={classes['list']} aria-label={label}>
          <MoveProvider value={moveBy}>{children}</MoveProvider>
        </ol>
      </SortableContext>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
    </DndContext>
  );
}

const INSTRUCTIONS =
  'To move this item, press Alt with an arrow key. Or press Space, use the arrow keys, and press Space again; Escape cancels.';

/** Steps of the keys that move an item while Alt is held. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

interface SortableItemProps {
  /** Its key. */
  readonly id: string;
  readonly name: string;
  readonly children: (handle: ReactNode) => ReactNode;
}

/** An item of a `SortableList`, with the handle to move it. */
export function SortableItem({ id, name, children }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const move = useMove();
  const press = (event: KeyboardEvent) => {
    const { target, key, altKey } = event;
    const by = altKey ? STEPS[key] : undefined;
    // Alt with an arrow means something else in a field.
    if (by === undefined || !(target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    event.stopPropagation();
    flushSync(() => move(id, by));
    // An element that moves in the document loses the focus.
    target.focus();
  };
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={classes['handle']}
      title="Drag, or press Alt with an arrow key"
      {...attributes}
      {...listeners}
      aria-label={`Move ${name}`}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
    >
      <GripVerticalIcon size={14} />
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      className={classes['item']}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      onKeyDown={press}
    >
      {children(handle)}
    </li>
  );
}
