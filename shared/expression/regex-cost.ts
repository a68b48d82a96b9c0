/**
 * Part of a regular expression: its text in RE2's syntax (null when RE2 lacks it), and its worst cost for a backtracking engine:
 * `paths` is the number of ways to match a text of `length`, `work` the number of steps to try them all.
 */
export interface PatternPart {
  readonly re2: string | null;
  readonly paths: (length: number) => number;
  readonly work: (length: number) => number;
  /** Approximate number of RE2 instructions. */
  readonly size: number;
  /** Begins with `^`, so it can only match at the beginning. */
  readonly anchored: boolean;
}

const one = (): number => 1;
const all = (length: number): number => length + 1;

/** Cost of a character set by property: with the flag `i` it takes RE2 most of a millisecond. */
const CHARACTER_TABLE = 50;

/** A part that matches in one way or not at all. Without RE2 text it is a back reference, which compares a whole text. */
export function single(re2: string | null): PatternPart {
  const size = re2 === null || re2.includes('\\p') || re2.includes('\\P') ? CHARACTER_TABLE : 1;
  return { re2, paths: one, work: re2 === null ? all : one, size, anchored: re2 === '^' };
}

/** Parts one after another: every way through the first is tried with every way through the second. */
export function inSequence(first: PatternPart, second: PatternPart): PatternPart {
  return {
    re2: first.re2 === null || second.re2 === null ? null : first.re2 + second.re2,
    paths: (length) => first.paths(length) * second.paths(length),
    work: (length) => first.work(length) + first.paths(length) * second.work(length),
    size: first.size + second.size,
    anchored: first.anchored || (first.re2 === '' && second.anchored),
  };
}

/** One part or the other: every way through each is tried. */
export function either(first: PatternPart, second: PatternPart): PatternPart {
  return {
    re2: first.re2 === null || second.re2 === null ? null : `${first.re2}|${second.re2}`,
    paths: (length) => first.paths(length) + second.paths(length),
    work: (length) => 1 + first.work(length) + second.work(length),
    size: 1 + first.size + second.size,
    anchored: first.anchored && second.anchored,
  };
}

/** A part in a group written with `opening`. */
export function inGroup(part: PatternPart, opening: string): PatternPart {
  return { ...part, re2: part.re2 === null ? null : `${opening}${part.re2})` };
}

/** A look-ahead or look-behind: it is never re-entered by backtracking, so its paths are added, not multiplied. */
export function assertion(part: PatternPart): PatternPart {
  return { re2: null, paths: one, work: part.work, size: part.size, anchored: false };
}

/** A part repeated `least` to `most` times; `written` is the quantifier. */
export function repeated(part: PatternPart, least: number, most: number, written: string): PatternPart {
  return {
    re2: part.re2 === null ? null : `(?:${part.re2})${written}`,
    paths: (length) => waysToRepeat(part.paths(length), least, Math.min(most, Math.max(length, least))),
    work: (length) => {
      const rounds = Math.min(most, Math.max(length, least)) + 1;
      return waysToRepeat(part.paths(length), 0, rounds) * part.work(length);
    },
    size: 1 + part.size * Math.max(1, Number.isFinite(most) ? most : least),
    anchored: false,
  };
}

function waysToRepeat(paths: number, least: number, most: number): number {
  if (paths <= 1) return most - least + 1;
  // An upper bound of the sum of paths^least … paths^most.
  return (most - least + 1) * paths ** most;
}
