import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { Api } from '../data/api.ts';
import type { RowPage } from '../data/windowed-rows-options.ts';

/** A selection of runs for a list. */
export interface RunSelection {
  /** The query parameters of `/_emulator/runs`. */
  readonly query: Readonly<Record<string, string>>;
  /** The same filter for one run; `undefined` when only the server knows. */
  readonly matches: (row: RunRow) => boolean | undefined;
  /** True when a run may start or stop matching during its life. */
  readonly volatile: boolean;
  /** Only runs created since this time, which may advance. */
  readonly since?: () => number;
}

/** All runs. */
export const ALL_RUNS: RunSelection = { query: {}, matches: () => true, volatile: false };

/** A page of the selected runs. */
interface RunPage extends RowPage {
  /** Only runs created since this time, in milliseconds since 1970. */
  readonly from?: number | undefined;
}

/** Lists some of the selected runs, newest first. */
export function listRuns(api: Api, { query }: RunSelection, { offset, limit, from }: RunPage) {
  const time = from === undefined ? {} : { since: new Date(from).toISOString() };
  return api.runs.list({ query: { ...query, ...time, offset: String(offset), limit: String(limit) } });
}
