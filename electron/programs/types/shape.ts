import { canonicalJson, isJsonObject, type Json } from '../../../shared/values/json.ts';

/** The shape of a JSON value. `json` is any value; `literal` is one text, number or boolean. */
export type Shape =
  | { readonly kind: 'string' | 'boolean' | 'integer' | 'number' | 'null' | 'json' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'object'; readonly fields: readonly Field[]; readonly isOpen: boolean }
  | { readonly kind: 'union'; readonly of: readonly Shape[] };

/** A field of an object. */
export interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly isOptional: boolean;
  /** Description; "" for none. */
  readonly note: string;
}

export const JSON_SHAPE: Shape = { kind: 'json' };
/** An object without fields. */
export const EMPTY_SHAPE: Shape = { kind: 'object', fields: [], isOpen: false };
/** An object with any fields. */
export const OPEN_SHAPE: Shape = { kind: 'object', fields: [], isOpen: true };

/** Limits of a shape; values beyond them are any JSON. */
const MOST = { levels: 8, fields: 100, choices: 20, items: 200 };

/** Joins shapes into one that accepts the values of all. Merges objects. */
export function unionOf(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape]));
  if (flat.some(({ kind }) => kind === 'json')) return JSON_SHAPE;
  const objects = flat.filter((shape) => shape.kind === 'object');
  const lists = flat.filter((shape) => shape.kind === 'list');
  const others = flat.filter(({ kind }) => kind !== 'object' && kind !== 'list');
  const isFloat = others.some(({ kind }) => kind === 'number');
  const joined = [
    ...(isFloat ? others.filter(({ kind }) => kind !== 'integer') : others),
    ...(lists.length === 0 ? [] : [listOf(lists.map(({ of }) => of))]),
    ...(objects.length === 0 ? [] : [joinedObjects(objects)]),
  ];
  const distinct = [...new Map(joined.map((shape) => [JSON.stringify(shape), shape])).entries()];
  const ordered = distinct.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  if (ordered.length > MOST.choices) return JSON_SHAPE;
  return ordered.length === 1 ? (ordered[0] ?? JSON_SHAPE) : { kind: 'union', of: ordered };
}

/** A list of items of these shapes. The items of an empty list are unknown. */
function listOf(items: readonly Shape[]): Shape {
  const known = items.filter((item) => item.kind !== 'union' || item.of.length > 0);
  return { kind: 'list', of: unionOf(known) };
}

function joinedObjects(objects: readonly Extract<Shape, { kind: 'object' }>[]): Shape {
  const [first] = objects;
  if (objects.length === 1 && first !== undefined) return first;
  if (objects.some(({ isOpen }) => isOpen)) return OPEN_SHAPE;
  const byName = new Map<string, Field[]>();
  for (const { fields } of objects)
    for (const field of fields) byName.set(field.name, [...(byName.get(field.name) ?? []), field]);
  if (byName.size > MOST.fields) return OPEN_SHAPE;
  const fields = [...byName].map(([name, same]) => ({
    name,
    shape: unionOf(same.map(({ shape }) => shape)),
    isOptional: same.length < objects.length || same.some(({ isOptional }) => isOptional),
    note: '',
  }));
  fields.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { kind: 'object', fields, isOpen: false };
}

/** The shape of a value. @param textShape shape of a text in it */
export function shapeOf(
  value: Json,
  textShape: (text: string) => Shape = () => ({ kind: 'string' }),
  level = 0,
): Shape {
  if (level > MOST.levels) return JSON_SHAPE;
  if (typeof value === 'string') return textShape(value);
  if (typeof value === 'boolean') return { kind: 'boolean' };
  if (typeof value === 'number') return { kind: Number.isInteger(value) ? 'integer' : 'number' };
  if (value === null) return { kind: 'null' };
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST.items).map((item) => shapeOf(item, textShape, level + 1));
    return value.length > MOST.items ? { kind: 'list', of: JSON_SHAPE } : listOf(items);
  }
  const entries = Object.entries(value);
  if (entries.length > MOST.fields) return OPEN_SHAPE;
  const fields = entries.map(([name, item]) => ({
    name,
    shape: shapeOf(item, textShape, level + 1),
    isOptional: false,
    note: '',
  }));
  fields.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { kind: 'object', fields, isOpen: false };
}

/** The shape of one of some values; `otherwise` when they are not texts, numbers or booleans, or too many. */
export function choiceOf(values: readonly Json[], otherwise: Shape): Shape {
  if (values.length === 0 || values.length > MOST.items) return otherwise;
  const distinct = new Map(values.map((value) => [canonicalJson(value), value]));
  const literals: Shape[] = [];
  for (const value of distinct.values()) {
    if (value === null || Array.isArray(value) || isJsonObject(value)) return otherwise;
    literals.push({ kind: 'literal', value });
  }
  return literals.length === 1 ? (literals[0] ?? otherwise) : { kind: 'union', of: literals };
}
