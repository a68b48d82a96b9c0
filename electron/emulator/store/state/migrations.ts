import type { Entity } from './items.ts';
import type { EntityKind } from '../../engine/records.ts';

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

/**
 * All steps, in order, from version 1 on. Add one when old files lack something that the code needs, with a test that opens
 * files of the version before. An entity comes with today's defaults filled in: a step cannot see what a default was.
 */
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

/** From which version to which, by which steps. */
export interface MigrationRange {
  readonly from: number;
  /** The newest version when absent. */
  readonly to?: number;
  readonly migrations: readonly Migration[];
}

/** An entity of a file of some version, as a later one would have it. */
export function migrated(
  kind: EntityKind,
  entity: Entity,
  { from, to = STORE_VERSION, migrations }: MigrationRange,
): Entity {
  if (from >= to) return entity;
  const steps = migrations.filter((step) => step.to > from && step.to <= to);
  return steps.reduce((value, step) => step.entity(kind, value), entity);
}
