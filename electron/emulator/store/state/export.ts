import { ApiError } from '../../../../shared/http/errors.ts';
import { isJsonObject, jsonEqual, type Json, asJson } from '../../../../shared/values/json.ts';
import type { EntityKind, LogLine } from '../../engine/records.ts';
import { commonExportedRun } from './common-run.ts';
import { ENTITY_KINDS, type Entity } from './items.ts';
import { checkWhole } from './import-check.ts';
import { ExportedRecord } from './record-schemas.ts';
import type { RunEntry } from './run-sequence.ts';
import { captureRun, type CapturedRun } from './snapshot.ts';
import type { Tables } from './tables.ts';

/**
 * Exports all entities in the form that `parseRecords` takes, oldest runs first, as of the time of the call. Finished runs
 * never change and are read lazily; those removed before their turn are omitted. Throws `ApiError('conflict')` when the
 * state was emptied in the meantime.
 */
export function exportedRecords(tables: Tables): Generator<Json, void, undefined> {
  const others = ENTITY_KINDS.filter((kind) => kind !== 'run' && kind !== 'prompt').map(
    (kind) => [kind, [...tables.of[kind].values()]] as const,
  );
  const unfinished = new Map([...tables.runs.unfinished].map((node) => [node, captureRun(tables, node)] as const));
  const runs = tables.runs.asOfNow();
  return writeRecords(tables, { generation: tables.generation, others, runs, unfinished });
}

/** Content of an export, captured at one moment. */
interface Captured {
  /** Number of times that the state had been emptied. */
  readonly generation: number;
  readonly others: readonly (readonly [EntityKind, readonly Entity[]])[];
  /** Runs by creation; finished ones may be somewhere else by now. */
  readonly runs: Iterable<RunEntry>;
  readonly unfinished: ReadonlyMap<RunEntry, CapturedRun>;
}

function* writeRecords(
  tables: Tables,
  { generation, others, runs, unfinished }: Captured,
): Generator<Json, void, undefined> {
  for (const [kind, entities] of others) for (const entity of entities) yield record(kind, entity);
  for (const run of runs) {
    if (tables.generation !== generation)
      throw new ApiError('conflict', 'The state was emptied while it was exported; export again.');
    const captured = unfinished.get(run);
    yield* captured === undefined ? finishedRecords(tables, run.id) : capturedRecords(captured);
  }
}

function* capturedRecords({ record: run, logs, logCount, prompts }: CapturedRun): Generator<Json, void, undefined> {
  yield { ...record('run', run), logs: logs.slice(0, logCount).map((line) => ({ ...line })) };
  for (const prompt of prompts) yield record('prompt', prompt);
}

function* finishedRecords(tables: Tables, id: string): Generator<Json, void, undefined> {
  // Unreadable runs are reported elsewhere and must not block the export of the rest.
  if (!tables.canRead(id)) return;
  const run = tables.get('run', id);
  if (run === undefined) return;
  yield { ...record('run', run), logs: tables.logs(id).map((line) => ({ ...line })) };
  for (const prompt of tables.promptsOf(id)) yield record('prompt', prompt);
}

function record(kind: EntityKind, entity: Entity): { [key: string]: Json } {
  return { kind, entity: asJson(entity) };
}

/** A checked record of an export. */
export interface ParsedRecord {
  readonly kind: EntityKind;
  readonly entity: Entity;
  /** Log of a run. */
  readonly logs: readonly LogLine[];
}

/** Checks an export. Throws `ApiError('invalid_request')` naming the first invalid record. Yields after each record. */
export function* parseRecords(records: readonly Json[]): Generator<void, readonly ParsedRecord[], undefined> {
  const parsed: ParsedRecord[] = [];
  for (const [i, value] of records.entries()) {
    parsed.push(parsedRecord(value, i));
    yield;
  }
  yield* checkWhole(parsed);
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
  if (common !== undefined) return { kind: 'run', ...common };
  const result = ExportedRecord.safeParse(value);
  if (result.success) {
    const { kind, entity } = result.data;
    return { kind, entity: inGivenOrder(entity, value), logs: result.data.kind === 'run' ? result.data.logs : [] };
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
