import { keysOf } from '../../../../shared/values/objects.ts';
import type { LogLevel } from '../../../../shared/model/log-level.ts';
import type { EntityKind, LogLine, StateEntities } from '../../engine/context/records.ts';
import { RUN_DEFAULTS, type RunFields } from '../../engine/runs/run-record.ts';
import { fieldsOf } from '../../../../shared/values/json.ts';
import { STORED_RECORDS } from './record-schemas.ts';

/** A log line as stored: number, time, level, task slug, text. */
export type LogTuple = readonly [n: number, at: number, level: LogLevel, taskSlug: string, text: string];

/** An entity of any kind. */
export type Entity = StateEntities[EntityKind];

/** One change of the state, as stored in the file. All items are idempotent. */
export type Item =
  | readonly ['put', EntityKind, StoredEntity]
  /** Changed fields, and names of removed fields. */
  | readonly ['patch', EntityKind, string, Readonly<Record<string, unknown>>, readonly string[]]
  | readonly ['remove', EntityKind, string]
  | readonly ['logs', string, readonly LogTuple[]]
  | readonly ['clear', readonly EntityKind[]];

/** An item as read from a file and checked: its entity has all fields. */
export type CheckedItem = readonly ['put', EntityKind, Entity] | Exclude<Item, readonly ['put', ...unknown[]]>;

/** Every kind of entity. */
export const ENTITY_KINDS = keysOf(STORED_RECORDS);

export function toTuple({ n, at, level, taskSlug, text }: LogLine): LogTuple {
  return [n, at, level, taskSlug, text];
}

export function fromTuple([n, at, level, taskSlug, text]: LogTuple): LogLine {
  return { n, at, level, taskSlug, text };
}

/**
 * Returns the item that turns the last written entity into the new one. Entities are immutable and unchanged values are the
 * same objects, so fields are compared by identity.
 */
export function differenceItem(kind: EntityKind, before: Entity | undefined, after: Entity): Item | null {
  if (before === after) return null;
  if (before === undefined) return ['put', kind, storedEntity(kind, after)];
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const changed = Object.keys(now).filter((name) => now[name] !== undefined && now[name] !== old[name]);
  const missing = Object.keys(old).filter((name) => old[name] !== undefined && now[name] === undefined);
  if (changed.length + missing.length === 0) return null;
  return ['patch', kind, after.id, Object.fromEntries(changed.map((name) => [name, now[name]])), missing];
}

/** Applies a patch. */
export function patched<T extends Entity>(
  entity: T,
  changed: Readonly<Record<string, unknown>>,
  missing: readonly string[],
): T {
  const fields: T = { ...entity, ...changed };
  for (const name of missing) Reflect.deleteProperty(fields, name);
  return fields;
}

const DEFAULTS: ReadonlyMap<string, unknown> = new Map(Object.entries(RUN_DEFAULTS));

/** A run as stored: without default fields. */
export type StoredRun = RunFields;
/** An entity as stored. */
type StoredEntity = Entity | StoredRun;

/** Converts an entity to its stored form. */
export function storedEntity(kind: EntityKind, entity: Entity): StoredEntity {
  if (kind !== 'run') return entity;
  const stored: Record<string, unknown> = {};
  const fields = fieldsOf(entity);
  for (const name in fields) {
    const value: unknown = fields[name];
    if (!isDefault(DEFAULTS.get(name), value)) stored[name] = value;
  }
  // Only fields with defaults were omitted.
  return stored as StoredRun;
}

function isDefault(preset: unknown, value: unknown): boolean {
  if (value === preset) return true;
  if (typeof value !== 'object' || value === null || typeof preset !== 'object' || preset === null) return false;
  // Objects among the defaults are empty.
  if (Array.isArray(value)) return value.length === 0;
  return Object.keys(value).length === 0;
}
