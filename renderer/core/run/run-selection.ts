import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { Api } from '../api.ts';
import type { RowPage } from '../windowed-rows-options.ts';

/** Which runs a list shows. */
export interface RunSelection {
  /** Query parameters of `/_emulator/runs`. */
  readonly query: Readonly<Record<string, string>>;
  /** The same as a question about one run. */
  readonly matches: (row: RunRow) => boolean;
  /** True when a run may begin or cease to match during its life. */
  readonly volatile: boolean;
  /** Only runs made from this moment on, which may move on. */
  readonly since?: () => number;
}

/** All runs. */
export const ALL_RUNS: RunSelection = { query: {}, matches: () => true, volatile: false };

/** Which of the selected runs are asked for. */
interface RunPage extends RowPage {
  /** Only runs made from this moment on, in milliseconds since 1970. */
  readonly from?: number | undefined;
}

/** Asks for some of the selected runs, newest first. */
export function listRuns(api: Api, { query }: RunSelection, { offset, limit, from }: RunPage) {
  const time = from === undefined ? {} : { since: new Date(from).toISOString() };
  return api.runs.list({ query: { ...query, ...time, offset: String(offset), limit: String(limit) } });
}
