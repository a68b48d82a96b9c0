import { EvaluationError } from './expression-error.ts';
import type { Meter } from './meter.ts';
import { fieldsOf } from '../values/json.ts';

/** Weight of a number, a boolean or an empty list, in characters of text. */
const SMALL = 4;
/** Maximum depth: twice that of a request's body, since a template may put one value into another. */
const DEEPEST = 200;

/** Characters that JSON writes as several: quotes, backslashes, control characters, and halves of surrogate pairs that stand alone. */
const ESCAPED = /["\\\u0000-\u001f]|\p{Surrogate}/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Weight of a surrogate that stands alone, which takes as long to write as this many characters. */
const LONE = 32;
/** Number of characters that are counted in the time of one operation. */
const CHARACTERS = 64;
/** Characters that JSON adds to each code unit, without lone surrogates. */
const EXTRA = extraCharacters();

function extraCharacters(): Uint8Array {
  const extra = new Uint8Array(0x1_00_00).fill('\\u0001'.length - 1, 0, 0x20);
  for (const character of '"\\\b\t\n\f\r') extra[character.charCodeAt(0)] = 1;
  return extra;
}

/** Approximate number of characters of a text as JSON, without its quotes. */
function textWeight(text: string, meter: Pick<Meter, 'spend'>): number {
  meter.spend(Math.ceil(text.length / CHARACTERS));
  if (!ESCAPED.test(text)) return text.length;
  let weight = text.length;
  for (let i = 0; i < text.length; i++) weight += EXTRA[text.charCodeAt(i)] ?? 0;
  return LONE_SURROGATE.test(text) ? weight + LONE * loneSurrogates(text) : weight;
}

/** Number of surrogates that are not part of a pair. */
function loneSurrogates(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) ?? 0;
    if (code > 0xff_ff) i++;
    else if (code >= 0xd8_00 && code < 0xe0_00) count++;
  }
  return count;
}

/** The meter of a weighing outside an expression, which has no limits. */
export const UNCOUNTED: Pick<Meter, 'spend'> = { spend: () => undefined };

/** Approximate number of characters of a value as JSON; shared parts count each time. */
export function weightOf(value: unknown, meter: Pick<Meter, 'spend'>, depth = 0): number {
  if (typeof value === 'string') return textWeight(value, meter);
  if (typeof value !== 'object' || value === null) return SMALL;
  if (depth === DEEPEST) throw new EvaluationError(`its result is nested more than ${DEEPEST} deep`);
  let weight = SMALL;
  if (Array.isArray(value)) {
    meter.spend(1 + (value.length >>> 2));
    for (const item of value) weight += weightOf(item, meter, depth + 1);
    return weight;
  }
  const record = fieldsOf(value);
  const names = Object.keys(value);
  meter.spend(1 + names.length);
  for (const name of names) weight += textWeight(name, meter) + weightOf(record[name], meter, depth + 1);
  return weight;
}
