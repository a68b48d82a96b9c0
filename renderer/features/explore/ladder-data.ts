import type { Counterexample } from '../../../shared/contract/emulator/explorations.ts';
import type { AnsweredCall } from '../../../shared/contract/emulator/schedule.ts';

/** A run of a trial, from the call that made it to the last call about it, in milliseconds since the first call. */
export interface LadderRun {
  readonly id: string;
  readonly task: string;
  readonly from: number;
  readonly to: number;
  /** True for a run that breaks the invariant. */
  readonly isBreaking: boolean;
}

/** The runs of a counterexample, oldest first. Its reason names those that break the invariant. */
export function ladderRuns({ calls, reason }: Pick<Counterexample, 'calls' | 'reason'>): LadderRun[] {
  const ids = [...new Set(calls.map(({ runID }) => runID).filter((id) => id !== ''))];
  const named = new Set(reason.split(/[^\w-]+/));
  return ids.map((id) => {
    const own = calls.filter(({ runID }) => runID === id);
    const [first] = own;
    const times = own.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt]);
    const name = own.find(({ call }) => call.task !== undefined)?.call.task ?? first?.call.operation ?? '';
    return { id, task: name, from: Math.min(...times), to: Math.max(...times), isBreaking: named.has(id) };
  });
}

/** True when no answer reached the client. */
export function isLost({ status }: Pick<AnsweredCall, 'status'>): boolean {
  return status === 0 || status === 499;
}

/** Indexes of the calls that have a label: at least `gap` pixels apart; faults first. */
export function labelledCalls(calls: readonly AnsweredCall[], place: (call: AnsweredCall) => number, gap: number) {
  const labelled = new Set<number>();
  const order = [...calls.keys()].sort((a, b) => Number(calls[a]?.fault === '') - Number(calls[b]?.fault === ''));
  for (const index of order) {
    const call = calls[index];
    if (call === undefined) continue;
    const isFree = [...labelled].every((other) => Math.abs(placeAt(other) - place(call)) >= gap);
    if (isFree) labelled.add(index);
  }
  return labelled;
  function placeAt(index: number): number {
    const call = calls[index];
    return call === undefined ? 0 : place(call);
  }
}
