import { type VirtualItem, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link, useLocation } from 'wouter';
import classes from './VirtualList.module.css';
import { nextIndex, rowsOfPage, useListFocus } from '../focus/list-focus.ts';
import { PendingRows, useFreeze } from './frozen-list.tsx';
import { placeProps, ROLES, sideways, type TreeNode } from './tree-node.ts';

/** The rows of a list. They can be frozen, so that nothing moves under the pointer. */
export interface ListRows<Row> {
  /** Number of rows shown. */
  readonly count: number;
  /** Number of new rows hidden while the list is frozen. */
  readonly pending: number;
  /** The row at an index; undefined while it is not loaded. */
  readonly at: (index: number) => Row | undefined;
  readonly setFrozen: (isFrozen: boolean) => void;
  /** Shows the pending rows; a frozen list stays frozen. */
  readonly showPending: () => void;
}

/** The properties of a virtual list. */
export interface VirtualListProps<Row> {
  readonly label: string;
  readonly rows: ListRows<Row>;
  readonly idOf: (row: Row) => string;
  /** The page that the rows belong to, such as `/runs`. A row links to `path/id`. */
  readonly path: string;
  /** The query of the links, with its `?`; '' for none. */
  readonly query?: string;
  /** The ID of the open row; '' for none. */
  readonly selected?: string;
  readonly render: (row: Row) => ReactNode;
  /** Height of a row in pixels; absent when all have that of two lines. */
  readonly heightOf?: (row: Row) => number;
  /** Makes the list a tree, by the place of each row; a row with others below it is no link. */
  readonly treeOf?: (row: Row) => TreeNode;
  /** Called to show or hide what is below a row of a tree. */
  readonly onToggle?: (row: Row, isOpen: boolean) => void;
  /** Called with the current row for a key that the list does not handle; true when it was handled. */
  readonly onRowKey?: (key: string, row: Row) => boolean;
  /** ID of the row that one looks at beside the list; '' for none. */
  readonly peeked?: string;
  /** Shows another row beside the list; '' closes it. Without it, Space does nothing. */
  readonly onPeek?: ((id: string) => void) | undefined;
  /** Called with the range of rows in view, `to` excluded. */
  readonly onRange?: (from: number, to: number) => void;
}

/** Height of a row of two lines, in pixels. */
const ROW_HEIGHT = 44;

