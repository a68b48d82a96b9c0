import type { FindingRule } from '../../../../shared/registry/finding-rules.ts';
import { type MonotonicMilliseconds, MICROS_PER_SECOND, type Micros } from '../../../../shared/values/timestamp.ts';
import type { ObservedRequest } from './observed-request.ts';
import { missingBuiltIn } from '../../../../shared/model/built-in-tasks.ts';
import { trimInBatches, trim } from '../../../../shared/values/trim.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';

/** A mistake found by a detector. */
export interface Occurrence {
  readonly rule: FindingRule;
  /** Occurrences of one rule with the same subject are one finding. */
  readonly subject: string;
  readonly message: string;
  /** Requests as evidence, oldest first. */
  readonly requests: readonly ObservedRequest[];
  readonly runIDs: readonly string[];
  /** Number of calls so far, instead of the number of occurrences. */
  readonly calls?: number | undefined;
}

/** Finds mistakes in requests, which arrive in the order of their ends. */
export interface Detector {
  readonly observe: (request: ObservedRequest) => readonly Occurrence[];
  /** Current mistakes, which later requests may still correct. */
  readonly open?: (now: MonotonicMilliseconds) => readonly Occurrence[];
  /** Mistakes if no request follows. */
  readonly atEnd?: () => readonly Occurrence[];
  readonly clear: () => void;
}

export const NONE: readonly Occurrence[] = [];

/** A duration for people, such as `1.2 s`. */
export function secondsText(milliseconds: number): string {
  return `${Math.max(0, Math.round(milliseconds / 10) / 100)} s`;
}

/** Finds values without effect, since nothing has their name. */
export function ignoredValues(): Detector {
  return {
    observe: (request) => {
      const { ignored, operation, sender } = request;
      if (ignored.length === 0) return NONE;
      const text = ignored.join('; ');
      return [
        {
          rule: 'dropped-values',
          subject: `${sender}\n${operation}\n${text}`,
          message: `${operation}: ${text}.`,
          requests: [request],
          runIDs: request.executed === '' ? [] : [request.runID],
        },
      ];
    },
    clear: () => undefined,
  };
}

/** Finds executions of missing built-in tasks (docs/built-in-tasks.md, "Stand-ins"). */
export function missingBuiltIns(): Detector {
  return {
    observe: (request) => {
      const slug = request.status === 404 ? missingBuiltIn(request.error) : undefined;
      if (slug === undefined) return NONE;
      const message = `${request.operation} named the built-in task "${slug}", which neither Hangar nor the workspace has.`;
      return [{ rule: 'built-in-missing', subject: slug, message, requests: [request], runIDs: [] }];
    },
    clear: () => undefined,
  };
}

/** Maximum number of keys that are remembered. */
const MAX_KEYS = 5000;
/** Emulated seconds after which a key may be used again (decision `idempotency`). */
const KEPT_FOR = 3600;

/** Finds idempotency keys with two different bodies or operations. */
export function reusedKeys(): Detector {
  const keys = new Map<string, { readonly request: ObservedRequest; readonly at: Micros }>();
  return {
    observe: (request) => {
      const { idempotencyKey, at, operation } = request;
      if (idempotencyKey === '') return NONE;
      const id = JSON.stringify([request.callerID, idempotencyKey]);
      const known = keys.get(id);
      const isNew = known === undefined || at - known.at > KEPT_FOR * MICROS_PER_SECOND;
      if (isNew) {
        keys.set(id, { request, at });
        trimInBatches(keys, MAX_KEYS);
        return NONE;
      }
      const first = known.request;
      if (first.action === request.action) return NONE;
      const what = first.operation === operation ? 'another body' : `${first.operation}, with another operation`;
      return [
        {
          rule: 'key-reused',
          subject: id,
          message: `The Idempotency-Key "${quoteForMessage(idempotencyKey)}" of ${operation} was used before for ${what}.`,
          requests: [first, request],
          runIDs: [first.runID, request.runID],
        },
      ];
    },
    clear: () => keys.clear(),
  };
}

/** Maximum number of unread runs that are remembered. */
const MAX_RUNS = 10_000;

/** Finds runs executed by clients without reading the result: neither a final status nor an output. */
export function unreadRuns(): Detector {
  const unread = new Map<string, ObservedRequest>();
  return {
    observe: (request) => {
      const { operation, executed, runID, runStatus, listedRuns, status } = request;
      if ((operation === 'tasks/execute' || operation === 'runs/create') && executed !== '') {
        unread.set(runID, request);
        trimInBatches(unread, MAX_RUNS);
      }
      if (unread.size === 0) return NONE;
      if (operation === 'runs/getOutputs' && status === 200) unread.delete(runID);
      if (runStatus !== '' && TERMINAL_RUN_STATUSES.has(runStatus)) unread.delete(runID);
      for (const run of listedRuns) if (TERMINAL_RUN_STATUSES.has(run.status)) unread.delete(run.id);
      return NONE;
    },
    atEnd: () => {
      const bySender = new Map<string, ObservedRequest[]>();
      for (const request of unread.values()) {
        const known = bySender.get(request.sender);
        if (known === undefined) bySender.set(request.sender, [request]);
        else known.push(request);
      }
      return [...bySender].map(([subject, requests]) => ({
        rule: 'unread-run' as const,
        subject,
        message: `The outcome of ${requests.length === 1 ? 'a run' : `${requests.length} runs`} was never read.`,
        requests,
        runIDs: requests.map(({ runID }) => runID),
        calls: requests.length,
      }));
    },
    clear: () => unread.clear(),
  };
}

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
