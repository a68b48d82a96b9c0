import { ApiError } from '../../../../shared/http/errors.ts';
import { isJsonObject, jsonEqual, type Json, asJson } from '../../../../shared/values/json.ts';
import type {
  EntityKind,
  Blueprint,
  PromptRecord,
  RunRecord,
  SessionRecord,
  StateEntities,
} from '../../engine/context/records.ts';
import { Slices } from '../../slices/slices.ts';
import { toTuple, type Entity, type LogTuple } from './items.ts';
import { ExportedRecord } from './record-schemas.ts';
import { TERMINAL_RUN_STATUSES, TERMINAL_SESSION_STATUSES, isPending } from '../../../../shared/model/status.ts';

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

/** The records of an export by kind and ID, for resolving references. */
type Index = ReadonlyMap<string, ParsedRecord>;

function find<Kind extends EntityKind>(index: Index, kind: Kind, id: string): StateEntities[Kind] | undefined {
  const record = index.get(`${kind} ${id}`);
  return record !== undefined && isOfKind(kind, record) ? record.entity : undefined;
}

/** A record of one kind. */
export type RecordOf<Kind extends EntityKind> = ParsedRecord & { readonly entity: StateEntities[Kind] };

/** True for a record of one kind, whose schema has accepted its entity. */
export function isOfKind<Kind extends EntityKind>(kind: Kind, record: ParsedRecord): record is RecordOf<Kind> {
  return record.kind === kind;
}

/** An invalid field and the reason. */
type Problem = readonly [field: string, message: string];

/**
 * Checks records against each other, and rules beyond their schemas. Throws `ApiError('invalid_request')` naming the first
 * invalid record.
 */
function checkWhole(records: readonly ParsedRecord[]): void {
  const index = new Map<string, ParsedRecord>();
  for (const [i, record] of records.entries()) {
    const { kind, entity } = record;
    if (index.size === index.set(`${kind} ${entity.id}`, record).size)
      refuse(i, ['id', `there are two entries "${entity.id}" of kind "${kind}"`]);
  }
  for (const [i, record] of records.entries()) {
    const problem = problemOf(record, index);
    if (problem !== undefined) refuse(i, problem);
  }
}

function problemOf(record: ParsedRecord, index: Index): Problem | undefined {
  if (isOfKind('run', record)) return runProblem(record.entity, index);
  if (isOfKind('session', record)) return sessionProblem(record.entity, index);
  return isOfKind('prompt', record) ? promptProblem(record.entity, index) : undefined;
}

function refuse(i: number, [field, message]: Problem): never {
  throw new ApiError('invalid_request', `state[${i}].entity.${field}: ${message}.`);
}

function runProblem(run: RunRecord, index: Index): Problem | undefined {
  const isFinished = TERMINAL_RUN_STATUSES.has(run.status);
  const problem = familyProblem(run, index) ?? momentProblem(run);
  if (problem !== undefined) return problem;
  if (!isFinished && run.sessionID !== '' && find(index, 'session', run.sessionID) === undefined)
    return ['sessionID', `there is no session "${run.sessionID}" in the export, and the run goes on in it`];
  return blueprintProblem(run, 'task', index, !isFinished);
}

/** Checks parents and children: each run is deeper than the one that executed it, so that there are no cycles. */
function familyProblem(run: RunRecord, index: Index): Problem | undefined {
  const parent = find(index, 'run', run.parentID);
  if (parent !== undefined && parent.depth >= run.depth)
    return ['parentID', `the run "${run.parentID}" is below this one and cannot have executed it`];
  const stranger = run.childRunIDs.find((id) => {
    const child = find(index, 'run', id);
    return child !== undefined && (child.parentID !== run.id || child.depth <= run.depth);
  });
  return stranger === undefined ? undefined : ['childRunIDs', `the run "${stranger}" was not executed by this one`];
}

/** The time field that each status sets. */
const MOMENTS = { Succeeded: 'succeededAt', Failed: 'failedAt', Cancelled: 'cancelledAt' } as const;

function momentProblem(run: RunRecord): Problem | undefined {
  for (const [status, field] of Object.entries(MOMENTS)) {
    if ((run[field] !== null) !== (run.status === status)) return [field, `does not fit the status ${run.status}`];
  }
  if (run.status === 'Active' && run.activeAt === null) return ['activeAt', 'does not fit the status Active'];
  return undefined;
}

function sessionProblem(session: SessionRecord, index: Index): Problem | undefined {
  if (TERMINAL_SESSION_STATUSES.has(session.status)) return blueprintProblem(session, 'runbook', index, false);
  const at = session.blocks.findIndex(
    ({ status, runID }) => status === 'Active' && find(index, 'run', runID)?.sessionID !== session.id,
  );
  if (at !== -1) return [`blocks[${at}].runID`, 'an active block needs a run of this session in the export'];
  return blueprintProblem(session, 'runbook', index, true);
}

function promptProblem(prompt: PromptRecord, index: Index): Problem | undefined {
  const run = find(index, 'run', prompt.runID);
  if (run === undefined) return ['runID', `there is no run ${prompt.runID} in the export`];
  if (prompt.submittedAt !== null && prompt.cancelledAt !== null)
    return ['cancelledAt', 'a prompt cannot be both submitted and cancelled'];
  return isPending(prompt) && TERMINAL_RUN_STATUSES.has(run.status)
    ? ['runID', `the run ${prompt.runID} has ended, and a prompt of it cannot be pending`]
    : undefined;
}

/** @param isNeeded true for an unfinished run or session, which needs its blueprint to continue */
function blueprintProblem(
  { blueprintID: id }: Pick<RunRecord, 'blueprintID'>,
  kind: Blueprint['kind'],
  index: Index,
  isNeeded: boolean,
): Problem | undefined {
  const blueprint = find(index, 'blueprint', id);
  if (blueprint === undefined && isNeeded && id !== '')
    return ['blueprintID', `there is no blueprint "${id}" in the export, and what is unfinished needs its own`];
  return blueprint === undefined || blueprint.kind === kind
    ? undefined
    : ['blueprintID', `the blueprint "${id}" is that of a ${blueprint.kind}, not of a ${kind}`];
}
