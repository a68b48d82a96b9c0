import { Fault } from './expression-error.ts';
import type { Run } from './run.ts';
import { fieldsOf } from '../values/json.ts';

/** Weight of a number, a boolean or an empty list, in characters of text. */
const SMALL = 4;
/** Maximum depth: twice that of a request's body, since a template may put one value into another. */
const DEEPEST = 200;

/** Approximate number of characters of a value as JSON; shared parts count each time. */
export function weightOf(value: unknown, run: Pick<Run, 'spend'>, depth = 0): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return SMALL;
  if (depth === DEEPEST) throw new Fault(`its result is nested more than ${DEEPEST} deep`);
  let weight = SMALL;
  if (Array.isArray(value)) {
    run.spend(1 + (value.length >>> 2));
    for (const item of value) weight += weightOf(item, run, depth + 1);
    return weight;
  }
  const record = fieldsOf(value);
  const names = Object.keys(value);
  run.spend(1 + names.length);
  for (const name of names) weight += name.length + weightOf(record[name], run, depth + 1);
  return weight;
}
