import type { EntityKind, StateEntities } from '../../engine/records.ts';

/** Migration of the store's files to the next version, applied to every entity of older files. */
export interface Migration {
  /** Version after the migration. */
  readonly to: number;
  /** Purpose, as a sentence. */
  readonly why: string;
  readonly entity: <Kind extends EntityKind>(kind: Kind, entity: StateEntities[Kind]) => StateEntities[Kind];
}

/** Removes `params`: a copy of the blueprint's parameters. */
export function withoutParams<Fields extends object>(entity: Fields): Fields {
  const rest = { ...entity };
  Reflect.deleteProperty(rest, 'params');
  return rest;
}

/**
 * All migrations, in order, from version 1 on. Add one when old files lack something that the code needs, with a test that
 * opens files of the previous version. Entities have today's defaults filled in: a migration cannot see earlier defaults.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    to: 2,
    why: 'The parameters of runs and sessions are those of their blueprint, and not kept once more.',
    // `runRecord` has dropped the field of runs already.
    entity: (kind, entity) => (kind === 'session' ? withoutParams(entity) : entity),
  },
];

/** Version of the files that this Hangar writes. */
export const STORE_VERSION = 1 + MIGRATIONS.length;

/** Versions to migrate between, with the available migrations. */
export interface MigrationRange {
  readonly from: number;
  /** The newest version by default. */
  readonly to?: number;
  readonly migrations: readonly Migration[];
}

/** Migrates an entity of an older file. */
export function migrated<Kind extends EntityKind>(
  kind: Kind,
  entity: StateEntities[Kind],
  { from, to = STORE_VERSION, migrations }: MigrationRange,
): StateEntities[Kind] {
  if (from >= to) return entity;
  const steps = migrations.filter((step) => step.to > from && step.to <= to);
  return steps.reduce((value, step) => step.entity(kind, value), entity);
}
