import { EvaluationError } from './expression-error.ts';
import { type Method, Callable, isRecord, optionalNumber, toNumber, toText } from './values.ts';
import { Pattern, type Found } from './regex.ts';
import { expand, match, matchAll, replace, search, split } from './regex-operations.ts';
import { LONGEST_LIST, type Meter } from './meter.ts';

/** Maximum number of comparisons of one search of a text in a text: some hundred milliseconds. */
const MOST_COMPARED = 300_000_000;

const STEP_COMPARES = 100_000;

type Args = readonly unknown[];

/** The text to search for. Throws when the search could take too long. */
function needle(text: string, value: unknown, meter: Meter): string {
  if (value instanceof Pattern) throw new EvaluationError('a text is expected here, not a regular expression');
  const sought = toText(value, meter);
  const compared = sought.length * text.length;
  if (compared > MOST_COMPARED) throw new EvaluationError('it looks for too long a text in too long a text');
  meter.spend(Math.ceil(compared / STEP_COMPARES));
  return sought;
}

function counted(text: string, meter: Meter): string {
  meter.text(text.length);
  return text;
}

function patternOf(value: unknown, meter: Meter): Pattern {
  return value instanceof Pattern ? value : countedPattern(value === undefined ? '' : toText(value, meter), '', meter);
}

/** Makes a regular expression of computed texts. */
export function countedPattern(source: string, flags: string, meter: Meter): Pattern {
  meter.spend(400 + source.length * 6);
  return new Pattern(source, flags);
}

/** One search may take milliseconds, so the clock is checked before each. */
export function looking(meter: Meter): (operations?: number) => void {
  return (operations = 10) => {
    meter.spend(operations);
    meter.look();
  };
}

function padding(text: string, [length, filler]: Args, meter: Meter): [number, string] {
  const wanted = toNumber(length, meter);
  meter.text(Math.max(text.length, wanted || 0));
  return [wanted, filler === undefined ? ' ' : toText(filler, meter)];
}

/** The replacement argument: a text with `$1` and the like, or a function of the match. */
function replacement(value: unknown, text: string, meter: Meter): (found: Found) => string {
  let length = text.length;
  const grow = (part: string): string => {
    meter.text((length += part.length) > 1_000 ? part.length : 0);
    return part;
  };
  if (!(value instanceof Callable)) {
    const template = toText(value, meter);
    return (found) => grow(expand(template, found, text));
  }
  return (found) => {
    meter.spend(1);
    const named = found.named === undefined ? [] : [found.named];
    return grow(toText(value.invoke([...found.groups, found.index, text, ...named], meter), meter));
  };
}

function replaceText(text: string, [sought, put]: Args, meter: Meter, all: boolean): string {
  if (sought instanceof Pattern) {
    if (all && !sought.global) throw new EvaluationError('replaceAll needs a regular expression with the flag “g”');
    return counted(replace(sought, text, replacement(put, text, meter), looking(meter)), meter);
  }
  const part = needle(text, sought, meter);
  const replaced = replacement(put, text, meter);
  let result = '';
  let end = 0;
  for (let at = text.indexOf(part); at !== -1; at = all ? text.indexOf(part, at + (part.length || 1)) : -1) {
    meter.spend(1 + (part.length >>> 6));
    result += text.slice(end, at) + replaced({ index: at, groups: [part], named: undefined });
    end = at + part.length;
    if (at >= text.length) break;
  }
  return counted(result + text.slice(end), meter);
}

function splitText(text: string, [separator, limit]: Args, meter: Meter): readonly unknown[] {
  const most = limit === undefined ? 2 ** 32 - 1 : toNumber(limit, meter) >>> 0;
  if (separator instanceof Pattern) {
    const parts = split(separator, text, most, looking(meter));
    meter.list(parts.length);
    return parts;
  }
  if (separator === undefined) return [text];
  const part = needle(text, separator, meter);
  if (part === '') meter.list(Math.min(text.length, most));
  const parts = text.split(part, Math.min(most, LONGEST_LIST + 1));
  meter.list(parts.length);
  return parts;
}

