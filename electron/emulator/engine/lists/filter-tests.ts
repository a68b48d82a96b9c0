import {
  type FilterWord,
  hasWord,
  isWord,
  meetsLimit,
  parseDuration,
  parseDurationLimit,
  valueTest,
} from '../../../../shared/model/filter.ts';
import { type FilterKind, PARAMETER, type TermName } from '../../../../shared/model/filter-terms.ts';
import { readFilter } from '../../../../shared/model/read-filter.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';
import { type Micros, MICROS_PER_MILLISECOND, parseRfc3339 } from '../../../../shared/values/timestamp.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { environmentOf } from '../context/scope.ts';

/** Makes the test of a term from its value, which is valid. */
type MakeTest<Test> = (value: string, context: EngineContext) => Test;

/** The tests of a kind's terms, by name. To add a term, add an entry here and in `filter-terms.ts`. */
export type TermTests<Kind extends FilterKind, Test> = Readonly<
  Record<Exclude<TermName<Kind>, 'param'>, MakeTest<Test>> & {
    /** Makes the test of a parameter's value. */
    param: (slug: string, value: string) => Test;
  }
>;

/** A test of a filter; with `isNot` it must fail. */
interface FilterTest<Test> {
  readonly test: Test;
  readonly isNot: boolean;
}

/** The tests of a filter's terms, and the words to search everywhere. */
interface FilterTests<Test> {
  readonly tests: readonly FilterTest<Test>[];
  readonly words: readonly FilterWord[];
}

/** True for a filter that is not empty. */
export function isFilter(q: string | undefined): q is string {
  return q !== undefined && q.trim() !== '';
}

/** Parses the filter of a list. Throws 400 for an invalid one. */
export function filterTests<Kind extends FilterKind, Test>(
  kind: Kind,
  text: string,
  { terms, context }: { readonly terms: TermTests<Kind, Test>; readonly context: EngineContext },
): FilterTests<Test> {
  const makers = new Map<string, unknown>(Object.entries(terms));
  const tests: FilterTest<Test>[] = [];
  const words: FilterWord[] = [];
  for (const word of readFilter(kind, text)) {
    const { name, value, isNot } = word;
    if (name === '') words.push(word);
    else if (name.startsWith(PARAMETER)) tests.push({ test: terms.param(name.slice(PARAMETER.length), value), isNot });
    // `readFilter` returns only terms of this kind.
    else tests.push({ test: (makers.get(name) as MakeTest<Test>)(value, context), isNot });
  }
  return { tests, words };
}

/** True for an item that meets all tests and words of a filter. */
export function meetsFilter<Test>(
  { tests, words }: FilterTests<Test>,
  isMet: (test: Test) => boolean,
  isFound: (word: string) => boolean,
): boolean {
  for (const { test, isNot } of tests) {
    if (isMet(test) === isNot) return false;
  }
  for (const { value, isNot } of words) {
    if (isFound(value) === isNot) return false;
  }
  return true;
}

/** True when an environment has this slug or ID. */
export function isEnvironment(context: EngineContext, environmentID: string, value: string): boolean {
  return [environmentID, environmentOf(context, environmentID).slug].some((id) => isWord(id, value));
}

/** Returns the test of a parameter's value among all values. Filters are in lower case, but slugs may not be. */
export function parameterTest(slug: string, value: string): (all: JsonObject) => boolean {
  const isMet = valueTest(value);
  return (all) => Object.entries(all).some(([key, given]) => isWord(key, slug) && isMet(given));
}

/** True when one of these texts contains a word. */
export function someHasWord(texts: readonly string[], word: string): boolean {
  return texts.some((text) => hasWord(text, word));
}

/** The time of a duration ago, in the service's time, or of an RFC 3339 time. */
export function momentOf(value: string, { time }: EngineContext): Micros {
  const ago = parseDuration(value);
  return ago === undefined ? (parseRfc3339(value.toUpperCase()) ?? 0) : time.now() - ago * MICROS_PER_MILLISECOND;
}

/** Returns the test of a duration in microseconds; `undefined` meets no limit. */
export function durationTest(value: string): (micros: number | undefined) => boolean {
  const limit = parseDurationLimit(value);
  return (micros) => limit !== undefined && micros !== undefined && meetsLimit(micros / MICROS_PER_MILLISECOND, limit);
}

/** Returns the test of a status against a list of abbreviations. */
export function statusTest(value: string): (status: string) => boolean {
  const beginnings = value.split(',');
  return (status) => beginnings.some((beginning) => status.toLowerCase().startsWith(beginning));
}

/** The test with a name. */
export function chosenTest<Test>(tests: Readonly<Record<string, Test>>, value: string): Test {
  const test = Object.hasOwn(tests, value) ? tests[value] : undefined;
  if (test === undefined) throw new Error(`the filter's table allows "${value}", which has no test`);
  return test;
}
