import { z } from 'zod';
import { COUNTS } from './limits.ts';
import { isList } from './json.ts';

/** Maximum number of problems per list; its check ends there. */
const MOST_PROBLEMS = 50;

/** Number of items checked so far in all lists of one value, by the context of its check. */
const counted = new WeakMap<object, { items: number }>();

interface ListDefinition extends z.core.$ZodArrayDef {
  readonly most: number;
  /** True when each item is a definition with limits of its own. */
  readonly isOfDefinitions?: boolean;
}

/**
 * A list whose check stops at the maximum number of problems. Skips the items of a list that is too long, and items beyond the
 * limit of all lists together.
 */
const List: z.core.$constructor<z.ZodArray, ListDefinition> = z.core.$constructor(
  'LimitedArray',
  (inst: z.ZodArray, def: ListDefinition) => {
    z.ZodArray.init(inst, def);
    const refuse = inst._zod.parse.bind(inst._zod);
    inst._zod.parse = (payload, context) => {
      const input: unknown = payload.value;
      // The length is a check of zod, so that OpenAPI shows it; it precedes the items.
      if (!Array.isArray(input) || input.length > def.most) return refuse(payload, context);
      if (def.isOfDefinitions !== true && isTooMuch(input.length, context)) {
        const message = `there are more than ${COUNTS.items} items in the lists of one definition`;
        payload.issues.push({ code: 'custom', input, inst, message, continue: false });
        return payload;
      }
      payload.value = itemsOf(def, input, { payload, context });
      return payload;
    };
  },
);

function isTooMuch(items: number, context: object): boolean {
  const known = counted.get(context) ?? { items: 0 };
  if (known.items === 0) counted.set(context, known);
  known.items += items;
  return isSpent(context);
}

function isSpent(context: object): boolean {
  return (counted.get(context)?.items ?? 0) > COUNTS.items;
}

interface Check {
  readonly payload: z.core.ParsePayload;
  readonly context: z.core.ParseContextInternal;
}

function itemsOf(
  { element, isOfDefinitions = false }: ListDefinition,
  input: readonly unknown[],
  { payload, context }: Check,
): unknown[] {
  const items: unknown[] = [];
  for (const [index, value] of input.entries()) {
    const result = element._zod.run({ value, issues: [] }, isOfDefinitions ? { ...context } : context);
    if (result instanceof Promise) throw new Error('the items of a list are checked synchronously');
    items.push(result.value);
    for (const issue of z.core.util.prefixIssues(index, result.issues)) payload.issues.push(issue);
    if (payload.issues.length >= MOST_PROBLEMS || isSpent(context)) return items;
  }
  return items;
}

/** A list of at most `most` items. */
export function list<Item extends z.ZodType>(item: Item, most: number, isOfDefinitions = false): z.ZodArray<Item> {
  // The constructor does not know of which type its items are.
  return new List({ type: 'array', element: item, most, isOfDefinitions }).max(most) as z.ZodArray<Item>;
}

/** A list of at most `most` items, each as large as a whole definition may be. */
export function longList<Item extends z.ZodType>(item: Item, most: number): z.ZodArray<Item> {
  return list(item, most, true);
}

/** A collection of definitions. */
export function definitionsList<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return longList(item, COUNTS.definitions);
}

/**
 * A record with a maximum number of fields, checked first. Refuses the name `__proto__`, which cannot be assigned and which zod
 * drops silently.
 */
const Fields: z.core.$constructor<z.ZodRecord, z.core.$ZodRecordDef & { readonly most?: number }> = z.core.$constructor(
  'LimitedRecord',
  (inst: z.ZodRecord, def: z.core.$ZodRecordDef & { readonly most?: number }) => {
    z.ZodRecord.init(inst, def);
    const { most = Infinity } = def;
    const parse = inst._zod.parse.bind(inst._zod);
    inst._zod.parse = (payload, context) => {
      const input: unknown = payload.value;
      if (typeof input !== 'object' || input === null) return parse(payload, context);
      if (Object.hasOwn(input, '__proto__')) {
        const message = 'cannot be used as a name';
        payload.issues.push({ code: 'custom', path: ['__proto__'], input, inst, message, continue: false });
        return payload;
      }
      if (!hasMoreFields(input, most)) return parse(payload, context);
      payload.issues.push({
        ...{ code: 'too_big', origin: 'object', maximum: most, inclusive: true, input, inst, continue: false },
        message: `must be an object of at most ${most} fields`,
      });
      return payload;
    };
  },
);

/** True when an object has more than `most` fields. Stops counting there. */
function hasMoreFields(object: object, most: number): boolean {
  let fields = 0;
  for (const field in object) if (Object.hasOwn(object, field) && ++fields > most) return true;
  return false;
}

/** True when a value contains more than `most` values. Stops counting there. Its depth is bounded. */
export function hasMoreValues(value: unknown, most: number): boolean {
  return valuesIn(value, most) > most;
}

function valuesIn(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const item of isList(value) ? value : Object.values(value)) {
    count += valuesIn(item, most - count);
    if (count > most) return count;
  }
  return count;
}

/** An object of at most `most` fields of one type. */
export function fields<Key extends z.ZodType<string, string>, Value extends z.ZodType>(
  key: Key,
  value: Value,
  most: number,
): z.ZodRecord<Key, Value> {
  const record = new Fields({ type: 'record', keyType: key, valueType: value, most });
  // The constructor does not know of which types its fields are.
  return record.meta({ maxProperties: most }) as z.ZodRecord<Key, Value>;
}

type Rule<Item> = (items: readonly Item[], context: z.core.$RefinementCtx) => void;

/** A rule for a list: slugs are unique. */
export function uniqueSlugs(noun: string): Rule<{ readonly slug: string }> {
  return unique(noun, ({ slug }) => slug, ['slug']);
}

/** Refuses a slug that a list contains twice. */
export function uniqueTexts(noun: string): Rule<string> {
  return unique(noun, (slug) => slug, []);
}

function unique<Item>(noun: string, slugOf: (item: Item) => string, path: readonly string[]): Rule<Item> {
  return (items, context) => {
    const seen = new Set<string>();
    items.forEach((item, index) => {
      const slug = slugOf(item);
      const message = `"${slug}" is used twice; each ${noun} needs its own slug`;
      if (seen.has(slug)) context.addIssue({ code: 'custom', path: [index, ...path], message, input: slug });
      seen.add(slug);
    });
  };
}
