import type { Json } from '../values/json.ts';

/** Units of durations in filters, in milliseconds. */
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of a duration such as `15m`; `undefined` for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const milliseconds = UNITS[unit];
  return milliseconds === undefined ? undefined : Number(count) * milliseconds;
}

/** A comparison of a duration, such as `>2s`. */
export interface DurationLimit {
  readonly isBelow: boolean;
  readonly milliseconds: number;
}

/** The comparison in `>2s`, `<500ms` or `2s`, which means `>2s`; `undefined` for any other text. */
export function parseDurationLimit(text: string): DurationLimit | undefined {
  const [, sign = '', duration = ''] = /^([<>]?)(.*)$/.exec(text) ?? [];
  const milliseconds = parseDuration(duration);
  return milliseconds === undefined ? undefined : { isBelow: sign === '<', milliseconds };
}

/** True for a duration that meets a limit, both in milliseconds. */
export function meetsLimit(milliseconds: number, limit: DurationLimit): boolean {
  return limit.isBelow ? milliseconds < limit.milliseconds : milliseconds > limit.milliseconds;
}

/** A word of a filter, in lower case. */
export interface FilterWord {
  /** Name of the term, such as `status` of `status:4xx`; "" for a word to search everywhere. */
  readonly name: string;
  readonly value: string;
  /** True for a word with `-` in front. */
  readonly isNot: boolean;
}

/** A word of a filter: no space outside quotes. */
export const FILTER_WORD = /(?:[^\s"]|"[^"]*"?)+/g;

/** Splits a filter into words at spaces outside quotes. */
export function wordsOf(filter: string): readonly string[] {
  return filter.match(FILTER_WORD) ?? [];
}

/**
 * Parses a filter: words and `"several words"`, `name:value`, and `-` in front of a word that must not match. A prefix that names no term belongs to the text, as does everything in quotes. @param isTerm true for the name of a term
 */
export function readFilterWords(filter: string, isTerm: (name: string) => boolean): readonly FilterWord[] {
  return wordsOf(filter)
    .map((word) => readWord(word, isTerm))
    .filter(({ value }) => value !== '');
}

function readWord(word: string, isTerm: (name: string) => boolean): FilterWord {
  const isNot = word.startsWith('-') && word.length > 1;
  const given = (isNot ? word.slice(1) : word).toLowerCase();
  const bare = given.replaceAll('"', '');
  const at = bare.indexOf(':');
  const name = bare.slice(0, Math.max(0, at));
  return isTerm(name) && !given.startsWith('"')
    ? { name, value: bare.slice(at + 1), isNot }
    : { name: '', value: bare, isNot };
}

/** True when a text contains a word; upper and lower case are equal. @param word in lower case */
export function hasWord(text: string, word: string): boolean {
  return text.toLowerCase().includes(word);
}

/** True when a text equals a word; upper and lower case are equal. @param word in lower case */
export function isWord(text: string, word: string): boolean {
  return text.toLowerCase() === word;
}

/** True when a text within a value contains the word, or a number or the name of a field equals it. */
export function jsonHasWord(value: Json, word: string): boolean {
  if (typeof value === 'string') return hasWord(value, word);
  if (value === null || typeof value !== 'object') return String(value) === word;
  if (Array.isArray(value)) return value.some((item) => jsonHasWord(item, word));
  return Object.entries(value).some(([name, item]) => isWord(name, word) || jsonHasWord(item, word));
}
