import { z } from 'zod';
import { FAULTS } from '../../../shared/model/fault.ts';
import { FAULT_KINDS, type FaultKind } from '../../../shared/registry/fault-kinds.ts';
import { capitalized } from '../../../shared/values/messages.ts';
import { keysOf } from '../../../shared/values/objects.ts';
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
    const isRequired = required.includes(name) && part['default'] === undefined;
    // An object that may be absent requires none of its fields.
    if (isJsonObject(part['properties']))
      return fieldsOfSchema(isRequired ? part : { ...part, required: [] }, `${prefix}${name}.`);
    return [fieldOfSchema(part, { name, prefix, isRequired })];
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
  const { type, ...limits } = valueSchema(part);
  const limit = (word: string) => (typeof limits[word] === 'number' ? limits[word] : undefined);
  return {
    name: prefix + name,
    label: labelOf(prefix + name),
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

/** The schema of the value of a field that may be null. */
function valueSchema(part: JsonObject): JsonObject {
  const forms = Array.isArray(part['anyOf']) ? part['anyOf'].filter(isJsonObject) : [];
  const [form, ...others] = forms.filter(({ type }) => type !== 'null');
  return form !== undefined && others.length === 0 ? form : part;
}

function choicesOf(part: JsonObject): readonly string[] {
  const own = Array.isArray(part['enum']) ? part['enum'] : [];
  const [first] = Array.isArray(part['anyOf']) ? part['anyOf'] : [];
  const all = own.length === 0 && isJsonObject(first) && Array.isArray(first['enum']) ? first['enum'] : own;
  return all.filter((choice) => typeof choice === 'string');
}

/** The label of a field from its path: `retryAfterSeconds` becomes `Retry after seconds`, `until.task` `Until task`. */
function labelOf(path: string): string {
  return capitalized(path.replaceAll('.', ' ').replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`));
}
