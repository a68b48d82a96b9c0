import type { Endpoint } from '../../../shared/http/endpoint.ts';
import type { Json } from '../../../shared/values/json.ts';
import { branchesOf, jsonSchemaOf, propertiesOf, resolved, scalarsOf, type Schema } from './json-schema.ts';

/** A body as large as a client may send, and whether the endpoint's schema takes it. */
export interface GiantBody {
  readonly what: string;
  readonly text: string;
  /** `refused`: the answer is 4xx, whatever is asked for. */
  readonly is: 'refused' | 'any';
}

/**
 * Bodies of about `bytes` bytes for an endpoint: the largest that its schema allows, and hostile ones. Those about one field are a
 * tenth as large, since there are many. `attacked` collects schemas of fields, types of bodies and body formats: what is in it is not
 * attacked again, or with less.
 */
export function* giantBodies(
  endpoint: Endpoint,
  bytes: number,
  attacked = new Set<string>(),
): Generator<GiantBody, void, undefined> {
  if (endpoint.body === undefined) return;
  const schema = jsonSchemaOf(endpoint.body);
  const isFree = endpoint.bodyFormat === 'json';
  const refused = isFree ? 'any' : 'refused';
  // Schemas of one type refuse a list and unknown fields in the same way: the first one gets them in the whole size.
  const type = `${endpoint.access} ${isFree ? 'anything' : String(schema['type'])}`;
  const { numbers, objects, fields } = textsOf(attacked.has(type) ? bytes / 5 : bytes);
  attacked.add(type);

  // `/v0` ignores fields that it does not know (decision `unknown-fields`), and some calls need none.
  const ignoresAll = endpoint.access === 'key' && endpoint.body.safeParse({}).success;
  yield { what: 'unknown fields', text: fields, is: ignoresAll ? 'any' : refused };
  yield { what: 'a list of numbers', text: numbers, is: refused };
  yield { what: 'a list of empty objects', text: objects, is: refused };
  yield { what: 'the largest that is allowed', text: JSON.stringify(new Largest(bytes, schema).value()), is: 'any' };
  const format = `format ${String(endpoint.bodyFormat)}`;
  if (!attacked.has(format)) yield* unreadBodies(bytes);
  attacked.add(format);
  yield* bodiesByField(schema, bytes / 10, attacked);
}

/** Bodies that no schema sees, since they are refused as they are read; endpoints of one body format read in the same way. */
function* unreadBodies(bytes: number): Generator<GiantBody, void, undefined> {
  const ones = Array.from({ length: bytes / 2 }, () => '1').join(',');
  yield { what: 'deep nesting', text: `${'{"a":'.repeat(bytes / 12)}1${'}'.repeat(bytes / 12)}`, is: 'refused' };
  yield { what: 'broken at its end', text: `{"a":[${ones}`, is: 'refused' };
  yield { what: 'broken at its start', text: `{"a":nope,"b":[${ones}]}`, is: 'refused' };
  yield { what: 'blank', text: ' '.repeat(bytes), is: 'any' };
  yield { what: 'commas', text: `[${','.repeat(bytes)}`, is: 'refused' };
}

function* bodiesByField(schema: Schema, bytes: number, attacked: Set<string>): Generator<GiantBody, void, undefined> {
  const { long, items, objects, fields } = textsOf(bytes);
  for (const [field, fieldSchema] of Object.entries(propertiesOf(schema))) {
    const known = JSON.stringify(fieldSchema);
    if (attacked.has(known)) continue;
    attacked.add(known);
    const around = (value: string) => `{${JSON.stringify(field)}:${value}}`;
    yield { what: `${field}: a long text`, text: around(long), is: 'any' };
    yield { what: `${field}: wrong items`, text: around(items), is: 'any' };
    yield { what: `${field}: empty objects`, text: around(objects), is: 'any' };
    yield { what: `${field}: many fields`, text: around(fields), is: 'any' };
  }
}

/** Texts of a size that any endpoint or field is given. */
interface Texts {
  readonly long: string;
  readonly numbers: string;
  readonly objects: string;
  readonly items: string;
  readonly fields: string;
}

const made = new Map<number, Texts>();

/** Gives the texts of a size; made once, since making them takes longer than sending them. */
function textsOf(bytes: number): Texts {
  const known = made.get(bytes);
  if (known !== undefined) return known;
  const many = <T>(size: number, make: (i: number) => T): T[] =>
    Array.from({ length: Math.max(1, Math.floor(bytes / size)) }, (_, i) => make(i));
  const texts = {
    long: JSON.stringify('x'.repeat(bytes)),
    numbers: `[${many(2, () => '1').join(',')}]`,
    objects: `[${many(3, () => '{}').join(',')}]`,
    items: `[${many(6, (i) => `[${i}]`).join(',')}]`,
    fields: JSON.stringify(Object.fromEntries(many(14, (i) => [`k${i}`, i]))),
  };
  made.set(bytes, texts);
  return texts;
}

/** Makes the largest value of a schema: each list and record as long as it may be, until the bytes are used up. */
class Largest {
  #left: number;
  readonly #root: Schema;

  constructor(bytes: number, root: Schema) {
    this.#left = bytes;
    this.#root = root;
  }

  value(part = this.#root, depth = 0): Json {
    const schema = resolved(part, this.#root);
    const [branch] = branchesOf(schema) ?? [];
    if (branch !== undefined) return this.value(branch, depth);
    if (schema['type'] === 'object') return this.#object(schema, depth);
    if (schema['type'] === 'array') return this.#list(schema, depth);
    return this.#scalar(schema);
  }

  #object(schema: Schema, depth: number): Json {
    const object: Record<string, Json> = {};
    const required = (schema['required'] ?? []) as string[];
    for (const [name, field] of Object.entries(propertiesOf(schema))) {
      if (depth > 6 && !required.includes(name)) continue;
      this.#left -= name.length + 4;
      object[name] = this.value(field, depth + 1);
    }
    if (typeof schema['additionalProperties'] !== 'object') return object;
    const most = (schema['maxProperties'] as number | undefined) ?? 50_000;
    for (let i = 0; i < most && this.#left > 0; i++) {
      this.#left -= 12;
      object[`f${i}`] = this.value(schema['additionalProperties'] as Schema, depth + 1);
    }
    return object;
  }

  #list(schema: Schema, depth: number): Json[] {
    const list: Json[] = [];
    const most = Math.min((schema['maxItems'] as number | undefined) ?? 100_000, depth > 6 ? 1 : Infinity);
    for (let i = 0; i < most && this.#left > 0; i++)
      list.push(this.value((schema['items'] ?? {}) as Schema, depth + 1));
    return list;
  }

  /** A value that fits; a name of its own where the pattern takes one. */
  #scalar(schema: Schema): Json {
    this.#left -= 8;
    const name = `n${this.#left.toString(36).replace('-', '_')}`;
    const { pattern } = schema;
    if (typeof pattern === 'string' && new RegExp(pattern).test(name)) return name;
    return scalarsOf(schema)[0] ?? null;
  }
}
