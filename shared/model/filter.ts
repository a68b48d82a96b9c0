import type { Json } from '../values/json.ts';

/** Units of durations in filters, in milliseconds. */
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of a duration such as `15m`; `undefined` for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const milliseconds = UNITS[unit];
  return milliseconds === undefined ? undefined : Number(count) * milliseconds;
}

/** A comparison with a number, such as `>=2`. */
export interface Limit {
  readonly sign: string;
  readonly number: number;
}

const COMPARISONS: Readonly<Record<string, (given: number, limit: number) => boolean>> = {
  '<': (given, limit) => given < limit,
  '<=': (given, limit) => given <= limit,
  '>': (given, limit) => given > limit,
  '>=': (given, limit) => given >= limit,
};

/** The sign in front of a text, and the rest: `>=` and `2s` of `>=2s`. */
function splitSign(text: string): readonly [sign: string, rest: string] {
  const [, sign = '', rest = ''] = /^([<>]=?)?(.*)$/s.exec(text) ?? [];
  return [sign, rest];
}

/** The comparison in `>2s`, `<=500ms` or `2s`, which means `>2s`, in milliseconds; `undefined` for any other text. */
export function parseDurationLimit(text: string): Limit | undefined {
  const [sign, duration] = splitSign(text);
  const number = parseDuration(duration);
  return number === undefined ? undefined : { sign: sign === '' ? '>' : sign, number };
}

/** The comparison in `>100`, `<=-2.5` or `>=1e3`; `undefined` for any other text. */
export function parseLimit(text: string): Limit | undefined {
  const [sign, number] = splitSign(text);
  return sign !== '' && NUMBER.test(number) ? { sign, number: Number(number) } : undefined;
}

const NUMBER = /^[-+]?\d{1,20}(?:\.\d{1,20})?(?:e[-+]?\d{1,3})?$/;

/** True for a number that meets a limit. */
export function meetsLimit(given: number, { sign, number }: Limit): boolean {
  return COMPARISONS[sign]?.(given, number) === true;
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

/** The test of a value of a run: it contains a text, or a number in it meets a comparison such as `>100`. @param word in lower case */
export function valueTest(word: string): (value: Json) => boolean {
  const limit = parseLimit(word);
  return (value) => (limit !== undefined && jsonMeetsLimit(value, limit)) || jsonHasWord(value, word);
}

/** True when a number within a value meets a limit. */
function jsonMeetsLimit(value: Json, limit: Limit): boolean {
  if (typeof value === 'number') return meetsLimit(value, limit);
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value).some((item: Json) => jsonMeetsLimit(item, limit));
}
