import { expect, test } from 'vitest';
import { labelledCalls, ladderRuns } from '../../renderer/features/explore/ladder-data.ts';
import type { AnsweredCall } from '../../shared/contract/emulator/schedule.ts';

function callAt(startedAt: number, rest: Partial<AnsweredCall> = {}): AnsweredCall {
  const call = { operation: 'tasks/execute', task: 'refund', nth: 1 } as const;
  const none = { status: 200, fault: '', executed: true, runID: '', key: '' };
  return { call, requestID: `trf${startedAt}`, startedAt, endedAt: startedAt + 10, ...none, ...rest };
}

const READ = { operation: 'runs/get', nth: 1 } as const;

test('a lane goes from the call that made its run to the last one about it, and the reason names those that break', () => {
  const calls = [
    callAt(0, { runID: 'run1', status: 0, fault: 'lose' }),
    callAt(1000, { runID: 'run2' }),
    callAt(1500, { runID: 'run2', call: READ }),
    callAt(1800, { runID: 'run3' }),
  ];
  expect(ladderRuns({ calls, reason: 'refund succeeded twice: run1, run2' })).toEqual([
    { id: 'run1', task: 'refund', from: 0, to: 10, isBreaking: true },
    { id: 'run2', task: 'refund', from: 1000, to: 1510, isBreaking: true },
    { id: 'run3', task: 'refund', from: 1800, to: 1810, isBreaking: false },
  ]);
});

test('calls close together share a label, which is that of the fault', () => {
  const calls = [callAt(0), callAt(20, { fault: 'lose' }), callAt(200)];
  expect([...labelledCalls(calls, ({ startedAt }) => startedAt, 96)].sort()).toEqual([1, 2]);
});
