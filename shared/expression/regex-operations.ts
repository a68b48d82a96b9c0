import { EvaluationError } from './expression-error.ts';
import type { Found, Pattern } from './regex.ts';

/** Called before every search, so that many short ones count like one long one. Throws when time is up. */
export type Tick = (operations?: number) => void;

/** A match as in JavaScript: a list of groups with `index`, `input` and `groups`. */
export type Match = readonly (string | undefined)[];

/** `pattern.test(text)`. */
export function test(pattern: Pattern, text: string, tick: Tick): boolean {
  tick();
  return pattern.find(text, 0, tick) !== null;
}

/** `text.search(pattern)`: the index of the first match; -1 for none. */
export function search(pattern: Pattern, text: string, tick: Tick): number {
  tick();
  return pattern.find(text, 0, tick)?.index ?? -1;
}

/** `text.match(pattern)`: the first match with its groups; with the flag `g` the texts of all of them. */
export function match(pattern: Pattern, text: string, tick: Tick): Match | null {
  if (!pattern.global) return exec(pattern, text, tick);
  const texts = findAll(pattern, text, tick).map((found) => found.groups[0]);
  return texts.length > 0 ? texts : null;
}

/** `pattern.exec(text)`: the first match from the beginning, since patterns have no `lastIndex` here. */
export function exec(pattern: Pattern, text: string, tick: Tick): Match | null {
  tick();
  const found = pattern.find(text, 0, tick);
  return found && asMatch(found, text);
}

/** `text.matchAll(pattern)` as a list; the pattern must have the flag `g`. */
export function matchAll(pattern: Pattern, text: string, tick: Tick): Match[] {
  if (!pattern.global) throw new EvaluationError('matchAll needs a regular expression with the flag “g”');
  return findAll(pattern, text, tick).map((found) => asMatch(found, text));
}

/** `text.replace(pattern, …)`: `replacement` returns the new text of each match. */
export function replace(pattern: Pattern, text: string, replacement: (found: Found) => string, tick: Tick): string {
  tick();
  const first = pattern.global ? null : pattern.find(text, 0, tick);
  const all = pattern.global ? findAll(pattern, text, tick) : first ? [first] : [];
  let result = '';
  let end = 0;
  for (const found of all) {
    result += text.slice(end, found.index) + replacement(found);
    end = found.index + lengthOf(found);
  }
  return result + text.slice(end);
}

/** `text.split(pattern, most)`, with what the groups matched between the parts. */
export function split(pattern: Pattern, text: string, most: number, tick: Tick): (string | undefined)[] {
  if (text === '') return test(pattern, text, tick) ? [] : [''];
  const parts: (string | undefined)[] = [];
  let end = 0;
  for (const found of findAll(pattern, text, tick)) {
    const after = found.index + lengthOf(found);
    // An empty match at either end of the text, or where the last one ended, separates nothing.
    if (found.index >= text.length || after === end) continue;
    parts.push(text.slice(end, found.index), ...found.groups.slice(1));
    end = after;
    if (parts.length >= most) break;
  }
  parts.push(text.slice(end));
  return parts.slice(0, most);
}

/** A replacement text with its `$1`, `$<name>`, `$&`, `` $` ``, `$'` and `$$` filled in. */
export function expand(template: string, found: Found, text: string): string {
  if (!template.includes('$')) return template;
  return template.replace(
    /\$(?:([$&`'])|(\d{1,2})|<([^>]*)>)/g,
    (whole, sign?: string, digits?: string, name?: string) => {
      if (digits !== undefined) return numbered(digits, found, whole);
      if (name !== undefined) return found.named === undefined ? whole : namedGroup(found.named, name);
      if (sign === '$') return '$';
      if (sign === '&') return found.groups[0] ?? '';
      return sign === '`' ? text.slice(0, found.index) : text.slice(found.index + lengthOf(found));
    },
  );
}

function namedGroup(named: Readonly<Record<string, string | undefined>>, name: string): string {
  return (Object.hasOwn(named, name) ? named[name] : undefined) ?? '';
}

function numbered(digits: string, { groups }: Found, whole: string): string {
  const number = Number(digits);
  if (number > 0 && number < groups.length) return groups[number] ?? '';
  const first = Number(digits[0]);
  if (digits.length === 2 && first > 0 && first < groups.length) return (groups[first] ?? '') + digits.slice(1);
  return whole;
}

function findAll(pattern: Pattern, text: string, tick: Tick): Found[] {
  const all: Found[] = [];
  let start = 0;
  for (;;) {
    tick();
    const found = pattern.find(text, start, tick);
    if (found === null) return all;
    all.push(found);
    const length = lengthOf(found);
    start = found.index + (length > 0 ? length : characterLength(pattern, text, found.index));
  }
}

/** After an empty match the search goes on one character later; with the flag `u` that may be two units. */
function characterLength(pattern: Pattern, text: string, index: number): number {
  return pattern.flags.includes('u') && (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

function lengthOf(found: Found): number {
  return found.groups[0]?.length ?? 0;
}

function asMatch(found: Found, text: string): Match {
  return Object.assign([...found.groups], { index: found.index, input: text, groups: found.named });
}
