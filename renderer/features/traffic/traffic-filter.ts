import type { TrafficItem } from '../../core/hangar.ts';
import { parseAgo, parseTime } from '../../core/time-filter.ts';
import { millisecondsOf } from '../../ui/time.ts';
import { wordsOf } from './filter-words.ts';

/** A named term of the filter, `status:4xx`. */
interface Term {
  readonly help: string;
  readonly example: string;
  /** @param now the present moment, in milliseconds. */
  readonly matches: (row: TrafficItem, value: string, now: number) => boolean;
  /** True when a row may match at one moment and not at another. */
  readonly isTimed?: boolean;
}

/** The named terms. Adding one is adding an entry; the help lists them. */
export const FILTER_TERMS: Readonly<Record<string, Term>> = {
  path: {
    help: 'part of the path or query',
    example: 'path:/v0/runs',
    matches: ({ path, query }, value) => `${path}${query}`.toLowerCase().includes(value),
  },
  status: {
    help: 'a status or class; more with commas',
    example: 'status:4xx',
    matches: ({ status }, value) => value.split(',').some((one) => statusMatches(status, one)),
  },
  method: { help: 'the method', example: 'method:post', matches: ({ method }, v) => method.toLowerCase() === v },
  client: { help: 'part of the client', example: 'client:curl', matches: ({ client }, value) => has(client, value) },
  caller: { help: 'part of the key or user', example: 'caller:local', matches: ({ caller }, v) => has(caller, v) },
  made: {
    help: 'a run, session or prompt',
    example: 'made:run2026',
    matches: ({ runID, sessionID, promptID }, value) => [runID, sessionID, promptID].some((id) => has(id, value)),
  },
  code: { help: 'part of the error’s code', example: 'code:not_found', matches: ({ code }, v) => has(code, v) },
  webhook: { help: 'part of a webhook’s slug', example: 'webhook:paid', matches: ({ webhook }, v) => has(webhook, v) },
  key: {
    help: 'beginning of the Idempotency-Key',
    example: 'key:6f1c',
    matches: ({ idempotencyKey }, value) => idempotencyKey.toLowerCase().startsWith(value),
  },
  slower: {
    help: 'took at least so many ms',
    example: 'slower:100',
    matches: ({ milliseconds }, value) => milliseconds >= (Number(value) || 0),
  },
  since: {
    help: 'so long ago at most, or since a time',
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

/** One thing that a filter asks for; `isNot` for `-status:200`. */
interface Wanted {
  readonly name: string;
  readonly value: string;
  readonly isNot: boolean;
}

/** What a filter lets pass. */
export interface TrafficFilter {
  /** @param now the present moment, in milliseconds. */
  readonly matches: (row: TrafficItem, now: number) => boolean;
  /** True when rows begin or cease to match as time goes by. */
  readonly isTimed: boolean;
}

/** Reads a filter: words and `"several words"` are found anywhere, `name:value` in its place, `-` in front negates. */
export function readFilter(text: string): TrafficFilter {
  const wanted = wordsOf(text)
    .map(readWord)
    .filter(({ value }) => value !== '');
  const timed = wanted.filter(({ name }) => FILTER_TERMS[name]?.isTimed === true);
  const lasting = wanted.filter((each) => !timed.includes(each));
  // Rows never change, and there may be thousands of them each time one comes.
  const known = new WeakMap<TrafficItem, boolean>();
  const matchesForGood = (row: TrafficItem) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const matches = lasting.every((each) => isMet(row, each, 0) !== each.isNot);
    known.set(row, matches);
    return matches;
  };
  return {
    matches: (row, now) => matchesForGood(row) && timed.every((each) => isMet(row, each, now) !== each.isNot),
    isTimed: timed.length > 0,
  };
}

function readWord(word: string): Wanted {
  const isNot = word.startsWith('-') && word.length > 1;
  const bare = (isNot ? word.slice(1) : word).replaceAll('"', '').toLowerCase();
  const at = bare.indexOf(':');
  const name = bare.slice(0, Math.max(0, at));
  return Object.hasOwn(FILTER_TERMS, name)
    ? { name, value: bare.slice(at + 1), isNot }
    : { name: '', value: bare, isNot };
}

function isMet(row: TrafficItem, { name, value }: Wanted, now: number): boolean {
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

/** The moment that a value names, which is in small letters here; undefined for no time, which bounds nothing. */
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
