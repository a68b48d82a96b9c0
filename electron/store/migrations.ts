import type { Entity } from './items.ts';
import type { EntityKind } from '../engine/records.ts';

/** A step from one version of the store's files to the next; applied to every entity that an older file holds. */
export interface Migration {
  /** The version that it leads to. */
  readonly to: number;
  /** What it is for, in a sentence. */
  readonly why: string;
  readonly entity: (kind: EntityKind, entity: Entity) => Entity;
}

/** What had a copy of its blueprint's parameters, without it. */
export function withoutParams<T extends object>(entity: T): Omit<T, 'params'> {
  return Object.fromEntries(Object.entries(entity).filter(([name]) => name !== 'params')) as Omit<T, 'params'>;
}

/** All steps, in order, from version 1 on. Add one when old files lack something that the code needs. */
export const MIGRATIONS: readonly Migration[] = [
  {
    to: 2,
    why: 'The parameters of runs and sessions are those of their blueprint, and not kept once more.',
    // Runs are without them already: reading one takes the fields that a run has.
    entity: (kind, entity) => (kind === 'session' ? (withoutParams(entity) as Entity) : entity),
  },
];

/** The version of the files that this Hangar writes. */
export const STORE_VERSION = 1 + MIGRATIONS.length;

/** An entity of a file of some version, as the newest would have it. */
export function migrated(kind: EntityKind, entity: Entity, version: number, migrations = MIGRATIONS): Entity {
  return migrations.filter(({ to }) => to > version).reduce((value, step) => step.entity(kind, value), entity);
}
