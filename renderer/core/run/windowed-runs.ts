import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { Hangar } from '../hangar.ts';
import { Windowed } from '../windowed.ts';

/** Which runs a list shows. */
export interface RunSelection {
  /** Query parameters of `/_emulator/runs`, asked for at each load. */
  readonly query: () => Readonly<Record<string, string>>;
  /** The same as a question about one run. */
  readonly matches: (row: RunRow) => boolean;
  /** True when a run may begin or cease to match during its life. */
  readonly volatile: boolean;
}

/** All runs. */
export const EVERY_RUN: RunSelection = { query: () => ({}), matches: () => true, volatile: false };

/** A live list of runs of any length, newest first; call `start` to begin. */
export function windowedRuns({ api, live }: Pick<Hangar, 'api' | 'live'>, selection: RunSelection): Windowed<RunRow> {
  return new Windowed<RunRow>(live, {
    load: async (offset, limit) => {
      const query = { ...selection.query(), offset: String(offset), limit: String(limit) };
      const { runs, total } = await api.runs.list({ query });
      return { rows: runs, total };
    },
    keyOf: ({ id }) => id,
    rowOf: (event) => (event.type === 'run' ? event.row : undefined),
    matches: selection.matches,
    isNewer: (row, other) =>
      row.createdAt > other.createdAt || (row.createdAt === other.createdAt && row.id > other.id),
    volatile: selection.volatile,
  });
}
