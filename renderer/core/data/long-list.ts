import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import type { ListRows } from '../../ui/lists/VirtualList.tsx';
import { type Hangar, useHangar, useLive } from './hangar.ts';
import { liveOptions, type LiveSource } from './queries.ts';

/** A range of rows, counted from the newest. */
interface RowPage {
  readonly offset: number;
  readonly limit: number;
}

/** Some rows of a long list, and the number of all. */
interface LoadedRows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The source of a long list. */
export interface LongListSource<Row> {
  /** The name of the list with its filters. */
  readonly key: string;
  readonly load: (page: RowPage) => Promise<LoadedRows<Row>>;
  readonly keyOf: (row: Row) => string;
  /** The row in an event; undefined for none. */
  readonly rowOf: (event: EmulatorEvent) => Row | undefined;
  /** True while the list must not move, whatever the pointer does. */
  readonly isPaused?: boolean;
  /** Interval in milliseconds at which a list is loaded again that changes with time. */
  readonly every?: number;
}

/** A long list, newest first, of which the rows in view are loaded. */
export interface LongList<Row> extends ListRows<Row> {
  readonly loaded: boolean;
  readonly error: string;
  /** Number of all rows, pending ones included. */
  readonly total: number;
  readonly reload: () => void;
  /** Takes the range of rows in view, `to` excluded. */
  readonly onRange: (from: number, to: number) => void;
}

const PAGE_SIZE = 200;
/** Minimum time between two loads after events, in milliseconds. */
const INTERVAL = 400;

/** The moment at which a list began to stand still. */
interface Frozen {
  readonly key: string;
  /** IDs of the first page. */
  readonly known: ReadonlySet<string>;
  readonly total: number;
}

/**
 * A live list of any length, newest first. Events change known rows in place, and load the first page again. While it is
 * frozen, as it is while it is scrolled, further pages are loaded as they come into view, and new rows are pending.
 */
export function useLongList<Row>(source: LongListSource<Row>): LongList<Row> {
  const first = useLive(firstPage(source));
  const { data } = first;
  const { frozen, freeze, setFrozen } = useFrozen(source, data);
  const pending = frozen === undefined ? 0 : newRows(data, frozen, source.keyOf);
  const [range, setRange] = useState({ from: 0, to: 0 });
  const frozenRows = useFrozenPages({ ...source, pending }, frozen, range);
  const rowsOf = (page: number) => (frozen !== undefined ? frozenRows.get(page) : page === 0 ? data?.rows : undefined);
  return {
    loaded: data !== undefined,
    error: first.error,
    total: data?.total ?? 0,
    count: frozen?.total ?? data?.total ?? 0,
    pending,
    at: (index) => rowsOf(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    setFrozen,
    showPending: freeze,
    onRange: useCallback((from: number, to: number) => setRange({ from, to }), []),
    reload: first.reload,
  };
}

/** Loads what a list shows first. */
export function loadAhead<Row>({ live, queries }: Hangar, source: LongListSource<Row>): void {
  // The list shows errors.
  queries.query(liveOptions(live, firstPage(source))).catch(() => undefined);
}

/** The moment at which a list began to stand still, undefined while it moves, and functions that change it. */
function useFrozen<Row>(source: LongListSource<Row>, data: LoadedRows<Row> | undefined) {
  const { key, keyOf, isPaused = false } = source;
  const { live, queries } = useHangar();
  const [kept, setKept] = useState<Frozen>();
  // The next render may come after the next change.
  const latest = useRef(kept);
  const keep = (next: Frozen | undefined) => {
    latest.current = next;
    setKept(next);
  };
  const isOver = (one: Frozen) => !one.key.startsWith(`${key}\n`) || isGone(data, one, keyOf);
  const frozen = kept === undefined || isOver(kept) ? undefined : kept;
  const freeze = () => {
    // Nothing moves in an empty list.
    if (data === undefined || (data.total === 0 && !isPaused)) return;
    const now = { key: `${key}\n${performance.now()} `, known: new Set(data.rows.map(keyOf)), total: data.total };
    queries.setQueryData(liveOptions(live, frozenPage(source, now, 0)).queryKey, data);
    keep(now);
  };
  const isStill = useRef(false);
  const setFrozen = (isFrozen: boolean) => {
    isStill.current = isFrozen;
    if (!isFrozen && !isPaused) keep(undefined);
    else if (latest.current === undefined || isOver(latest.current)) freeze();
  };
  // Only the pause matters: `setFrozen` is a new function after each render.
  useEffect(() => (isPaused ? freeze() : setFrozen(isStill.current)), [isPaused]);
  return { frozen, freeze, setFrozen };
}

/** The rows of the pages of a frozen list that are in view, by the number of the page; none while it moves. */
function useFrozenPages<Row>(
  source: LongListSource<Row> & { readonly pending: number },
  frozen: Frozen | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): ReadonlyMap<number, readonly Row[] | undefined> {
  const { live, queries } = useHangar();
  const first = Math.floor(from / PAGE_SIZE);
  const length = frozen === undefined ? 0 : Math.ceil(Math.max(to, 1) / PAGE_SIZE) - first;
  const pages = Array.from({ length }, (_, index) => first + index);
  const options = pages.map((page) => liveOptions(live, frozenPage(source, frozen ?? NEVER, page)));
  const loaded = useQueries({ queries: options }, queries);
  return new Map(pages.map((page, index) => [page, loaded[index]?.data?.rows]));
}

/** A page of a frozen list. New rows on top of it do not count. */
function frozenPage<Row>(
  source: LongListSource<Row> & { readonly pending?: number },
  { key }: Frozen,
  page: number,
): LiveSource<LoadedRows<Row>> {
  return { ...pageOf(source, page * PAGE_SIZE + (source.pending ?? 0)), key: `${key}${page}` };
}

const NEVER: Frozen = { key: '', known: new Set(), total: 0 };

/** The first page of a list, which events load again. */
function firstPage<Row>(source: LongListSource<Row>): LiveSource<LoadedRows<Row>> {
  return {
    ...pageOf(source, 0),
    concerns: (event) => source.rowOf(event) !== undefined || event.type === 'trafficCleared',
    interval: INTERVAL,
    every: source.every,
  };
}

/** The page of a list at an offset. Events change its rows in place. */
function pageOf<Row>({ key, load, keyOf, rowOf }: LongListSource<Row>, offset: number): LiveSource<LoadedRows<Row>> {
  return {
    key,
    load: () => load({ offset, limit: PAGE_SIZE }),
    patch: (page, events) => {
      const changed = events.map(rowOf).filter((row) => row !== undefined);
      const rows = new Map(changed.map((row) => [keyOf(row), row]));
      if (!page.rows.some((row) => rows.has(keyOf(row)))) return page;
      return { ...page, rows: page.rows.map((row) => rows.get(keyOf(row)) ?? row) };
    },
  };
}

/** True when all rows of a frozen list are gone, such as after a reset. */
function isGone<Row>(now: LoadedRows<Row> | undefined, { known }: Frozen, keyOf: (row: Row) => string): boolean {
  if (now === undefined || known.size === 0 || now.total > now.rows.length) return false;
  return !now.rows.some((row) => known.has(keyOf(row)));
}

/** Number of rows on top that a frozen list does not show; at least a page when none of its rows is on the first. */
function newRows<Row>(now: LoadedRows<Row> | undefined, { known, total }: Frozen, keyOf: (row: Row) => string): number {
  if (now === undefined) return 0;
  const shown = now.rows.findIndex((row) => known.has(keyOf(row)));
  return shown < 0 ? Math.max(now.rows.length, now.total - total) : shown;
}
