import type { RunRow, TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { runTitle } from '../../../shared/model/titles.ts';
import { STATUS_DISPLAY } from '../../ui/text/status.ts';
import type { LadderCall, LadderLane } from '../ladder/ladder.ts';
import { runStatus, shortID } from '../run/run-display.ts';
import { endText, statusTone, requestWords } from './request-words.ts';

/** A logged request as a call of a ladder. @param from its moment, in milliseconds */
export function ladderCall(row: TrafficRow, from: number): LadderCall {
  const { id, status, fault, idempotencyKey: key, milliseconds, subject } = row;
  const isLost = status === 0 || fault?.kind.split(',').includes('truncate') === true;
  const isArrived = fault === undefined || (fault.instead?.status ?? 500) < 400;
  return {
    ...{ key: id, from, to: from + milliseconds, name: subject?.slug ?? requestWords(row).operation },
    note: key === '' ? '' : `key ${shortID(key)}`,
    end: isLost && fault?.instead !== undefined ? 'answer lost' : endText(row),
    tone: statusTone(status),
    answer: isLost ? 'lost' : 'whole',
    ...{ isArrived, isFaulted: fault !== undefined },
  };
}

/** A run as a lane of a ladder. */
export function ladderLane(
  run: Pick<RunRow, 'id' | 'name' | 'taskSlug' | 'status' | 'waiting' | 'held' | 'reason'>,
  times: Pick<LadderLane, 'made' | 'from' | 'to'>,
): LadderLane {
  const { shape, tone } = STATUS_DISPLAY[runStatus(run)];
  return { ...times, key: run.id, name: runTitle(run), shape, tone, note: '', end: shortID(run.id), isBreaking: false };
}