/** `toLocale…` options: a language and primitive settings. Native code would convert any other value to a text, uncounted. */
export function localeArguments(
  [locale, options]: Args,
  meter: Meter,
): [string | undefined, Readonly<Record<string, unknown>> | undefined] {
  meter.spend(2_000);
  const settings = isRecord(options)
    ? Object.entries(options).filter(([, value]) => typeof value !== 'object')
    : undefined;
  return [locale === undefined ? undefined : toText(locale, meter), settings && Object.fromEntries(settings)];
}

const METHODS: Readonly<Record<string, Method<string>>> = {
  at: (text, [index], meter) => text.at(toNumber(index, meter)),
  charAt: (text, [index], meter) => text.charAt(toNumber(index, meter)),
  charCodeAt: (text, [index], meter) => text.charCodeAt(toNumber(index, meter)),
  codePointAt: (text, [index], meter) => text.codePointAt(toNumber(index, meter)),
  concat: (text, args, meter) => {
    const parts = args.map((part) => toText(part, meter));
    meter.text(parts.reduce((sum, part) => sum + part.length, text.length));
    return text + parts.join('');
  },
  endsWith: (text, [sought, end], meter) => text.endsWith(needle(text, sought, meter), optionalNumber(end, meter)),
  includes: (text, [sought, start], meter) => text.includes(needle(text, sought, meter), optionalNumber(start, meter)),
  indexOf: (text, [sought, start], meter) => text.indexOf(needle(text, sought, meter), optionalNumber(start, meter)),
  lastIndexOf: (text, [sought, start], meter) =>
    text.lastIndexOf(needle(text, sought, meter), optionalNumber(start, meter)),
  localeCompare: (text, [other, locale], meter) => {
    meter.spend(100 + (text.length >>> 3));
    return text.localeCompare(toText(other, meter), locale === undefined ? undefined : toText(locale, meter));
  },
  match: (text, [pattern], meter) => match(patternOf(pattern, meter), text, looking(meter)),
  matchAll: (text, [pattern], meter) => matchAll(patternOf(pattern, meter), text, looking(meter)),
  normalize: (text, [form], meter) => {
    // One character may become eighteen.
    meter.spend(text.length);
    return counted(text, meter).normalize(form === undefined ? undefined : toText(form, meter));
  },
  padEnd: (text, args, meter) => text.padEnd(...padding(text, args, meter)),
  padStart: (text, args, meter) => text.padStart(...padding(text, args, meter)),
  repeat: (text, [count], meter) => {
    const times = toNumber(count, meter);
    if (!(times >= 0)) throw new EvaluationError('a text cannot be repeated a negative number of times');
    meter.text(text.length * Math.floor(times));
    return text === '' ? '' : text.repeat(times);
  },
  replace: (text, args, meter) => replaceText(text, args, meter, false),
  replaceAll: (text, args, meter) => replaceText(text, args, meter, true),
  search: (text, [pattern], meter) => search(patternOf(pattern, meter), text, looking(meter)),
  slice: (text, [start, end], meter) => text.slice(optionalNumber(start, meter), optionalNumber(end, meter)),
  split: splitText,
  startsWith: (text, [sought, start], meter) =>
    text.startsWith(needle(text, sought, meter), optionalNumber(start, meter)),
  substr: (text, [start, length], meter) => {
    const from = toNumber(start, meter);
    return text.slice(from).slice(0, Math.max(0, optionalNumber(length, meter) ?? Infinity));
  },
  substring: (text, [start, end], meter) => text.substring(toNumber(start ?? 0, meter), optionalNumber(end, meter)),
  toLocaleLowerCase: (text, [locale], meter) =>
    counted(text, meter).toLocaleLowerCase(localeArguments([locale], meter)[0]),
  toLocaleUpperCase: (text, [locale], meter) =>
    counted(text, meter).toLocaleUpperCase(localeArguments([locale], meter)[0]),
  toLowerCase: (text, _, meter) => counted(text, meter).toLowerCase(),
  toUpperCase: (text, _, meter) => counted(text, meter).toUpperCase(),
  trim: (text, _, meter) => counted(text, meter).trim(),
  trimEnd: (text, _, meter) => counted(text, meter).trimEnd(),
  trimStart: (text, _, meter) => counted(text, meter).trimStart(),
};

/** Methods of texts. */
export const textMethods: ReadonlyMap<string, Method<string>> = new Map<string, Method<string>>([
  ...Object.entries(METHODS),
  ['toString', (text) => text],
  ['valueOf', (text) => text],
]);
