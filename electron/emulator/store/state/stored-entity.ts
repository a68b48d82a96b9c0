import type { EntityKind, RunRecord } from '../../engine/records.ts';
import { RUN_DEFAULTS, runRecord, type RunFields } from '../../engine/run-record.ts';
import type { Entity } from './items.ts';

const DEFAULTS: ReadonlyMap<string, unknown> = new Map(Object.entries(RUN_DEFAULTS));

/** A run as files keep it. */
export type StoredRun = RunFields;
/** An entity as files keep it. */
export type StoredEntity = Entity | StoredRun;

/** A run without what it has in common with most. */
export function storedRun(run: RunRecord): StoredRun {
  const stored: Record<string, unknown> = {};
  for (const name in run) {
    const value: unknown = run[name as keyof RunRecord];
    if (!isDefault(DEFAULTS.get(name), value)) stored[name] = value;
  }
  // Only fields that are in the defaults were left out.
  return stored as unknown as StoredRun;
}

export function restoredRun(stored: StoredRun): RunRecord {
  return runRecord(stored);
}

/** An entity of any kind as files keep it. */
export function storedEntity(kind: EntityKind, entity: Entity): StoredEntity {
  // The kind says which entity it is; the compiler does not follow.
  return kind === 'run' ? storedRun(entity as RunRecord) : entity;
}

export function restoredEntity(kind: EntityKind, stored: StoredEntity): Entity {
  return kind === 'run' ? restoredRun(stored as StoredRun) : (stored as Entity);
}

function isDefault(preset: unknown, value: unknown): boolean {
  if (value === preset) return true;
  if (typeof value !== 'object' || value === null || typeof preset !== 'object' || preset === null) return false;
  // The only objects among the defaults are empty.
  if (Array.isArray(value)) return value.length === 0;
  return Object.keys(value).length === 0;
}
