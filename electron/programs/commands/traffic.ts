import type { TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import type { Hangar } from '../client/hangar.ts';
import type { Output } from '../output/output.ts';
import { colourOf } from '../output/terminal-text.ts';
import type { Handler } from './command.ts';
import type { TRAFFIC_FLAGS } from './flags.ts';
import { untilStopped } from './until-stopped.ts';

/** Maximum number of new requests per query. */
const NEWEST = 1000;

/** Lists requests, newest first, or follows them. */
export const traffic: Handler<typeof TRAFFIC_FLAGS> = async ({ operands, flags, out, hangar }) => {
  const server = await hangar();
  const words = operands.join(' ');
  const q = words === '' ? {} : { q: words };
  if (flags.follow) {
    await followTraffic(server, q, out);
    return undefined;
  }
  const list = await server.api.traffic.list({ query: { ...q, limit: String(flags.limit ?? 20) } });
  const { entries, total } = list;
  out.table(list, {
    head: ['request', 'at', 'status', 'method', 'path', 'made', 'error'],
    rows: entries.map(cellsOf),
    none: 'No request matches.',
    foot: total > entries.length && entries.length > 0 ? `${entries.length} of ${total} requests` : undefined,
  });
};

function cellsOf({ id, at, status, method, path, query, runID, error }: TrafficRow) {
  const shown = status === 0 ? 'gone' : status;
  return [id, at.slice(11, 23), { text: shown, colour: colourOf(status) }, method, path + query, runID, error];
}

/** Prints requests as they are answered. The server applies the filter to new requests. */
async function followTraffic({ api, follow }: Hangar, q: { readonly q?: string }, out: Output): Promise<void> {
  const list = out.list();
  await untilStopped(async (signal) => {
    for await (const events of follow({ signal })) {
      const rows = (events ?? []).flatMap((event) => (event.type === 'traffic' ? [event.row] : []));
      if (rows.length === 0) continue;
      const ids = new Set(rows.map(({ id }) => id));
      const matching =
        q.q === undefined
          ? rows
          : (await api.traffic.list({ query: { ...q, limit: String(Math.max(NEWEST, rows.length)) } })).entries
              .filter(({ id }) => ids.has(id))
              .reverse();
      for (const row of matching) list.add(row, cellsOf(row));
    }
  });
  list.end();
}
