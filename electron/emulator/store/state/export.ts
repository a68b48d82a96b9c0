import { ApiError } from '../../../../shared/http/errors.ts';
import { isJsonObject, jsonEqual, type Json, asJson } from '../../../../shared/values/json.ts';
import type { EntityKind } from '../../engine/context/records.ts';
import { Slices } from '../../slices/slices.ts';
import { commonExportedRun } from './common-run.ts';
import { toTuple, type Entity, type LogTuple } from './items.ts';
import { checkWhole } from './import-check.ts';
import { ExportedRecord } from './record-schemas.ts';

/** A checked record of an export. */
export interface ParsedRecord {
  readonly kind: EntityKind;
  readonly entity: Entity;
  /** Log of a run. */
  readonly logs: readonly LogTuple[];
}

/** Checks an export, in time slices. Rejects with `ApiError('invalid_request')` naming the first invalid record. */
export async function parseRecords(records: readonly Json[]): Promise<readonly ParsedRecord[]> {
  const slices = new Slices();
  const parsed: ParsedRecord[] = [];
  for (const [i, value] of records.entries()) {
    parsed.push(parsedRecord(value, i));
    if (slices.isDue) await slices.pause();
  }
  checkWhole(parsed);
  return parsed;
}

/** The entity with its fields in the order of the export, so that the next export has the same bytes. */
function inGivenOrder(entity: Entity, record: Json): Entity {
  const given = isJsonObject(record) ? record['entity'] : undefined;
  // Records are JSON values; an equal value fits the schema too.
  return jsonEqual(asJson(entity), given) ? (given as unknown as Entity) : entity;
}

function parsedRecord(value: Json, i: number): ParsedRecord {
  const common = commonExportedRun(value);
  if (common !== undefined) return { kind: 'run', entity: common.entity, logs: common.logs.map(toTuple) };
  const result = ExportedRecord.safeParse(value);
  if (result.success) {
    const { kind, entity } = result.data;
    const logs = result.data.kind === 'run' ? result.data.logs.map(toTuple) : [];
    return { kind, entity: inGivenOrder(entity, value), logs };
  }
  const [issue] = result.error.issues;
  const path = ['state', i, ...(issue?.path ?? [])].map((step) =>
    typeof step === 'number' ? `[${step}]` : `.${String(step)}`,
  );
  throw new ApiError(
    'invalid_request',
    `${path.join('').slice(1, 200)}: ${issue?.message ?? 'is not a record of an export'}.`,
  );
}
