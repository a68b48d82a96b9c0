import type { TestRow, TestView } from '../../../shared/contract/emulator/tests.ts';
import { runTitle } from '../../../shared/model/run-title.ts';
import { isRealTime } from '../../core/clock/clock-time.ts';
import type { LadderCall, LadderData, LadderLane } from '../../core/ladder/ladder.ts';
import { runStatus } from '../../core/run/run-display.ts';
import { shortID } from '../../core/run/short-id.ts';
import { endText, statusTone } from '../../core/traffic/request-look.ts';
import { STATUS_DISPLAY } from '../../ui/text/status.ts';
import { duration, instantOf } from '../../ui/text/time.ts';
import { firstLine } from './test-words.ts';

type Request = TestView['requests'][number];
type Run = TestView['runs'][number];

/** The calls of a test's client and its runs, in milliseconds since it began, with the assertion that failed as the last lane. */
export function testLadder({ row, view }: { readonly row: TestRow; readonly view: TestView }): LadderData {
  const { requests, runs } = view;
  const { outcome, milliseconds, state } = row;
  return {
    calls: requests.map(callOf),
    lanes: runs.flatMap((run) => laneOf(run, row, view) ?? []),
    ...(state === 'running' ? { now: milliseconds } : {}),
    ...(outcome?.state === 'failed'
      ? {
          verdict: {
            name: firstLine(outcome.message) || 'failed',
            at: milliseconds,
            note: '',
            end: duration(milliseconds),
          },
        }
      : {}),
  };
}

function callOf({ row, startedAt }: Request): LadderCall {
  const { id, subject, path, milliseconds, idempotencyKey, status, fault } = row;
  return {
    key: id,
    from: startedAt,
    to: startedAt + milliseconds,
    name: subject?.slug ?? path.replace('/v0/', ''),
    note: idempotencyKey === '' ? '' : `key ${idempotencyKey}`,
    end: status === 0 ? 'answer lost' : endText(row),
    tone: statusTone(status),
    isArrived: fault === undefined || fault.instead !== undefined,
    answer: status === 0 ? 'lost' : 'whole',
    isFaulted: fault !== undefined,
  };
}

/** The lane of a run; on a clock of its own, from its first request to its last one. */
function laneOf(run: Run, row: TestRow, { requests, clock }: TestView): LadderLane | undefined {
  const own = requests.filter(({ row: { runID } }) => runID === run.id);
  const [first] = own;
  const since = (timestamp: string) => instantOf(timestamp) - instantOf(row.startedAt);
  const isReal = isRealTime(clock);
  if (first === undefined && !isReal) return undefined;
  const made = isReal ? since(run.createdAt) : (first?.startedAt ?? 0);
  const last = Math.max(made, ...own.map(({ startedAt }) => startedAt));
  const { tone, shape } = STATUS_DISPLAY[runStatus(run)];
  return {
    ...{ key: run.id, name: runTitle(run), tone, shape, made, note: '', end: shortID(run.id), isBreaking: false },
    from: isReal && run.activeAt !== null ? since(run.activeAt) : made,
    to: run.endedAt === null ? null : isReal ? since(run.endedAt) : last,
  };
}
