import { Icon } from '../../ui/icons/Icon.tsx';
import { Button, Menu } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { SortableList } from '../../ui/SortableList.tsx';
import classes from './authoring.module.css';
import type { Json, JsonPath } from '../context/json-path.ts';
import { useItems, useOpenCard } from './use-items.ts';

/** A kind of item that can be added. */
interface CardKind {
  readonly label: string;
  /** Its effect, in a word or two. */
  readonly hint: string;
  readonly blank: Json;
}

/** The properties that a card gets from its list. */
export interface ListedCardProps {
  readonly index: number;
  readonly item: Json;
  readonly handle: ReactNode;
  readonly name: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

interface CardListProps {
  readonly path: JsonPath;
  /** The name of the list, such as `Steps`. */
  readonly label: string;
  /** The name of an item, such as `step`. */
  readonly noun: string;
  /** Text shown when there are no items. */
  readonly empty: ReactNode;
  /** The kinds of a menu to add items from, or the one item that a button adds. */
  readonly kinds: readonly CardKind[] | { readonly blank: Json };
  readonly nameOf: (item: Json | undefined, index: number) => string;
  /** Gives the copy to insert when an item is duplicated. */
  readonly copyOf: (item: Json, items: readonly Json[]) => Json;
  readonly render: (card: ListedCardProps) => ReactNode;
}

/** A list of the definition as cards that can be added, moved, duplicated and removed. */
export function CardList({ path, label, noun, empty, kinds, nameOf, copyOf, render }: CardListProps) {
  const { items, keys, insert, move, remove } = useItems(path);
  const card = useOpenCard();
  const container = useRef<HTMLDivElement>(null);
  const added = useRef('');
  const add = (item: Json, at?: number) => {
    added.current = insert(item, at);
    card.open(added.current);
  };
  const focusAdded = () => {
    const at = keys.indexOf(added.current);
    if (at < 0) return;
    added.current = '';
    focusFirstField(container.current, at);
  };
  // An open menu may move the focus at any time.
  const isMenuOpen = useRef(false);
  useEffect(() => {
    if (!isMenuOpen.current) focusAdded();
  });
  const onMenu = (isThere: boolean) => {
    isMenuOpen.current = isThere;
    if (!isThere) focusAdded();
  };
  const names = items.map(nameOf);
  return (
    <div ref={container} className={classes['stack']}>
      {items.length === 0 && <p className="quiet">{empty}</p>}
      <SortableList
        label={label}
        keys={keys}
        nameOf={(index) => names[index] ?? ''}
        onMove={move}
        render={(index, handle) =>
          render({
            index,
            handle,
            item: items[index] ?? null,
            name: names[index] ?? '',
            open: card.isOpen(keys[index] ?? ''),
            onToggle: () => card.toggle(keys[index] ?? ''),
            onDuplicate: () => add(copyOf(items[index] ?? null, items), index + 1),
            onRemove: () => remove(index, names[index] ?? noun),
          })
        }
      />
      {'blank' in kinds ? (
        <div>
          <Button onClick={() => add(kinds.blank)}>Add {noun}</Button>
        </div>
      ) : (
        <AddMenu noun={noun} kinds={kinds} onAdd={add} onMenu={onMenu} />
      )}
    </div>
  );
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

interface AddMenuProps {
  readonly noun: string;
  readonly kinds: readonly CardKind[];
  readonly onAdd: (item: Json) => void;
  /** Called with true when the menu opens and false when it has closed. */
  readonly onMenu: (isThere: boolean) => void;
}

function AddMenu({ noun, kinds, onAdd, onMenu }: AddMenuProps) {
  return (
    <div>
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
          <Button leftSection={<Icon name="plus" size={14} />} rightSection={<Icon name="chevron-down" size={12} />}>
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
    </div>
  );
}
