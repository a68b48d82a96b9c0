import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { Hangar } from '../hangar.ts';
import { millisecondsOf } from '../../ui/time.ts';
import { Windowed } from '../windowed.ts';
import { askRuns, type RunSelection } from './run-selection.ts';

/** A live list of runs of any length, newest first; call `start` to begin. */
export function windowedRuns({ api, live }: Pick<Hangar, 'api' | 'live'>, selection: RunSelection): Windowed<RunRow> {
  const { since } = selection;
  const madeAt = ({ createdAt }: RunRow) => millisecondsOf(createdAt);
  return new Windowed<RunRow>(live, {
    load: async (offset, limit, from) => {
      const { runs, total } = await askRuns(api, selection, { offset, limit, from });
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
