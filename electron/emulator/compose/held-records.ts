import { isPendingRequest, TERMINAL_SESSION_STATUSES } from '../../../shared/model/status.ts';
import type { EntityKind, StateEntities } from '../engine/context/records.ts';
import { isFinished } from '../engine/runs/run-machine.ts';
import { changedRun } from '../engine/runs/run-record.ts';
import type { ParsedRecord } from '../store/state/export.ts';

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

type RecordOf<Kind extends EntityKind> = ParsedRecord & { readonly entity: StateEntities[Kind] };

/** True for a record of one kind, whose schema has accepted its entity. */
function isOfKind<Kind extends EntityKind>(kind: Kind, record: ParsedRecord): record is RecordOf<Kind> {
  return record.kind === kind;
}

function isEnded({ status }: StateEntities['session']): boolean {
  return TERMINAL_SESSION_STATUSES.has(status);
}

/** Keeps an unchanged record, whose next export then has the same bytes. */
function marked(record: RecordOf<'session' | 'request'>, held: boolean): ParsedRecord {
  if ((record.entity.held ?? false) === held) return record;
  return { ...record, entity: { ...record.entity, held: held || undefined } };
}
