import type { TestRow, TestView } from '../../../shared/contract/emulator/tests.ts';
import { isRealTime } from '../../core/clock/clock-time.ts';
import type { LadderData, LadderLane } from '../../core/ladder/ladder.ts';
import { ladderCall, ladderLane } from '../../core/traffic/ladder-parts.ts';
import { duration, instantOf } from '../../ui/text/time.tsx';
import { firstLine } from './test-words.ts';

type Run = TestView['runs'][number];

/** The calls of a test's client and its runs, in milliseconds since it began, with the assertion that failed as the last lane. */
export function testLadder({ row, view }: { readonly row: TestRow; readonly view: TestView }): LadderData {
  const { requests, runs } = view;
  const { outcome, milliseconds, state } = row;
  return {
    calls: requests.map(({ row: request, startedAt }) => ladderCall(request, startedAt)),
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

/** The lane of a run; on a clock of its own, from its first request to its last one. */
function laneOf(run: Run, row: TestRow, { requests, clock }: TestView): LadderLane | undefined {
  const own = requests.filter(({ row: { runID } }) => runID === run.id);
  const [first] = own;
  const since = (timestamp: string) => instantOf(timestamp) - instantOf(row.startedAt);
  const isReal = isRealTime(clock);
  if (first === undefined && !isReal) return undefined;
  const made = isReal ? since(run.createdAt) : (first?.startedAt ?? 0);
  const last = Math.max(made, ...own.map(({ startedAt }) => startedAt));
  return ladderLane(run, {
    made,
    from: isReal && run.activeAt !== null ? since(run.activeAt) : made,
    to: run.endedAt === null ? null : isReal ? since(run.endedAt) : last,
  });
}
