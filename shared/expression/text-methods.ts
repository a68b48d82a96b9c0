import { Fault } from './expression-error.ts';
import type { Method } from './methods.ts';
import { Pattern } from './regex.ts';
import type { Found } from './regex.ts';
import { expand, match, matchAll, replace, search, split } from './regex-operations.ts';
import { LONGEST_LIST, type Run } from './run.ts';
import { Callable, isRecord, toNumber, toText } from './values.ts';

/** Maximum number of comparisons of one search of a text in a text: some hundred milliseconds. */
const MOST_COMPARED = 300_000_000;

const STEP_COMPARES = 100_000;

type Args = readonly unknown[];

function optionalNumber(value: unknown, run: Run): number | undefined {
  return value === undefined ? undefined : toNumber(value, run);
}

/** The text to search for. Throws when the search could take too long. */
function needle(text: string, value: unknown, run: Run): string {
  if (value instanceof Pattern) throw new Fault('a text is expected here, not a regular expression');
  const sought = toText(value, run);
  const compared = sought.length * text.length;
  if (compared > MOST_COMPARED) throw new Fault('it looks for too long a text in too long a text');
  run.spend(Math.ceil(compared / STEP_COMPARES));
  return sought;
}

function counted(text: string, run: Run): string {
  run.text(text.length);
  return text;
}

function patternOf(value: unknown, run: Run): Pattern {
  return value instanceof Pattern ? value : countedPattern(value === undefined ? '' : toText(value, run), '', run);
}

/** Makes a regular expression of computed texts. */
export function countedPattern(source: string, flags: string, run: Run): Pattern {
  run.spend(400 + source.length * 6);
  return new Pattern(source, flags);
}

/** One search may take milliseconds, so the clock is checked before each. */
export function looking(run: Run): (operations?: number) => void {
  return (operations = 10) => {
    run.spend(operations);
    run.look();
  };
}

function padding(text: string, [length, filler]: Args, run: Run): [number, string] {
  const wanted = toNumber(length, run);
  run.text(Math.max(text.length, wanted || 0));
  return [wanted, filler === undefined ? ' ' : toText(filler, run)];
}

/** The replacement argument: a text with `$1` and the like, or a function of the match. */
function replacement(value: unknown, text: string, run: Run): (found: Found) => string {
  let length = text.length;
  const grow = (part: string): string => {
    run.text((length += part.length) > 1_000 ? part.length : 0);
    return part;
  };
  if (!(value instanceof Callable)) {
    const template = toText(value, run);
    return (found) => grow(expand(template, found, text));
  }
  return (found) => {
    run.spend(1);
    const named = found.named === undefined ? [] : [found.named];
    return grow(toText(value.invoke([...found.groups, found.index, text, ...named], run), run));
  };
}

function replaceText(text: string, [sought, put]: Args, run: Run, all: boolean): string {
  if (sought instanceof Pattern) {
    if (all && !sought.global) throw new Fault('replaceAll needs a regular expression with the flag “g”');
    return counted(replace(sought, text, replacement(put, text, run), looking(run)), run);
  }
  const part = needle(text, sought, run);
  const replaced = replacement(put, text, run);
  let result = '';
  let end = 0;
  for (let at = text.indexOf(part); at !== -1; at = all ? text.indexOf(part, at + (part.length || 1)) : -1) {
    run.spend(1 + (part.length >>> 6));
    result += text.slice(end, at) + replaced({ index: at, groups: [part], named: undefined });
    end = at + part.length;
    if (at >= text.length) break;
  }
  return counted(result + text.slice(end), run);
}

function splitText(text: string, [separator, limit]: Args, run: Run): readonly unknown[] {
  const most = limit === undefined ? 2 ** 32 - 1 : toNumber(limit, run) >>> 0;
  if (separator instanceof Pattern) {
    const parts = split(separator, text, most, looking(run));
    run.list(parts.length);
    return parts;
  }
  if (separator === undefined) return [text];
  const part = needle(text, separator, run);
  if (part === '') run.list(Math.min(text.length, most));
  const parts = text.split(part, Math.min(most, LONGEST_LIST + 1));
  run.list(parts.length);
  return parts;
}

