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
import { type ReactNode, useMemo } from 'react';
import classes from './SortableList.module.css';

interface SortableListProps {
  readonly label: string;
  /** Stable keys of the items. */
  readonly keys: readonly string[];
  /** The name of an item, for its handle and announcements. */
  readonly nameOf: (index: number) => string;
  readonly onMove: (from: number, to: number) => void;
  readonly render: (index: number, handle: ReactNode) => ReactNode;
}

// Constants, because a new object renders every item again.
const BY_POINTER = { activationConstraint: { distance: 4 } };
const BY_KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

/** A list whose items are sorted by dragging, or by keyboard: Space, arrows, Space. */
export function SortableList({ label, keys, nameOf, onMove, render }: SortableListProps) {
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEYBOARD));
  const items = useMemo(() => [...keys], [keys]);
  const placeOf = (id: UniqueIdentifier | undefined) => keys.indexOf(String(id ?? ''));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeOf(active.id), placeOf(over?.id)];
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  const say = (text: string) => (event: Pick<DragEndEvent, 'active' | 'over'>) => {
    const at = placeOf(event.over?.id ?? event.active.id) + 1;
    return `${nameOf(placeOf(event.active.id))} ${text} ${at} of ${keys.length}.`;
  };
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
          {keys.map((key, index) => (
            <SortableItem key={key} id={key} name={nameOf(index)}>
              {(handle) => render(index, handle)}
            </SortableItem>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

const INSTRUCTIONS = 'To move this item, press Space, use the arrow keys, and press Space again. Escape cancels.';

interface SortableItemProps {
  readonly id: string;
  readonly name: string;
  readonly children: (handle: ReactNode) => ReactNode;
}

function SortableItem({ id, name, children }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={classes['handle']}
      {...attributes}
      {...listeners}
      aria-label={`Move ${name}`}
    >
      ⠿
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      className={classes['item']}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(handle)}
    </li>
  );
}
