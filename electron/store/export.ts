import { ApiError } from '../../shared/http/errors.ts';
import type { Json } from '../../shared/model/json.ts';
import type { EntityKind, LogLine } from '../engine/records.ts';
import { ENTITY_KINDS, type Entity } from './items.ts';
import { ExportedRecord } from './record-schemas.ts';
import type { Tables } from './tables.ts';

/** Every entity, oldest runs first, in the form that `parseRecords` takes. */
export function* exportedRecords(tables: Tables): Generator<Json, void, undefined> {
  for (const kind of ENTITY_KINDS.filter((name) => name !== 'run' && name !== 'prompt')) {
    for (const entity of tables.of[kind].values()) yield record(kind, entity);
  }
  for (const node of tables.runs.oldestFirst()) {
    // What cannot be read is told elsewhere, and must not keep the rest from being saved.
    if (!tables.canRead(node)) continue;
    const { id } = node;
    const run = tables.get('run', id);
    if (run === undefined) continue;
    yield { ...record('run', run), logs: tables.logs(id).map((line) => ({ ...line })) };
    for (const prompt of tables.promptsOf(id)) yield record('prompt', prompt);
  }
}

function record(kind: EntityKind, entity: Entity): { [key: string]: Json } {
  // Records are JSON values by their definition; the compiler does not see it of interfaces.
  return { kind, entity: entity as unknown as Json };
}

/** A record of an export, checked. */
export interface ParsedRecord {
  readonly kind: EntityKind;
  readonly entity: Entity;
  /** Of a run. */
  readonly logs: readonly LogLine[];
}

/** Checks an export; throws `ApiError('invalid_request')` naming the first record that is none. */
export function parseRecords(records: readonly Json[]): readonly ParsedRecord[] {
  const parsed = records.map((value, i): ParsedRecord => {
    const result = ExportedRecord.safeParse(value);
    if (result.success) {
      const { kind, entity } = result.data;
      return { kind, entity, logs: result.data.kind === 'run' ? result.data.logs : [] };
    }
    const [issue] = result.error.issues;
    const path = ['state', i, ...(issue?.path ?? [])].map((step) =>
      typeof step === 'number' ? `[${step}]` : `.${String(step)}`,
    );
    throw new ApiError(
      'invalid_request',
      `${path.join('').slice(1)}: ${issue?.message ?? 'is no record of an export'}.`,
    );
  });
  refuseOrphans(parsed);
  return parsed;
}

function refuseOrphans(records: readonly ParsedRecord[]): void {
  const runs = new Set(records.flatMap(({ kind, entity }) => (kind === 'run' ? [entity.id] : [])));
  for (const [i, { kind, entity }] of records.entries()) {
    if (kind !== 'prompt' || !('runID' in entity) || runs.has(entity.runID)) continue;
    throw new ApiError('invalid_request', `state[${i}].entity.runID: there is no run ${entity.runID} in the export.`);
  }
}
