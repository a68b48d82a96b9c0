import { hasWord, meetsLimit, parseDuration, parseDurationLimit, parseLimit } from './filter.ts';
import type { TermName } from './filter-terms.ts';

/** The fields of a request that filters read. */
export interface FilteredRequest {
  /** Milliseconds since 1970, in the service's time. */
  readonly atMilliseconds: number;
  readonly row: {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly status: number;
    readonly milliseconds: number;
    readonly client: string;
    readonly caller: string;
    readonly runID: string;
    readonly sessionID: string;
    readonly promptID: string;
    readonly error: string;
    readonly code: string;
    readonly warnings: readonly string[];
    readonly idempotencyKey: string;
    readonly replayOf: string;
    readonly webhook: string;
    readonly fault?: { readonly slug: string; readonly kind: string } | undefined;
  };
}

/** Terms that need more than the row of a request. */
export type DeepTerm = 'body' | 'task' | 'env' | 'param';

/** A test of a term. @param now milliseconds since 1970, in the service's time */
export type RequestTest = (request: FilteredRequest, value: string, now: number) => boolean;

/** The tests of terms that need only a row. Values are valid. */
export const REQUEST_TESTS: Readonly<Record<Exclude<TermName<'request'>, DeepTerm>, RequestTest>> = {
  status: ({ row: { status } }, value) => value.split(',').some((one) => isStatus(status, one)),
  method: ({ row: { method } }, value) => method.toLowerCase() === value,
  path: ({ row: { path, query } }, value) => hasWord(`${path}${query}`, value),
  made: ({ row: { runID, sessionID, promptID } }, value) =>
    [runID, sessionID, promptID].some((id) => hasWord(id, value)),
  client: ({ row: { client } }, value) => hasWord(client, value),
  caller: ({ row: { caller } }, value) => hasWord(caller, value),
  code: ({ row: { code } }, value) => hasWord(code, value),
  error: ({ row: { error } }, value) => hasWord(error, value),
  fault: ({ row: { fault } }, value) => fault !== undefined && hasWord(`${fault.slug} ${fault.kind}`, value),
  webhook: ({ row: { webhook } }, value) => hasWord(webhook, value),
  key: ({ row: { idempotencyKey } }, value) => idempotencyKey.toLowerCase().startsWith(value),
  is: ({ row }, value) => KINDS[value]?.(row) === true,
  since: ({ atMilliseconds }, value, now) => atMilliseconds >= momentIn(value, now),
  until: ({ atMilliseconds }, value, now) => atMilliseconds < momentIn(value, now),
  took: ({ row: { milliseconds } }, value) => {
    const limit = parseDurationLimit(value);
    return limit !== undefined && meetsLimit(milliseconds, limit);
  },
  slower: ({ row: { milliseconds } }, value) => milliseconds >= Number(value),
};

/** Values of the term `is`. */
const KINDS: Readonly<Record<string, (row: FilteredRequest['row']) => boolean>> = {
  error: ({ status }) => status >= 400,
  warning: ({ warnings }) => warnings.length > 0,
  replay: ({ replayOf }) => replayOf !== '',
  fault: ({ fault }) => fault !== undefined,
  gone: ({ status }) => status === 0,
};

/** True when the row of a request contains a word. */
export function requestHasWord({ row }: FilteredRequest, word: string): boolean {
  const { method, path, query, status, warnings, fault } = row;
  const names = [row.client, row.caller, row.webhook, row.idempotencyKey, fault?.slug ?? ''];
  const ids = [row.id, row.runID, row.sessionID, row.promptID];
  const texts = [`${method} ${path}${query}`, String(status), row.error, row.code, ...names, ...ids, ...warnings];
  return hasWord(texts.join('\n'), word);
}

function isStatus(status: number, value: string): boolean {
  if (value === 'gone') return status === 0;
  const limit = parseLimit(value);
  if (limit !== undefined) return status > 0 && meetsLimit(status, limit);
  return Array.from(value).every((digit, index) => digit === 'x' || String(status)[index] === digit);
}

/** The time of a duration ago, or of an RFC 3339 time in lower case. */
function momentIn(value: string, now: number): number {
  const ago = parseDuration(value);
  return ago === undefined ? Date.parse(value.toUpperCase()) : now - ago;
}
