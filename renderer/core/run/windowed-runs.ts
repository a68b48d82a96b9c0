import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import type { Hangar } from '../data/hangar.ts';
import { millisecondsOf } from '../../ui/text/time.ts';
import { WindowedRows } from '../data/windowed-rows.ts';
import { listRuns, type RunSelection } from './run-selection.ts';

/** A live list of runs of any length, newest first. Call `start` to load it. */
export function windowedRuns(
  { api, live }: Pick<Hangar, 'api' | 'live'>,
  selection: RunSelection,
): WindowedRows<RunRow> {
  const { since } = selection;
  const createdAtOf = ({ createdAt }: RunRow) => millisecondsOf(createdAt);
  return new WindowedRows<RunRow>(live, {
    load: async (offset, limit, from) => {
      const { runs, total } = await listRuns(api, selection, { offset, limit, from });
      return { rows: runs, total };
    },
    keyOf: ({ id }) => id,
    rowOf: (event) => (event.type === 'run' ? event.row : undefined),
    matches: (row) => (since === undefined || createdAtOf(row) >= since() ? selection.matches(row) : false),
    isNewer: (row, other) =>
      row.createdAt > other.createdAt || (row.createdAt === other.createdAt && row.id > other.id),
    volatile: selection.volatile,
    createdAtOf,
    ...(since === undefined ? {} : { since }),
  });
}
