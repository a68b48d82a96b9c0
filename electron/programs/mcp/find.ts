import { z } from 'zod';
import type { Hangar } from '../client/hangar.ts';
import { callText, toolCall, ToolError } from '../actions/action.ts';
import { READS, tool } from './tool.ts';

interface Found {
  readonly items: readonly { readonly id: string }[];
  readonly total: number;
}

interface Page {
  readonly q?: string;
  readonly offset: number;
  readonly limit: number;
}

/** Lists runs, sessions, prompts or requests. The server of the tools gives the rest of long answers. */
export const find = tool(
  'List runs, sessions, pending prompts or requests, newest first (prompts: oldest first). ' +
    'Filters are words and terms: status:failed task:refund env:prod param.amount:>100 is:error path:execute since:1h. ' +
    'what "rest" with a cursor gives the rest of an answer that was cut.',
  READS,
  toolCall(
    z.strictObject({
      what: z
        .enum(['runs', 'sessions', 'prompts', 'requests', 'rest'])
        .describe('List to search, or rest for the rest of an answer'),
      filter: z.string().max(10_000).optional().describe('Words and terms; default: all'),
      limit: z.int().min(1).max(100).optional().describe('Default: 20'),
      cursor: z.string().max(100).optional().describe('From an earlier answer'),
    }),
    async (hangar, { what, filter, limit = 20, cursor = '0' }) => {
      if (what === 'rest' || !/^\d{1,9}$/.test(cursor))
        throw new ToolError(`cursor: "${cursor}" is unknown or expired`, 'Repeat the call that returned it.');
      const offset = Number(cursor);
      const q = filter === undefined || filter === '' ? {} : { q: filter };
      const { items, total } = await FINDERS[what](hangar, { ...q, offset, limit });
      const end = offset + items.length;
      const isCut = items.length > 0 && total > end;
      return {
        value: { items, total, ...(isCut ? { cursor: String(end) } : {}) },
        next: nextOf({
          what,
          id: items[0]?.id,
          more: isCut ? { ...definedFilter(filter), limit, cursor: String(end) } : undefined,
        }),
      };
    },
  ),
);

function definedFilter(filter: string | undefined): { readonly filter?: string } {
  return filter === undefined ? {} : { filter };
}

interface Next {
  readonly what: string;
  readonly id: string | undefined;
  /** Arguments of the call for the next page. */
  readonly more: object | undefined;
}

function nextOf({ what, id, more }: Next): string {
  if (id === undefined) return 'describe {}';
  const first = callText('explain', { id });
  return more === undefined ? first : `${first}, or for more ${callText('find', { what, ...more })}`;
}

const FINDERS: {
  readonly [Name in 'runs' | 'sessions' | 'prompts' | 'requests']: (hangar: Hangar, page: Page) => Promise<Found>;
} = {
  runs: async ({ api }, page) => {
    const { runs, total } = await api.runs.list({ query: textOf(page) });
    return { items: runs, total };
  },
  sessions: async ({ api }, page) => {
    const { sessions, total } = await api.sessions.list({ query: textOf(page) });
    return { items: sessions.map((row) => ({ id: row.session.id, ...row })), total };
  },
  prompts: async ({ api }, { q, offset, limit }) => {
    const { prompts } = await api.prompts.list({ query: q === undefined ? {} : { q } });
    const items = prompts.slice(offset, offset + limit).map((row) => ({ id: row.prompt.id, ...row }));
    return { items, total: prompts.length };
  },
  requests: async ({ api }, { q, offset, limit }) => {
    const filter = q === undefined ? {} : { q };
    const { entries, total } = await api.traffic.list({
      query: { ...filter, limit: String(Math.min(offset + limit, 100_000)) },
    });
    return { items: entries.slice(offset), total };
  },
};

function textOf({ q, offset, limit }: Page) {
  return { ...(q === undefined ? {} : { q }), offset: String(offset), limit: String(limit) };
}
