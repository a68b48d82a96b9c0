import type { Engine } from '../engine/create-engine.ts';
import type { EntityKind, StateEntities } from '../engine/context/records.ts';
import type { ResumeCause } from '../engine/resume.ts';
import type { EngineEvent } from '../engine/context/ports.ts';
import type { Lab } from '../lab/lab.ts';
import type { Json } from '../../../shared/values/json.ts';
import { isOfKind, parseRecords, type ParsedRecord, type RecordOf } from '../store/state/export.ts';
import type { StateStore } from '../store/state/state.ts';
import { isPendingRequest, TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import { isFinished } from '../engine/runs/run-machine.ts';
import { changedRun } from '../engine/runs/run-record.ts';

/** Parts whose state is replaced. */
export interface ReplacedParts {
  readonly engine: Engine;
  readonly lab: Lab;
  readonly state: StateStore;
  readonly events: { readonly emit: (event: EngineEvent) => void };
}

/** Kinds of replacement: the cause of failures, and the kinds of entities to merge instead of replacing. */
const WAYS = {
  import: { cause: 'restart', merged: ['secret', 'upload'] },
  restore: { cause: 'restore', merged: ['secret'] },
} as const satisfies Record<string, { readonly cause: ResumeCause; readonly merged: readonly EntityKind[] }>;

/** An exported state. */
interface ImportedState {
  readonly records: readonly Json[];
  /** False to hold its unfinished runs, sessions and requests until they are released. */
  readonly mayGoOn: boolean;
}

/**
 * Checks an exported state. Returns a function that replaces the current one by it. Throws `ApiError('invalid_request')`, or
 * `ApiError('payload_too_large')` when it exceeds a budget.
 */
export async function readImport(
  parts: ReplacedParts,
  { records, mayGoOn }: ImportedState,
): Promise<() => Promise<void>> {
  const parsed = markHeld(await parseRecords(records), mayGoOn);
  assertFits(parts.state, parsed, 'import');
  return () => replaceState(parts, { records: parsed, way: 'import' });
}

/** Throws `ApiError('payload_too_large')` when the state would exceed a budget. */
function assertFits(state: StateStore, records: readonly ParsedRecord[], way: keyof typeof WAYS): void {
  const kept = WAYS[way].merged.flatMap((kind) => [...state.all(kind)].map((entity) => ({ kind, entity, logs: [] })));
  const problem = state.usage.noRoomToLoad([...kept, ...records]);
  if (problem !== undefined) throw problem;
}

interface Replacement {
  readonly records: readonly ParsedRecord[];
  readonly way: keyof typeof WAYS;
  /** IDs of the runtime rules that the state knows: those of a checkpoint. Others keep their counters. Absent: all. */
  readonly known?: ReadonlySet<string>;
}

/** Ends all runs, replaces the state by checked records, and resumes their unfinished runs. Durable when it resolves. */
export async function replaceState(
  { engine, lab, state, events }: ReplacedParts,
  { records, way, known }: Replacement,
): Promise<void> {
  const { cause, merged } = WAYS[way];
  assertFits(state, records, way);
  await engine.reset();
  await state.load(records, merged);
  lab.load(known);
  engine.resume(cause);
  lab.resume();
  events.emit({ type: 'reset' });
  await state.flushed();
}

/**
 * The records of a file, an export or a bundle, with the mark of `engine/held.ts` on everything unfinished, or on nothing when
 * it may go on. The file's own marks count for nothing. They are set before the records are stored, so that no crash loses them.
 */
export function markHeld(records: readonly ParsedRecord[], mayGoOn: boolean): readonly ParsedRecord[] {
  return records.map((record) => {
    if (isOfKind('run', record)) {
      const held = !mayGoOn && !isFinished(record.entity);
      return record.entity.held === held ? record : { ...record, entity: changedRun(record.entity, { held }) };
    }
    if (isOfKind('session', record)) return marked(record, !mayGoOn && !isEnded(record.entity));
    if (isOfKind('request', record)) return marked(record, !mayGoOn && isPendingRequest(record.entity));
    return record;
  });
}

function isEnded({ status }: StateEntities['session']): boolean {
  return TERMINAL_SESSION_STATUSES.has(status);
}

/** Keeps an unchanged record, whose next export then has the same bytes. */
function marked(record: RecordOf<'session' | 'request'>, held: boolean): ParsedRecord {
  if ((record.entity.held ?? false) === held) return record;
  return { ...record, entity: { ...record.entity, held: held || undefined } };
}
