import { Button, Menu } from '@mantine/core';
import { ChevronDownIcon, PlusIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState, memo } from 'react';
import { SortableList, SortableItem } from '../../ui/lists/SortableList.tsx';
import { ListEnd, type ListEndProps } from './ListEnd.tsx';
import classes from './authoring.module.css';
import { useLatest } from '../../ui/hooks.ts';
import { messagesOf, useEditor } from '../context/authoring.ts';
import type { Json, JsonPath } from '../../../shared/values/json.ts';
import { firstByItem } from '../context/problem.ts';
import { useItems } from './use-items.ts';

/** A kind of item that can be added. */
interface CardKind {
  readonly label: string;
  /** Its effect, in a word or two. */
  readonly hint: string;
  readonly blank: Json;
}

interface CardListProps extends Omit<ListEndProps, 'children'> {
  readonly path: JsonPath;
  /** The name of the list, such as `Steps`. */
  readonly label: string;
  /** The name of an item, such as `step`. */
  readonly noun: string;
  /** The kinds of a menu to add items from, or the one item that a button adds. */
  readonly kinds: readonly CardKind[] | { readonly blank: Json };
  readonly nameOf: (item: Json | undefined, index: number) => string;
  /** Gives the item to insert for a duplicated one, or for a new one of a menu. */
  readonly copyOf: (item: Json, items: readonly Json[]) => Json;
  /** Renders a card. A new function renders all cards again. */
  readonly render: (card: ListedCardProps) => ReactNode;
}

/** A list of the definition as cards that can be added, moved, duplicated and removed. */
export function CardList({ path, label, noun, empty, icon, kinds, nameOf, copyOf, render }: CardListProps) {
  const { items, keys, insert, move, remove } = useItems(path);
  const { visibleProblems } = useEditor();
  const problems = firstByItem(visibleProblems(path), path);
  // Opening a card closes the one before, which leaves room for it.
  const [opened, setOpened] = useState('');
  const { container, setAdded, onMenu } = useAddedFocus(keys);
  const add = (item: Json, at?: number) => {
    const id = insert(item, at);
    setAdded(id);
    setOpened(id);
  };
  const names = items.map(nameOf);
  const actions = {
    onToggle: useLatest((id: string) => setOpened(opened === id ? '' : id)),
    onDuplicate: useLatest((id: string) => {
      const index = keys.indexOf(id);
      add(copyOf(items[index] ?? null, items), index + 1);
    }),
    onRemove: useLatest((id: string) => remove(keys.indexOf(id), names[keys.indexOf(id)] ?? noun)),
  };
  return (
    <div ref={container} className={classes['stack']}>
      <SortableList label={label} keys={keys} nameOf={(index) => names[index] ?? ''} onMove={move}>
        {items.map((item, index) => {
          const id = keys[index] ?? '';
          const own = { id, index, item, name: names[index] ?? '', open: opened === id };
          return <ListedCard key={id} {...own} {...messagesOf(problems.get(index))} {...actions} render={render} />;
        })}
      </SortableList>
      <ListEnd icon={icon} empty={items.length === 0 ? empty : undefined}>
        {'blank' in kinds ? (
          <Button onClick={() => add(kinds.blank)}>Add {noun}</Button>
        ) : (
          <AddMenu noun={noun} kinds={kinds} onAdd={(blank) => add(copyOf(blank, items))} onMenu={onMenu} />
        )}
      </ListEnd>
    </div>
  );
}

interface AddMenuProps {
  readonly noun: string;
  readonly kinds: readonly CardKind[];
  readonly onAdd: (item: Json) => void;
  /** Called with true when the menu opens and false when it has closed. */
  readonly onMenu: (isThere: boolean) => void;
}

function AddMenu({ noun, kinds, onAdd, onMenu }: AddMenuProps) {
  return (
    <Menu
      position="bottom-start"
      returnFocus={false}
      // No placeholder element, which is not a menu item. Within the page, so that it belongs to a landmark.
      withInitialFocusPlaceholder={false}
      portalProps={{ target: '#main' }}
      // Closes at once, so that no key press is lost.
      transitionProps={{ exitDuration: 0 }}
      onOpen={() => onMenu(true)}
      onExitTransitionEnd={() => onMenu(false)}
    >
      <Menu.Target>
        <Button leftSection={<PlusIcon size={14} />} rightSection={<ChevronDownIcon size={12} />}>
          Add {noun}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(({ label, hint, blank }) => (
          <Menu.Item key={label} onClick={() => onAdd(blank)}>
            {label} <span className="quiet">{hint}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Focuses the first field of a new card, once it is rendered and no menu is open. */
function useAddedFocus(keys: readonly string[]) {
  const container = useRef<HTMLDivElement>(null);
  const added = useRef('');
  // An open menu may move the focus at any time.
  const isMenuOpen = useRef(false);
  const focusAdded = () => {
    const at = keys.indexOf(added.current);
    if (at < 0 || isMenuOpen.current) return;
    added.current = '';
    focusFirstField(container.current, at);
  };
  useEffect(focusAdded);
  return {
    /** The element around the list. */
    container,
    /** Names the key of a new item, whose card gets the focus. */
    setAdded: (key: string) => void (added.current = key),
    /** Called with true when a menu opens and false when it has closed. */
    onMenu: (isOpen: boolean) => {
      isMenuOpen.current = isOpen;
      focusAdded();
    },
  };
}

/** A code editor that is still loading. */
const LOADING_EDITOR = '[data-code-editor]:empty';
const FIELD = `[data-fields] :is(input, textarea, select, [contenteditable], ${LOADING_EDITOR})`;

/** Focuses the first field of a card. Retries while its code editor loads, unless the focus moves elsewhere. */
function focusFirstField(container: HTMLElement | null, at: number, triesLeft = 200): void {
  const field = container?.querySelector('ol')?.children[at]?.querySelector<HTMLElement>(FIELD);
  if (field?.matches(LOADING_EDITOR) !== true) {
    field?.focus();
    return;
  }
  // The focus may still be in a closing menu.
  const before = document.activeElement;
  setTimeout(() => {
    const { activeElement, body } = document;
    const isIdle = activeElement === before || activeElement === body;
    if (triesLeft > 0 && isIdle) focusFirstField(container, at, triesLeft - 1);
  }, 50);
}

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
const ListedCard = memo(function ListedCard({ id, render, ...card }: OwnProps) {
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
