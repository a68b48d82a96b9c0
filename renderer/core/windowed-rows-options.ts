import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';

/** Which rows of a list are asked for, counted from the newest. */
export interface RowPage {
  readonly offset: number;
  readonly limit: number;
}

/** What a list begins with; it goes on in pages of as many rows. */
export const FIRST_PAGE: RowPage = { offset: 0, limit: 200 };

/** What is known of a long list, newest first, of which only the parts looked at are loaded. */
export interface WindowedState {
  readonly total: number;
  readonly loaded: boolean;
  readonly error: string;
  /** New rows held back because something is looked at or pointed at. */
  readonly pending: number;
  /** Grows with every change, so that views know. */
  readonly revision: number;
}

/** How a long list is loaded and kept up to date. */
export interface WindowedOptions<Row> {
  /** @param since only rows from then on, in milliseconds since 1970; undefined where the list has no such limit. */
  readonly load: (
    offset: number,
    limit: number,
    since: number | undefined,
  ) => Promise<{ rows: readonly Row[]; total: number }>;
  readonly keyOf: (row: Row) => string;
  /** The row that an event carries. */
  readonly rowOf: (event: EmulatorEvent) => Row | undefined;
  /** True when the row belongs into the list by its filters. */
  readonly matches: (row: Row) => boolean;
  /** True when a row comes before another in the list: it is newer. */
  readonly isNewer: (row: Row, other: Row) => boolean;
  /** True when a row may begin or cease to match during its life. */
  readonly volatile: boolean;
  /** Only rows from this moment on belong into the list; the moment may move on, and rows that it passes leave. */
  readonly since?: () => number;
  /** When a row was made, in milliseconds since 1970: the newer, the later. */
  readonly createdAtOf: (row: Row) => number;
}
