import { trim } from '../../../../shared/values/trim.ts';
import { NONE, type Detector } from './detector.ts';
import type { ObservedRequest } from './observed-request.ts';

/** Maximum number of unfinished lists that are remembered. */
const MAX_LISTS = 1000;
/** Maximum time until the next page is read, in milliseconds. */
const GRACE = 1000;

/** Finds lists of which a client has read only the first pages. */
export function unreadPages(): Detector {
  /** The last page read of each unfinished list. */
  const open = new Map<string, ObservedRequest>();
  return {
    observe: (request) => {
      if (request.operation !== 'runs/list' && request.operation !== 'sessions/list') return NONE;
      if (request.status !== 200 || request.isSpoiled) return NONE;
      const id = listOf(request);
      open.delete(id);
      if (request.hasMore) open.set(id, request);
      trim(open, MAX_LISTS);
      return NONE;
    },
    open: (now) =>
      [...open].flatMap(([subject, request]) =>
        now - request.endedAt < GRACE
          ? []
          : [
              {
                rule: 'unread-page' as const,
                subject,
                message: `Page ${pageOf(request)} of ${request.operation} was full and there were more items, but page ${pageOf(request) + 1} was not read.`,
                requests: [request],
                runIDs: [],
              },
            ],
      ),
    clear: () => open.clear(),
  };
}

/** Identifies a list: its client and its query without the page. */
function listOf({ sender, operation, query }: ObservedRequest): string {
  const filters = Object.entries(query).filter(([name]) => name !== 'page');
  return JSON.stringify([sender, operation, filters.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function pageOf({ query }: ObservedRequest): number {
  return Number(query['page'] ?? '0');
}
