import { memoizeByObject } from '../../../shared/values/memoize-by-object.ts';
import type { TrafficItem } from '../../core/data/hangar.ts';
import { millisecondsOf } from '../../ui/text/time.ts';
import type { FilterWord } from '../../../shared/model/filter.ts';
import { filterProblem, readFilter as readWords } from '../../../shared/model/read-filter.ts';
import { REQUEST_TESTS, requestHasWord, TIMED_TERMS } from '../../../shared/model/request-filter.ts';

/** A parsed filter. */
export interface TrafficFilter {
  /**
   * True when a request matches; undefined when only the server knows, since it searches bodies too.
   *
   * @param now milliseconds since 1970
   */
  readonly matches: (row: TrafficItem, now: number) => boolean | undefined;
  /** True when the result depends on the current time. */
  readonly isTimed: boolean;
  /** The problem of an invalid filter, which matches nothing; '' for a valid one. */
  readonly problem: string;
}

/** Parses a filter (docs/filters.md). */
export function readFilter(text: string): TrafficFilter {
  const problem = filterProblem('request', text);
  const words = problem === '' ? readWords('request', text) : [];
  const timed = words.filter(({ name }) => TIMED_TERMS.has(name));
  const untimed = words.filter((each) => !timed.includes(each));
  // Rows never change, and each new one causes a pass over thousands.
  const matchesUntimed = memoizeByObject((row: TrafficItem) => isMetByAll(row, untimed, 0));
  return {
    matches: (row, now) => {
      if (problem !== '' || isMetByAll(row, timed, now) === false) return false;
      return matchesUntimed(row);
    },
    isTimed: timed.length > 0,
    problem,
  };
}

/** True when a row meets all words, false when it fails one; undefined when only the server knows. */
function isMetByAll(row: TrafficItem, words: readonly FilterWord[], now: number): boolean | undefined {
  let isKnown = true;
  for (const word of words) {
    const isMet = isMetBy(row, word, now);
    if (isMet === word.isNot) return false;
    if (isMet === undefined) isKnown = false;
  }
  return isKnown || undefined;
}

function isMetBy(row: TrafficItem, { name, value }: FilterWord, now: number): boolean | undefined {
  const request = {
    row,
    get atMilliseconds() {
      return millisecondsOf(row.at);
    },
  };
  if (name === '') return requestHasWord(request, value) || undefined;
  return isRowTerm(name) ? REQUEST_TESTS[name](request, value, now) : undefined;
}

function isRowTerm(name: string): name is keyof typeof REQUEST_TESTS {
  return Object.hasOwn(REQUEST_TESTS, name);
}