/**
 * A list of links of any length that renders only the rows in view. Keys: arrows, J, K, Home, End, Page Up, Page Down,
 * Enter, Space. The rows are frozen while the pointer is over the list or it is scrolled.
 */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { label, rows, render, selected = '', onRange, peeked = '' } = props;
  const { count } = rows;
  const scroller = useListFocus<HTMLDivElement>();
  const id = useId();
  const places = usePlaces(props);
  const { keyOf, indexOf, hrefOf, current, activate, nodeAt, toggle } = places;
  const { onPointer, onScroll } = useFreeze(rows.setFrozen);
  const roles = props.treeOf === undefined ? ROLES.list : ROLES.tree;
  const virtualizer = useRowVirtualizer(props, scroller);
  const items = virtualizer.getVirtualItems();
  useRange(items, count, onRange);
  useSelectedInView(scroller, props, () => virtualizer.measurementsCache[indexOf(selected)]);
  const onKeyDown = useRowKeys(props, places, virtualizer);
  return (
    <div className={classes['frame']} onPointerEnter={() => onPointer(true)} onPointerLeave={() => onPointer(false)}>
      <PendingRows rows={rows} onShow={() => scroller.current?.scrollTo({ top: 0 })} />
      <div
        ref={scroller}
        className={classes['scroller']}
        role={roles.list}
        data-rows
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={items.some(({ index }) => keyOf(index) === current) ? `${id}-${current}` : undefined}
        onFocus={() => current === '' && count > 0 && activate(0)}
        onKeyDown={onKeyDown}
        onScroll={(event) => onScroll(event.currentTarget.scrollTop > 0)}
      >
        <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {items.map((item) => {
            const { index } = item;
            const key = keyOf(index);
            const row = rows.at(index);
            return (
              <Link
                key={key}
                id={`${id}-${key}`}
                href={hrefOf(index)}
                {...optionProps(item)}
                {...placeProps(nodeAt(index), index, count)}
                role={roles.row}
                aria-selected={key === selected || key === peeked}
                data-active={key === current}
                onMouseDown={(event) => keepFocus(event, scroller)}
                onClick={(event) => {
                  activate(index);
                  if (toggle(index)) event.preventDefault();
                }}
              >
                {row === undefined ? '…' : render(row)}
              </Link>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The rows by their index: keys, links, places in a tree; and the current one. */
function usePlaces<Row>(props: VirtualListProps<Row>) {
  const { rows, path, query = '' } = props;
  const { idAt, keyOf, current, activate } = useCurrentRow(props);
  const { nodeAt, toggle } = useTree(props);
  const hrefOf = (index: number) =>
    (nodeAt(index)?.isOpen === undefined ? `${path}/${idAt(index) ?? ''}` : path) + query;
  const indexOf = (key: string): number => {
    for (let index = 0; index < rows.count; index++) if (keyOf(index) === key) return index;
    return -1;
  };
  return { idAt, keyOf, indexOf, hrefOf, current, activate, nodeAt, toggle };
}

/** The handler of the list's keys. */
function useRowKeys<Row>(
  props: VirtualListProps<Row>,
  { idAt, indexOf, hrefOf, current, activate, nodeAt, toggle }: ReturnType<typeof usePlaces<Row>>,
  virtualizer: ReturnType<typeof useRowVirtualizer>,
) {
  const { rows, onRowKey, peeked = '', onPeek } = props;
  const [, navigate] = useLocation();
  return (event: KeyboardEvent) => {
    const at = indexOf(current);
    if (event.key === 'Enter' && at >= 0) {
      if (!toggle(at)) navigate(hrefOf(at));
      return;
    }
    if (isUsedUp(event, rows.at(at), onRowKey) || isPeek(event, props, idAt(at) ?? '')) return;
    const aside = sideways(event.key, at, nodeAt);
    if (aside !== undefined && 'toggle' in aside) toggle(at);
    const page = rowsOfPage(event.currentTarget, virtualizer.getVirtualItems()[0]?.size ?? ROW_HEIGHT);
    const next = aside !== undefined && 'to' in aside ? aside.to : nextIndex(event, at, { count: rows.count, page });
    if (next === undefined) return;
    event.preventDefault();
    activate(next);
    if (peeked !== '') onPeek?.(idAt(next) ?? peeked);
    virtualizer.scrollToIndex(next);
  };
}

/**
 * The row that the keys act on: the last one chosen since another was selected, at first the selected one. It stays the same row
 * when others come before it.
 */
function useCurrentRow<Row>({ rows, idOf, selected = '' }: VirtualListProps<Row>) {
  // The key of the row; its index while it is not loaded.
  const [chosen, setChosen] = useState<{ selected: string; row: string | number }>({ selected, row: '' });
  const active = chosen.selected === selected ? chosen.row : '';
  const idAt = (index: number) => idOfLoaded(rows.at(index), idOf);
  const keyOf = (index: number) => idAt(index) ?? `row-${index}`;
  const current = typeof active === 'number' ? keyOf(active) : active === '' ? selected : active;
  const activate = (index: number) => setChosen({ selected, row: idAt(index) ?? index });
  return { idAt, keyOf, current, activate };
}

function idOfLoaded<Row>(row: Row | undefined, idOf: (row: Row) => string): string | undefined {
  return row === undefined ? undefined : idOf(row);
}

/** The places of the rows of a tree, and a function that opens or closes one, which returns false for others. */
function useTree<Row>({ rows, treeOf, onToggle }: VirtualListProps<Row>) {
  const nodeAt = (index: number): TreeNode | undefined => {
    const row = rows.at(index);
    return row === undefined ? undefined : treeOf?.(row);
  };
  const toggle = (index: number): boolean => {
    const [row, node] = [rows.at(index), nodeAt(index)];
    if (row === undefined || node?.isOpen === undefined) return false;
    onToggle?.(row, !node.isOpen);
    return true;
  };
  return { nodeAt, toggle };
}

/** True for Space and Escape, which show a row beside the list and close it. */
function isPeek(
  event: KeyboardEvent,
  { peeked = '', onPeek }: Pick<VirtualListProps<never>, 'peeked' | 'onPeek'>,
  id: string,
) {
  if (onPeek === undefined || !(event.key === ' ' || (event.key === 'Escape' && peeked !== ''))) return false;
  event.preventDefault();
  onPeek(peeked === '' ? id : '');
  return true;
}

/** True for a key that the row handles. */
function isUsedUp<Row>(
  event: KeyboardEvent,
  row: Row | undefined,
  onRowKey: VirtualListProps<Row>['onRowKey'],
): boolean {
  if (row === undefined || event.ctrlKey || event.metaKey || onRowKey?.(event.key, row) !== true) return false;
  event.preventDefault();
  return true;
}

function useRowVirtualizer<Row>(
  { rows, heightOf }: Pick<VirtualListProps<Row>, 'rows' | 'heightOf'>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const heightAt = (index: number): number => {
    const row = rows.at(index);
    return row === undefined || heightOf === undefined ? ROW_HEIGHT : heightOf(row);
  };
  const virtualizer = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: heightAt,
    overscan: 12,
    initialRect: { width: 400, height: 800 },
  });
  // Sizes are kept by index, and a row of another height may have come before the others.
  const heights =
    heightOf === undefined ? '' : Array.from({ length: rows.count }, (_, index) => heightAt(index)).join();
  useLayoutEffect(() => {
    if (heights !== '') virtualizer.measure();
  }, [heights, virtualizer]);
  return virtualizer;
}

/** Keeps the focus at the list, since its keys must work after a click. */
function keepFocus(event: MouseEvent, scroller: RefObject<HTMLElement | null>): void {
  event.preventDefault();
  scroller.current?.focus({ preventScroll: true });
}

/** The place of a row in the list, for the eye. */
function optionProps({ start, size }: Pick<VirtualItem, 'start' | 'size'>) {
  return {
    tabIndex: -1,
    className: classes['row'] ?? '',
    style: { height: size, transform: `translateY(${start}px)` },
  };
}

/** Says which rows are in view, again when the number of rows changes. */
function useRange(items: readonly VirtualItem[], count: number, onRange: VirtualListProps<unknown>['onRange']): void {
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1];
  useEffect(() => {
    onRange?.(from, to);
  }, [onRange, from, to, count]);
}

/** Scrolls to the selected row when the list has its rows, and when another is selected elsewhere, as by a link or Back. */
function useSelectedInView(
  scroller: RefObject<HTMLElement | null>,
  { rows: { count }, selected = '' }: Pick<VirtualListProps<unknown>, 'rows' | 'selected'>,
  find: () => Pick<VirtualItem, 'start' | 'end' | 'size'> | undefined,
): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const { current } = scroller;
    if (shown.current === selected || count === 0 || current === null) return;
    // Under the pointer nothing moves.
    const isChosenHere = shown.current !== undefined && current.matches(':hover');
    shown.current = selected;
    const item = find();
    const { scrollTop, clientHeight } = current;
    if (item !== undefined && !isChosenHere && (item.start < scrollTop || item.end > scrollTop + clientHeight))
      current.scrollTop = item.start - (clientHeight - item.size) / 2;
  });
}
