import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';

/** A range of rows, counted from the newest. */
export interface RowPage {
  readonly offset: number;
  readonly limit: number;
}

/** The first page of a list; its limit is the page size. */
export const FIRST_PAGE: RowPage = { offset: 0, limit: 200 };

/** The state of a long list, newest first, of which only the parts in view are loaded. */
export interface WindowedState {
  readonly total: number;
  readonly loaded: boolean;
  readonly error: string;
  /** Number of new rows hidden because the list is frozen. */
  readonly pending: number;
  /** Increases with every change, so that views render. */
  readonly revision: number;
}

/** A part of a long list. */
export interface LoadedPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The source and the order of a long list. */
export interface WindowedOptions<Row> {
  /** @param since loads only rows created since then, in milliseconds since 1970; undefined for no limit. */
  readonly load: (offset: number, limit: number, since: number | undefined) => Promise<LoadedPage<Row>>;
  readonly keyOf: (row: Row) => string;
  /** The row in an event; undefined for none. */
  readonly rowOf: (event: EmulatorEvent) => Row | undefined;
  /** True when the row matches the list's filters; `undefined` when only the server knows. */
  readonly matches: (row: Row) => boolean | undefined;
  /** True when a row is newer than another. */
  readonly isNewer: (row: Row, other: Row) => boolean;
  /** True when a row may start or stop matching during its life. */
  readonly volatile: boolean;
  /** Only rows created since this time. It may advance, and rows that expire are dropped. */
  readonly since?: () => number;
  /** The creation time of a row, in milliseconds since 1970. */
  readonly createdAtOf: (row: Row) => number;
}
