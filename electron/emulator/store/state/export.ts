import { ApiError } from '../../../../shared/http/errors.ts';
import type { Json } from '../../../../shared/values/json.ts';
import type { EntityKind, LogLine } from '../../engine/records.ts';
import { ENTITY_KINDS, type Entity } from './items.ts';
import { checkWhole } from './import-check.ts';
import { ExportedRecord } from './record-schemas.ts';
import type { RunNode } from './run-node.ts';
import { captureRun, type CapturedRun } from './snapshot.ts';
import type { Tables } from './tables.ts';

/**
 * Every entity, oldest runs first, in the form that `parseRecords` takes: as they are when this is called, however long the
 * reading takes. Finished runs never change, so they are read when it is their turn; one that is dropped before is left out.
 * Reading on after the state was emptied throws `ApiError('conflict')`.
 */
export function exportedRecords(tables: Tables): Generator<Json, void, undefined> {
  const others = ENTITY_KINDS.filter((kind) => kind !== 'run' && kind !== 'prompt').map(
    (kind) => [kind, [...tables.of[kind].values()]] as const,
  );
  const runs = [...tables.runs.oldestFirst()].map((node) =>
    node.isFinished ? node : (captureRun(tables, node) ?? node),
  );
  return writeRecords(tables, { generation: tables.generation, others, runs });
}

/** What there is to export, taken hold of at one moment. */
interface Captured {
  /** How often the state had been emptied. */
  readonly generation: number;
  readonly others: readonly (readonly [EntityKind, readonly Entity[]])[];
  readonly runs: readonly (RunNode | CapturedRun)[];
}

function* writeRecords(tables: Tables, { generation, others, runs }: Captured): Generator<Json, void, undefined> {
  for (const [kind, entities] of others) for (const entity of entities) yield record(kind, entity);
  for (const run of runs) {
    if (tables.generation !== generation)
      throw new ApiError('conflict', 'The state was emptied while it was exported; export again.');
    yield* 'record' in run && 'node' in run ? capturedRecords(run) : finishedRecords(tables, run);
  }
}

function* capturedRecords({ record: run, logs, logCount, prompts }: CapturedRun): Generator<Json, void, undefined> {
  yield { ...record('run', run), logs: logs.slice(0, logCount).map((line) => ({ ...line })) };
  for (const prompt of prompts) yield record('prompt', prompt);
}

function* finishedRecords(tables: Tables, node: RunNode): Generator<Json, void, undefined> {
  // What cannot be read is told elsewhere, and must not keep the rest from being saved.
  if (node.isRemoved || !tables.canRead(node)) return;
  const { id } = node;
  const run = tables.get('run', id);
  if (run === undefined) return;
  yield { ...record('run', run), logs: tables.logs(id).map((line) => ({ ...line })) };
  for (const prompt of tables.promptsOf(id)) yield record('prompt', prompt);
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

/** Checks an export; throws `ApiError('invalid_request')` naming the first record that is none. Yields after each record. */
export function* parseRecords(records: readonly Json[]): Generator<void, readonly ParsedRecord[], undefined> {
  const parsed: ParsedRecord[] = [];
  for (const [i, value] of records.entries()) {
    parsed.push(parsedRecord(value, i));
    yield;
  }
  yield* checkWhole(parsed);
  return parsed;
}

function parsedRecord(value: Json, i: number): ParsedRecord {
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
    `${path.join('').slice(1, 200)}: ${issue?.message ?? 'is no record of an export'}.`,
  );
}
