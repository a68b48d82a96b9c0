import { Button } from '@mantine/core';
import { XIcon } from 'lucide-react';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import classes from '../cards/authoring.module.css';
import { ListEnd, type ListEndProps } from '../cards/ListEnd.tsx';

/** A row of a list. */
interface RowOf<Item> {
  readonly item: Item;
  readonly index: number;
  readonly set: (item: Item) => void;
  /** Adds a row. */
  readonly add: () => void;
}

interface RowsProps<Item> extends Omit<ListEndProps, 'children'> {
  readonly items: readonly Item[];
  readonly onChange: (items: Item[]) => void;
  readonly blank: Item;
  /** The name of an item, such as `label 1`, for the button that removes it. */
  readonly nameOf: (index: number, item: Item) => string;
  readonly addLabel: string;
  /** The columns of the fields, as `grid-template-columns`. */
  readonly columns: string;
  readonly align?: 'start' | 'end';
  /** Renders the fields of a row. */
  readonly children: (row: RowOf<Item>) => ReactNode;
}

/** A list with a row of fields for each item. A new row gets the focus synchronously, so that no key press is lost. */
export function Rows<Item>(props: RowsProps<Item>) {
  const { items, onChange, blank, nameOf, addLabel, icon, empty, columns, align = 'start', children } = props;
  const list = useRef<HTMLDivElement>(null);
  const add = () => {
    flushSync(() => onChange([...items, blank]));
    const row = [...(list.current?.children ?? [])].at(-2);
    row?.querySelector<HTMLElement>('input, select')?.focus();
  };
  return (
    <div ref={list} className="stack" style={{ gap: 8 }}>
      {items.map((item, index) => (
        // Items have no identity but their index.
        <div
          key={index}
          className={classes['gridRow']}
          style={{ gridTemplateColumns: `${columns} 28px`, alignItems: align }}
        >
          {children({ item, index, set: (next) => onChange(items.with(index, next)), add })}
          <IconButton
            icon={XIcon}
            label={`Remove ${nameOf(index, item)}`}
            onClick={() => onChange(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <ListEnd icon={icon} empty={items.length === 0 ? empty : undefined}>
        <Button onClick={add}>{addLabel}</Button>
      </ListEnd>
    </div>
  );
}
