import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { Hangar } from '../hangar.ts';
import { millisecondsOf } from '../../ui/time.ts';
import { Windowed } from '../windowed.ts';

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
export const EVERY_RUN: RunSelection = { query: {}, matches: () => true, volatile: false };

/** A live list of runs of any length, newest first; call `start` to begin. */
export function windowedRuns({ api, live }: Pick<Hangar, 'api' | 'live'>, selection: RunSelection): Windowed<RunRow> {
  const { since } = selection;
  const madeAt = ({ createdAt }: RunRow) => millisecondsOf(createdAt);
  return new Windowed<RunRow>(live, {
    load: async (offset, limit, from) => {
      const time = from === undefined ? {} : { since: new Date(from).toISOString() };
      const query = { ...selection.query, ...time, offset: String(offset), limit: String(limit) };
      const { runs, total } = await api.runs.list({ query });
      return { rows: runs, total };
    },
    keyOf: ({ id }) => id,
    rowOf: (event) => (event.type === 'run' ? event.row : undefined),
    matches: (row) => (since === undefined || madeAt(row) >= since()) && selection.matches(row),
    isNewer: (row, other) =>
      row.createdAt > other.createdAt || (row.createdAt === other.createdAt && row.id > other.id),
    volatile: selection.volatile,
    madeAt,
    ...(since === undefined ? {} : { since }),
  });
}
