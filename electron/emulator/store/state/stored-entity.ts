import type { EntityKind } from '../../engine/context/records.ts';
import { RUN_DEFAULTS, runRecord, type RunFields } from '../../engine/runs/run-record.ts';
import type { Entity } from './items.ts';
import { fieldsOf } from '../../../../shared/values/json.ts';

const DEFAULTS: ReadonlyMap<string, unknown> = new Map(Object.entries(RUN_DEFAULTS));

/** A run as stored: without default fields. */
export type StoredRun = RunFields;
/** An entity as stored. */
export type StoredEntity = Entity | StoredRun;

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

export function restoredEntity(kind: EntityKind, stored: StoredEntity): Entity {
  return kind === 'run' ? runRecord(stored as StoredRun) : (stored as Entity);
}

function isDefault(preset: unknown, value: unknown): boolean {
  if (value === preset) return true;
  if (typeof value !== 'object' || value === null || typeof preset !== 'object' || preset === null) return false;
  // Objects among the defaults are empty.
  if (Array.isArray(value)) return value.length === 0;
  return Object.keys(value).length === 0;
}
