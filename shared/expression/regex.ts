import { RE2JS } from 're2js';
import { EvaluationError } from './expression-error.ts';
import { type PatternPart, readPattern } from './regex-syntax.ts';
import { messageOf } from '../values/messages.ts';

/**
 * Maximum number of steps of a backtracking search: some 40 ms. A quarter of it took 10 ms in a trial of 600,000 random patterns.
 */
const MOST_BACKTRACKING = 20_000_000;
/** Maximum product of characters and program size of a linear search: some 90 milliseconds. */
export const MOST_LINEAR = 4_000_000;
/** Maximum number of RE2 instructions, each of which takes some microseconds to compile. */
const LARGEST_PROGRAM = 5_000;
/** Maximum length of a pattern, in characters. */
export const LONGEST_PATTERN = 2_000;

/** Counts operations before a search; throws when there are too many. */
export type Spend = (operations: number) => void;
/** Counts nothing. */
export const UNCOUNTED: Spend = () => undefined;
/** Operations that compiling one instruction counts as. */
export const OPERATIONS_PER_INSTRUCTION = 20;

/** A match of a pattern; groups that did not participate are undefined. */
export interface Found {
  readonly index: number;
  readonly groups: readonly (string | undefined)[];
  readonly named: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * A regular expression in JavaScript's syntax with bounded searches. A search that backtracking provably finishes soon runs on
 * the native engine; any other on RE2, which is linear but lacks look-around and back references. Refuses patterns that neither
 * can run. RE2 matches by code point, as with the flag `u`. There is no `lastIndex`: every search starts at the beginning.
 */
export class Pattern {
  readonly source: string;
  readonly flags: string;
  private readonly native: RegExp;
  private readonly part: PatternPart;
  private re2: RE2JS | null | undefined;

  constructor(source: string, flags = '') {
    if (source.length > LONGEST_PATTERN) {
      throw new EvaluationError(`a regular expression may have at most ${LONGEST_PATTERN} characters`);
    }
    if (flags.includes('v')) throw new EvaluationError('the flag “v” of regular expressions is not supported; use “u”');
    this.native = nativePattern(source, flags);
    this.source = this.native.source;
    this.flags = flags;
    this.part = readPattern(source, flags);
  }

  get global(): boolean {
    return this.flags.includes('g');
  }

  toString(): string {
    return `/${this.source}/${this.flags}`;
  }

  /** The first match at or after `start`. */
  find(text: string, start: number, spend = UNCOUNTED): Found | null {
    if (start > text.length) return null;
    const found = this.isCheap(text.length - start)
      ? this.nativeFind(text, start)
      : this.findLinearly(text, start, spend);
    return found !== null && this.native.sticky && found.index !== start ? null : found;
  }

  private isCheap(length: number): boolean {
    return this.backtracking(length) <= MOST_BACKTRACKING;
  }

  /** Steps of a backtracking search at worst. */
  private backtracking(length: number): number {
    const { work, anchored } = this.part;
    const starts = anchored && !this.native.multiline ? 1 : length + 1;
    return starts * work(length);
  }

  private nativeFind(text: string, start: number): Found | null {
    this.native.lastIndex = start;
    const match = this.native.exec(text);
    return match && { index: match.index, groups: Array.from(match), named: match.groups };
  }

  /** `find` on RE2, whatever its cost on the native engine. */
  findLinearly(text: string, start: number, spend = UNCOUNTED): Found | null {
    if (this.re2 === undefined) {
      spend(Math.min(this.part.size, LARGEST_PROGRAM) * OPERATIONS_PER_INSTRUCTION);
      this.re2 = linearPattern(this.part, this.flags);
    }
    const { re2 } = this;
    if (re2 === null)
      throw new EvaluationError(`the regular expression ${this.toString()} could take too long on this text`);
    const work = re2.programSize() * text.length;
    if (work > MOST_LINEAR) {
      throw new EvaluationError(`the text is too long for the regular expression ${this.toString()}`);
    }
    spend(work >>> 3);
    const matcher = re2.matcher(text);
    if (!matcher.find(start)) return null;
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group) ?? undefined);
    return { index: matcher.start(), groups, named: namedGroups(re2.namedGroups(), groups) };
  }
}

function nativePattern(source: string, flags: string): RegExp {
  try {
    const pattern = new RegExp(source, flags);
    // A search begins at `lastIndex` only with `g`; the author's own flags are kept in `flags`.
    return pattern.global ? pattern : new RegExp(source, `${flags}g`);
  } catch (cause) {
    throw new EvaluationError(messageOf(cause));
  }
}

function linearPattern({ re2, size }: PatternPart, flags: string): RE2JS | null {
  if (re2 === null || size > LARGEST_PROGRAM) return null;
  try {
    return RE2JS.compile(`(?${flags.replace(/[^im]/g, '')}:${re2})`);
  } catch {
    // RE2 refuses patterns that need more than linear time and space; the caller reports it.
    return null;
  }
}

function namedGroups(
  names: Readonly<Record<string, number>>,
  groups: readonly (string | undefined)[],
): Record<string, string | undefined> | undefined {
  const entries = Object.entries(names).map(([name, group]) => [name, groups[group]] as const);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
