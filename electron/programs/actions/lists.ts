import { z } from 'zod';
import type { RunRow, TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { slugOrName } from '../../../shared/model/titles.ts';
import { definedFields } from '../../../shared/values/objects.ts';
import { onStopSignal } from '../../emulator/platform/stop-signals.ts';
import type { Hangar } from '../client/hangar.ts';
import { count, field, operand, toggle } from '../flags/field.ts';
import type { Output } from '../output/output.ts';
import { colourOf } from '../output/terminal-text.ts';
import { action, command } from './action.ts';

/** A filter, as words. */
export const FILTER = field(z.string().optional(), { metavar: 'FILTER', help: 'Words and terms', place: 'text' });
const LIMIT = count(1000, { metavar: 'N', defaultText: '20', help: 'Maximum number of rows: the newest' });

/** Maximum number of new requests per query. */
const NEWEST = 1000;

/** The lists of runs and requests, and sending one again. */
export const LISTS = {
  runs: action({
    summary: 'List runs, newest first',
    example: 'hangar runs status:failed since:1h',
    fields: { q: FILTER, limit: LIMIT },
    ask: ({ api }, { q, limit = 20 }) => api.runs.list({ query: { ...definedFields({ q }), limit: String(limit) } }),
    tell: ({ runs, total }) => ({
      head: ['run', 'task', 'env', 'status', 'created', 'values', 'why'],
      rows: runs.map((row) => [
        ...[row.id, slugOrName(row), row.environment, statusCell(row), row.createdAt.slice(0, 19)],
        row.values.map(([slug, text]) => `${slug}=${text}`).join(' '),
        row.reason?.text ?? '',
      ]),
      none: 'No run matches.',
      foot: restText(runs.length, total, 'runs'),
    }),
  }),
  traffic: command({
    summary: 'List requests, newest first',
    example: 'hangar traffic is:error --follow',
    fields: { q: FILTER, limit: LIMIT, follow: toggle('Print new requests as they are answered, until stopped') },
    run: async ({ hangar, out }, { q, limit = 20, follow }) => {
      const server = await hangar();
      const filter = definedFields({ q });
      if (follow) {
        await followTraffic(server, filter, out);
        return;
      }
      const list = await server.api.traffic.list({ query: { ...filter, limit: String(limit) } });
      out.table(list, {
        head: ['request', 'at', 'status', 'method', 'path', 'made', 'error'],
        rows: list.entries.map(requestCells),
        none: 'No request matches.',
        foot: restText(list.entries.length, list.total, 'requests'),
      });
    },
  }),
  send: action({
    summary: 'Send a logged request again',
    example: 'hangar send trf1z12',
    fields: { id: operand('REQUEST', 'ID of the request') },
    ask: ({ api }, params) => api.traffic.send({ params, body: {} }),
    tell: (sent, { id }) => {
      const result = sent.status === 0 ? 'no answer arrived' : `the answer has status ${sent.status}`;
      return `Sent ${id} again as ${sent.id}: ${result}.`;
    },
  }),
} as const;

function restText(shown: number, total: number, noun: string): string | undefined {
  return total > shown && shown > 0 ? `${shown} of ${total} ${noun}` : undefined;
}

function statusCell({ status, waiting }: RunRow) {
  const text = waiting ? 'Waiting' : status;
  return { text, colour: colourOf(text) };
}

function requestCells({ id, at, status, method, path, query, runID, error }: TrafficRow) {
  const shown = status === 0 ? 'gone' : status;
  return [id, at.slice(11, 23), { text: shown, colour: colourOf(status) }, method, path + query, runID, error];
}

/** Prints requests as they are answered, until the user stops it (Ctrl+C). The server applies the filter to new requests. */
async function followTraffic({ api, follow }: Hangar, filter: { readonly q?: string }, out: Output): Promise<void> {
  const list = out.list();
  const stop = new AbortController();
  const release = onStopSignal(() => stop.abort());
  try {
    for await (const events of follow({ signal: stop.signal })) {
      const rows = (events ?? []).flatMap((event) => (event.type === 'traffic' ? [event.row] : []));
      if (rows.length === 0) continue;
      const ids = new Set(rows.map(({ id }) => id));
      const query = { ...filter, limit: String(Math.max(NEWEST, rows.length)) };
      const matching =
        filter.q === undefined
          ? rows
          : (await api.traffic.list({ query })).entries.filter(({ id }) => ids.has(id)).reverse();
      for (const row of matching) list.add(row, requestCells(row));
    }
  } finally {
    release();
  }
  list.end();
}
