import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { slugOrName } from '../../../shared/model/run-title.ts';
import { colourOf } from '../output/terminal-text.ts';
import type { Handler } from './command.ts';
import type { LIST_FLAGS } from './flags.ts';

/** Lists runs, newest first. */
export const runs: Handler<typeof LIST_FLAGS> = async ({ operands, flags, out, hangar }) => {
  const { api } = await hangar();
  const q = operands.join(' ');
  const list = await api.runs.list({ query: { ...(q === '' ? {} : { q }), limit: String(flags.limit ?? 20) } });
  out.table(list, {
    ...runsTable(list.runs),
    foot:
      list.total > list.runs.length && list.runs.length > 0 ? `${list.runs.length} of ${list.total} runs` : undefined,
  });
};

/** Runs as a table. */
function runsTable(rows: readonly RunRow[]) {
  return {
    head: ['run', 'task', 'env', 'status', 'created', 'values'],
    rows: rows.map((row) => [
      row.id,
      slugOrName(row),
      row.environment,
      statusCell(row),
      row.createdAt.slice(0, 19),
      row.failure === '' ? row.values.map(([slug, text]) => `${slug}=${text}`).join(' ') : row.failure,
    ]),
    none: 'No run matches.',
  };
}

function statusCell({ status, waiting }: RunRow) {
  const text = waiting ? 'Waiting' : status;
  return { text, colour: colourOf(text) };
}
