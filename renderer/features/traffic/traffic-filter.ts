import type { TrafficItem } from '../../core/hangar.ts';
import { parseAgo, parseTime } from '../../core/time-filter.ts';
import { millisecondsOf } from '../../ui/time.ts';
import { type FilterWord, readFilterWords } from '../../../shared/model/filter.ts';

/** A named term of the filter, such as `status`. */
interface Term {
  readonly help: string;
  readonly example: string;
  /** @param now milliseconds since 1970 */
  readonly matches: (row: TrafficItem, value: string, now: number) => boolean;
  /** True when the result depends on the current time. */
  readonly isTimed?: boolean;
}

/** All named terms, in the order of the help. */
export const FILTER_TERMS: Readonly<Record<string, Term>> = {
  path: {
    help: 'part of the path or query',
    example: 'path:/v0/runs',
    matches: ({ path, query }, value) => `${path}${query}`.toLowerCase().includes(value),
  },
  status: {
    help: 'statuses or classes, separated by commas',
    example: 'status:4xx',
    matches: ({ status }, value) => value.split(',').some((one) => statusMatches(status, one)),
  },
  method: { help: 'method', example: 'method:post', matches: ({ method }, v) => method.toLowerCase() === v },
  client: { help: 'part of the client', example: 'client:curl', matches: ({ client }, value) => has(client, value) },
  caller: { help: 'part of the key or user', example: 'caller:local', matches: ({ caller }, v) => has(caller, v) },
  made: {
    help: 'ID of a run, session or prompt',
    example: 'made:run2026',
    matches: ({ runID, sessionID, promptID }, value) => [runID, sessionID, promptID].some((id) => has(id, value)),
  },
  code: { help: 'part of the error code', example: 'code:not_found', matches: ({ code }, v) => has(code, v) },
  webhook: { help: 'part of the webhook slug', example: 'webhook:paid', matches: ({ webhook }, v) => has(webhook, v) },
  key: {
    help: 'beginning of the Idempotency-Key',
    example: 'key:6f1c',
    matches: ({ idempotencyKey }, value) => idempotencyKey.toLowerCase().startsWith(value),
  },
  slower: {
    help: 'minimum duration in ms',
    example: 'slower:100',
    matches: ({ milliseconds }, value) => milliseconds >= (Number(value) || 0),
  },
  since: {
    help: 'at most this long ago, or since a time',
    example: 'since:15m',
    isTimed: true,
    matches: ({ at }, value, now) => millisecondsOf(at) >= (momentIn(value, now) ?? -Infinity),
  },
  until: {
    help: 'longer ago, or before a time',
    example: 'until:1h',
    isTimed: true,
    matches: ({ at }, value, now) => millisecondsOf(at) < (momentIn(value, now) ?? Infinity),
  },
  is: { help: 'replay, error, warning or gone', example: 'is:replay', matches: (row, value) => isA(row, value) },
};

/** A parsed filter. */
export interface TrafficFilter {
  /** @param now milliseconds since 1970 */
  readonly matches: (row: TrafficItem, now: number) => boolean;
  /** True when the result depends on the current time. */
  readonly isTimed: boolean;
}

/** Parses a filter. Words and `"several words"` match anywhere, `name:value` one field; `-` in front negates. */
export function readFilter(text: string): TrafficFilter {
  const words = readFilterWords(text, (name) => Object.hasOwn(FILTER_TERMS, name));
  const timed = words.filter(({ name }) => FILTER_TERMS[name]?.isTimed === true);
  const untimed = words.filter((each) => !timed.includes(each));
  // Rows never change, and each new one causes a pass over thousands: cache their results.
  const cache = new WeakMap<TrafficItem, boolean>();
  const matchesUntimed = (row: TrafficItem) => {
    const cached = cache.get(row);
    if (cached !== undefined) return cached;
    const matches = untimed.every((each) => isMet(row, each, 0) !== each.isNot);
    cache.set(row, matches);
    return matches;
  };
  return {
    matches: (row, now) => matchesUntimed(row) && timed.every((each) => isMet(row, each, now) !== each.isNot),
    isTimed: timed.length > 0,
  };
}

function isMet(row: TrafficItem, { name, value }: FilterWord, now: number): boolean {
  const term = FILTER_TERMS[name];
  return term === undefined ? anywhere(row).includes(value) : term.matches(row, value, now);
}

function anywhere(row: TrafficItem): string {
  const { method, path, query, status, client, caller, runID, sessionID, promptID, error, webhook } = row;
  const texts = [`${method} ${path}${query}`, status, client, caller, runID, sessionID, promptID, error, webhook];
  return [...texts, row.code, row.idempotencyKey, ...row.warnings].join('\n').toLowerCase();
}

function statusMatches(status: number, value: string): boolean {
  if (value === 'gone') return status === 0;
  return value !== '' && Array.from(value).every((digit, index) => digit === 'x' || String(status)[index] === digit);
}

/** The time of a lowercased value; undefined for no time. */
function momentIn(value: string, now: number): number | undefined {
  return parseTime(parseAgo(value) === undefined ? value.toUpperCase() : value, now);
}

function isA({ replayOf, status, warnings }: TrafficItem, value: string): boolean {
  switch (value) {
    case 'replay':
      return replayOf !== '';
    case 'error':
      return status >= 400;
    case 'warning':
      return warnings.length > 0;
    case 'gone':
      return status === 0;
    default:
      return false;
  }
}

function has(text: string, value: string): boolean {
  return text.toLowerCase().includes(value);
}
