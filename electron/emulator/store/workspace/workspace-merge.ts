import { z } from 'zod';
import { isJsonObject, jsonEqual, ownField, plainJson, setField, type Json } from '../../../../shared/values/json.ts';
import { Workspace } from '../../../../shared/model/workspace.ts';
import { COLLECTION_NAMES, type CollectionName } from '../../../../shared/registry/collections.ts';
import { isRewritten, matchItems } from './matched-items.ts';
import { memoizeByObject } from '../../../../shared/values/objects.ts';

type JsonRecord = { [key: string]: Json };

/** A value as written, as parsed, and as wanted. */
interface Change {
  /** `undefined` when the author omitted it. */
  readonly written: Json | undefined;
  readonly before: Json | undefined;
  readonly wanted: Json;
}

/** The document to write, and the origins of its items for the text edit. */
interface MergeResult {
  readonly authored: JsonRecord;
  /** Maps items of new lists to the items of the old document that they were made from. */
  readonly origins: ReadonlyMap<Json, Json>;
}

/**
 * Merges the wanted workspace into the authored one: unchanged values stay as written, and omitted fields with default
 * values stay omitted.
 */
export function mergeWorkspace(written: Json, before: Workspace, wanted: Workspace): MergeResult {
  const merge = new Merge();
  const change = { written, before: plainWorkspace(before), wanted: plainWorkspace(wanted) };
  const authored = merge.root(change);
  for (const fresh of merge.fresh) prune(fresh);
  return { authored: isJsonObject(authored) ? { ...authored } : {}, origins: merge.origins };
}

/** A field that the author did not write. */
interface AddedField {
  readonly holder: JsonRecord;
  readonly key: string;
  readonly schema: z.core.$ZodType;
}

type Schema = z.core.$ZodType | undefined;

class Merge {
  readonly origins = new Map<Json, Json>();
  readonly fresh: AddedField[] = [];

  /** Merges the whole workspace. Its own fields are never omitted. */
  root(change: Change & { readonly wanted: { readonly [key: string]: Json } }): Json {
    return this.#record(change, change.wanted, (key) => {
      const collection = COLLECTION_NAMES.find((name) => name === key);
      return { schema: childOf(containerOf(Workspace, change.wanted), key), collection, isPruned: false };
    });
  }

  #value(change: Change, schema: Schema, collection?: CollectionName): Json {
    const { written, before, wanted } = change;
    if (written !== undefined && jsonEqual(before, wanted)) return written;
    if (typeof wanted !== 'object' || wanted === null) return wanted;
    const container = schema === undefined ? undefined : containerOf(schema, wanted);
    // Values in free JSON have no defaults to omit.
    if (written === undefined && container === undefined) return wanted;
    if (Array.isArray(wanted)) return this.#list(change, wanted, { schema: childOf(container, 0), collection });
    const isPruned = container?._zod.def.type === 'object';
    return this.#record(change, wanted, (key) => ({ schema: childOf(container, key), isPruned }));
  }

  #record(
    { written, before }: Change,
    wanted: { readonly [key: string]: Json },
    fieldOf: (key: string) => { schema: Schema; collection?: CollectionName | undefined; isPruned: boolean },
  ): Json {
    const old = isJsonObject(written) ? written : {};
    const was = isJsonObject(before) ? before : {};
    const result: JsonRecord = {};
    for (const [key, value] of Object.entries(wanted)) {
      const isWritten = Object.hasOwn(old, key);
      const earlier = ownField(was, key);
      if (!isWritten && isJsonObject(written) && earlier !== undefined && jsonEqual(earlier, value)) continue;
      const { schema, collection, isPruned } = fieldOf(key);
      const change = { written: ownField(old, key), before: earlier, wanted: value };
      setField(result, key, this.#value(change, schema, collection));
      if (!isWritten && isPruned && schema !== undefined) this.fresh.push({ holder: result, key, schema });
    }
    return result;
  }

  #list(
    { written, before }: Change,
    wanted: Json[],
    { schema, collection }: { schema: Schema; collection: CollectionName | undefined },
  ): Json {
    const old = Array.isArray(written) ? written : [];
    const was = Array.isArray(before) ? before : [];
    if (isRewritten(was, wanted)) return wanted;
    const oldIndexes = matchItems(was, wanted, collection);
    return wanted.map((value, i) => {
      const oldIndex = oldIndexes[i] ?? -1;
      const merged = this.#value({ written: old[oldIndex], before: was[oldIndex], wanted: value }, schema);
      const origin = old[oldIndex];
      if (origin !== undefined && typeof merged === 'object') this.origins.set(merged, origin);
      return merged;
    });
  }
}

/** Omits a field again when its value equals the default. */
function prune({ holder, key, schema }: AddedField): void {
  const value = holder[key];
  if (value !== undefined && isDefault(schema, value)) Reflect.deleteProperty(holder, key);
}

/** True when a value equals the default of its field. */
function isDefault(field: z.core.$ZodType, value: Json): boolean {
  const [full, less] = [z.core.safeParse(field, value), z.core.safeParse(field, undefined)];
  return full.success && less.success && jsonEqual(plainJson({ it: full.data }), plainJson({ it: less.data }));
}

const plainItem = memoizeByObject(plainJson);

/** The workspace as JSON, its fields in the order of the schema, which is that of a file. */
function plainWorkspace(workspace: Workspace): { [key: string]: Json } {
  const whole: Record<string, Json> = { version: workspace.version, settings: plainJson(workspace.settings) };
  for (const name of COLLECTION_NAMES) {
    const items: readonly object[] = workspace[name];
    whole[name] = items.map((item) => plainItem(item));
  }
  return Object.fromEntries(Object.keys(workspace).map((name) => [name, whole[name] ?? null]));
}

/** Any of zod's schema classes. */
type ZodSchema = z.core.$ZodTypes;

/** Returns the object, array or record schema that applies to a value; undefined for free JSON and scalars. */
function containerOf(schema: z.core.$ZodType, value: Json | undefined): ZodSchema | undefined {
  const known = schema as ZodSchema;
  const { def } = known._zod;
  if (def.type === 'object' || def.type === 'array' || def.type === 'record') return known;
  if (def.type === 'lazy') return containerOf(def.getter(), value);
  if (def.type === 'pipe') return containerOf(def.in, value);
  if (def.type === 'union') {
    const option = def.options.find((each) => isOption(each, def, value));
    return option === undefined ? undefined : containerOf(option, value);
  }
  return 'innerType' in def ? containerOf(def.innerType, value) : undefined;
}

/** True when a union accepts a value by this option: decided by discriminator or kind of container, else by parsing. */
function isOption(option: z.core.$ZodType, union: z.core.$ZodUnionDef, value: Json | undefined): boolean {
  const container = containerOf(option, value);
  if ('discriminator' in union && container?._zod.def.type === 'object' && isJsonObject(value)) {
    const name = String(union.discriminator);
    const literal = container._zod.def.shape[name];
    return literal !== undefined && z.core.safeParse(literal, value[name]).success;
  }
  if (container !== undefined && (container._zod.def.type === 'array') !== Array.isArray(value)) return false;
  return z.core.safeParse(option, value).success;
}

/** Schema of a field or an item of a container. */
function childOf(container: ZodSchema | undefined, step: string | number): z.core.$ZodType | undefined {
  if (container === undefined) return undefined;
  const { def } = container._zod;
  if (def.type === 'object') return def.shape[String(step)];
  if (def.type === 'array') return def.element;
  return def.type === 'record' ? def.valueType : undefined;
}