/** `toLocale…` options: a language and primitive settings. Native code would convert any other value to a text, uncounted. */
export function localeArguments(
  [locale, options]: Args,
  run: Run,
): [string | undefined, Readonly<Record<string, unknown>> | undefined] {
  run.spend(2_000);
  const settings = isRecord(options)
    ? Object.entries(options).filter(([, value]) => typeof value !== 'object')
    : undefined;
  return [locale === undefined ? undefined : toText(locale, run), settings && Object.fromEntries(settings)];
}

const METHODS: Readonly<Record<string, Method<string>>> = {
  at: (text, [index], run) => text.at(toNumber(index, run)),
  charAt: (text, [index], run) => text.charAt(toNumber(index, run)),
  charCodeAt: (text, [index], run) => text.charCodeAt(toNumber(index, run)),
  codePointAt: (text, [index], run) => text.codePointAt(toNumber(index, run)),
  concat: (text, args, run) => {
    const parts = args.map((part) => toText(part, run));
    run.text(parts.reduce((sum, part) => sum + part.length, text.length));
    return text + parts.join('');
  },
  endsWith: (text, [sought, end], run) => text.endsWith(needle(text, sought, run), optionalNumber(end, run)),
  includes: (text, [sought, start], run) => text.includes(needle(text, sought, run), optionalNumber(start, run)),
  indexOf: (text, [sought, start], run) => text.indexOf(needle(text, sought, run), optionalNumber(start, run)),
  lastIndexOf: (text, [sought, start], run) => text.lastIndexOf(needle(text, sought, run), optionalNumber(start, run)),
  localeCompare: (text, [other, locale], run) => {
    run.spend(100 + (text.length >>> 3));
    return text.localeCompare(toText(other, run), locale === undefined ? undefined : toText(locale, run));
  },
  match: (text, [pattern], run) => match(patternOf(pattern, run), text, looking(run)),
  matchAll: (text, [pattern], run) => matchAll(patternOf(pattern, run), text, looking(run)),
  normalize: (text, [form], run) => {
    // One character may become eighteen.
    run.spend(text.length);
    return counted(text, run).normalize(form === undefined ? undefined : toText(form, run));
  },
  padEnd: (text, args, run) => text.padEnd(...padding(text, args, run)),
  padStart: (text, args, run) => text.padStart(...padding(text, args, run)),
  repeat: (text, [count], run) => {
    const times = toNumber(count, run);
    if (!(times >= 0)) throw new Fault('a text cannot be repeated a negative number of times');
    run.text(text.length * Math.floor(times));
    return text === '' ? '' : text.repeat(times);
  },
  replace: (text, args, run) => replaceText(text, args, run, false),
  replaceAll: (text, args, run) => replaceText(text, args, run, true),
  search: (text, [pattern], run) => search(patternOf(pattern, run), text, looking(run)),
  slice: (text, [start, end], run) => text.slice(optionalNumber(start, run), optionalNumber(end, run)),
  split: splitText,
  startsWith: (text, [sought, start], run) => text.startsWith(needle(text, sought, run), optionalNumber(start, run)),
  substr: (text, [start, length], run) => {
    const from = toNumber(start, run);
    return text.slice(from).slice(0, Math.max(0, optionalNumber(length, run) ?? Infinity));
  },
  substring: (text, [start, end], run) => text.substring(toNumber(start ?? 0, run), optionalNumber(end, run)),
  toLocaleLowerCase: (text, [locale], run) => counted(text, run).toLocaleLowerCase(localeArguments([locale], run)[0]),
  toLocaleUpperCase: (text, [locale], run) => counted(text, run).toLocaleUpperCase(localeArguments([locale], run)[0]),
  toLowerCase: (text, _, run) => counted(text, run).toLowerCase(),
  toUpperCase: (text, _, run) => counted(text, run).toUpperCase(),
  trim: (text, _, run) => counted(text, run).trim(),
  trimEnd: (text, _, run) => counted(text, run).trimEnd(),
  trimStart: (text, _, run) => counted(text, run).trimStart(),
};

/** Methods of texts. */
export const textMethods: ReadonlyMap<string, Method<string>> = new Map<string, Method<string>>([
  ...Object.entries(METHODS),
  ['toString', (text) => text],
  ['valueOf', (text) => text],
]);
