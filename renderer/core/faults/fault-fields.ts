import { z } from 'zod';
import { FAULTS } from '../../../shared/model/fault.ts';
import { FAULT_KINDS, type FaultKind } from '../../../shared/registry/fault-kinds.ts';
import { capitalized } from '../../../shared/values/capitalized.ts';
import { keysOf } from '../../../shared/values/keys-of.ts';
import { isJsonObject, type Json, type JsonObject, plainJson } from '../../../shared/values/json.ts';

/** A field of a form, from the schema of a fault. */
export interface FaultField {
  /** Path in the fault: `seconds`, `match.task`. */
  readonly name: string;
  readonly label: string;
  readonly type: 'number' | 'text' | 'flag' | 'choice';
  readonly isInteger: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  /** The default; `undefined` for none. */
  readonly preset: Json | undefined;
}

/** The fields of every kind of fault. */
const COMMON: ReadonlySet<string> = new Set(
  Object.keys(FAULTS.lose.shape).filter((name) => Object.values(FAULTS).every(({ shape }) => name in shape)),
);

/** The fields of one kind: its own in `own`, and common ones by name. */
interface KindFields {
  readonly own: readonly FaultField[];
  readonly common: ReadonlyMap<string, FaultField>;
  /** Names of all fields on the first level. */
  readonly names: ReadonlySet<string>;
}

/** The fields of each kind, read from its schema. */
export const KIND_FIELDS: ReadonlyMap<string, KindFields> = new Map(
  keysOf(FAULT_KINDS).map((kind) => [kind, fieldsOf(kind)]),
);

function fieldsOf(kind: FaultKind): KindFields {
  const schema = plainJson(z.toJSONSchema(FAULTS[kind], { io: 'input', unrepresentable: 'any', reused: 'inline' }));
  const all = fieldsOfSchema(isJsonObject(schema) ? withDefinitions(schema) : {}, '');
  return {
    own: all.filter(({ name }) => !COMMON.has(name) && !name.startsWith('match.') && !name.startsWith('during.')),
    common: new Map(all.map((field) => [field.name, field])),
    names: new Set([...Object.keys(FAULTS[kind].shape), 'keep', 'ttlSeconds']),
  };
}

/** Replaces references by the definitions of named parts. */
function withDefinitions(schema: JsonObject): JsonObject {
  const definitions = isJsonObject(schema['$defs']) ? schema['$defs'] : {};
  const resolved = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(resolved);
    if (!isJsonObject(value)) return value;
    const reference =
      typeof value['$ref'] === 'string' ? definitions[value['$ref'].replace('#/$defs/', '')] : undefined;
    const whole = isJsonObject(reference) ? { ...reference, ...value } : value;
    return Object.fromEntries(Object.entries(whole).map(([name, part]) => [name, resolved(part)]));
  };
  const whole = resolved(schema);
  return isJsonObject(whole) ? whole : {};
}

function fieldsOfSchema(schema: JsonObject, prefix: string): FaultField[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  return properties.flatMap(([name, part]) => {
    if (!isJsonObject(part)) return [];
    if (isJsonObject(part['properties'])) return fieldsOfSchema(part, `${prefix}${name}.`);
    return [
      fieldOfSchema(part, { name, prefix, isRequired: required.includes(name) && part['default'] === undefined }),
    ];
  });
}

/** The name of a property, the prefix of its path, and whether its object requires it. */
interface PropertyName {
  readonly name: string;
  readonly prefix: string;
  readonly isRequired: boolean;
}

function fieldOfSchema(part: JsonObject, { name, prefix, isRequired }: PropertyName): FaultField {
  const choices = choicesOf(part);
  const type = part['type'];
  const limit = (word: string) => (typeof part[word] === 'number' ? part[word] : undefined);
  return {
    name: prefix + name,
    label: labelOf(name),
    type:
      choices.length > 0
        ? 'choice'
        : type === 'number' || type === 'integer'
          ? 'number'
          : type === 'boolean'
            ? 'flag'
            : 'text',
    isInteger: type === 'integer',
    min: limit('minimum'),
    max: limit('maximum'),
    choices,
    isRequired,
    preset: part['default'],
  };
}

function choicesOf(part: JsonObject): readonly string[] {
  const own = Array.isArray(part['enum']) ? part['enum'] : [];
  const [first] = Array.isArray(part['anyOf']) ? part['anyOf'] : [];
  const all = own.length === 0 && isJsonObject(first) && Array.isArray(first['enum']) ? first['enum'] : own;
  return all.filter((choice) => typeof choice === 'string');
}

/** The label of a field from its name: `retryAfterSeconds` becomes `Retry after seconds`. */
function labelOf(name: string): string {
  return capitalized(name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`));
}
