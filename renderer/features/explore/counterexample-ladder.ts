import type { Counterexample } from '../../../shared/contract/emulator/explorations.ts';
import type { AnsweredCall, ObservedRun } from '../../../shared/contract/emulator/schedule.ts';
import type { LadderCall, LadderData, LadderLane, LadderVerdict } from '../../core/ladder/ladder.ts';
import { shortID } from '../../core/run/run-display.ts';
import { statusTone } from '../../core/traffic/request-words.ts';
import { STATUS_DISPLAY } from '../../ui/text/status.ts';
import { breakingOf, valuesText } from './breaking.ts';

/** Axis beyond the last call, for runs that end later, as a part of the time of the calls. */
const MOST_AFTER = 0.5;

/** A counterexample as a ladder. */
export function ladderOf(found: Counterexample): LadderData {
  const end = Math.max(1, ...found.calls.map(({ endedAt }) => endedAt));
  const lanes = lanesOf(found, end * (1 + MOST_AFTER));
  return { calls: found.calls.map((call) => ladderCall(call, found.calls)), lanes, verdict: verdictOf(found, lanes) };
}

function ladderCall(answered: AnsweredCall, all: readonly AnsweredCall[]): LadderCall {
  const { call, requestID, startedAt, endedAt, status, fault, executed, key } = answered;
  const lost = isLost(answered);
  return {
    ...{ key: requestID, from: startedAt, to: endedAt, name: callName(call) },
    note: key === '' ? '' : `key ${shortID(key)}`,
    isNoteNew: hasNewKey(answered, all),
    end: lost ? (executed ? 'answer lost' : 'connection lost') : String(status),
    tone: statusTone(status),
    ...{ isArrived: executed || fault === '', answer: lost ? 'lost' : 'whole', isFaulted: fault !== '' },
  };
}

/** A call in a word: its task, or what it asks for. */
function callName({ operation, task }: AnsweredCall['call']): string {
  if (operation === 'runs/get') return 'poll';
  return task ?? operation;
}

/** True when no whole answer reached the client. */
export function isLost({ status, fault }: Pick<AnsweredCall, 'status' | 'fault'>): boolean {
  return status === 0 || status === 499 || fault.split(',').includes('truncate');
}

/** True for a call that repeats an earlier one with another key. */
export function hasNewKey({ call, key, startedAt }: AnsweredCall, all: readonly AnsweredCall[]): boolean {
  const before = all.filter(
    (other) => other.startedAt < startedAt && other.call.operation === call.operation && other.call.task === call.task,
  );
  return key !== '' && before.some((other) => other.key !== '') && before.every((other) => other.key !== key);
}

/** The runs of the trial's calls as lanes. */
function lanesOf(found: Counterexample, end: number): LadderLane[] {
  const breaking = new Set(breakingOf(found).flatMap(({ runs }) => runs.map(({ id }) => id)));
  return found.runs.flatMap((run) => {
    const call = found.calls.find(({ runID }) => runID === run.id);
    if (call === undefined) return [];
    const made = call.startedAt;
    const from = Math.max(made, run.startedAt ?? made);
    const to = run.endedAt === null ? null : Math.min(end, Math.max(from, run.endedAt));
    const { shape, tone } = STATUS_DISPLAY[run.status];
    return [
      { ...laneText(run), ...{ shape, tone, made, from: Math.min(from, end), to, isBreaking: breaking.has(run.id) } },
    ];
  });
}

function laneText(run: ObservedRun) {
  const values = valuesText(Object.values(run.params));
  return { key: run.id, name: run.task ?? 'prompt', note: values === '' ? '' : `for ${values}`, end: shortID(run.id) };
}

function verdictOf(found: Counterexample, lanes: readonly LadderLane[]): LadderVerdict {
  const name = found.invariant;
  const [worst] = breakingOf(found);
  const ends = lanes.flatMap(({ isBreaking, to }) => (isBreaking && to !== null ? [to] : [])).sort((a, b) => a - b);
  if (worst === undefined || !name.startsWith('once ')) return { name, at: null, note: '', end: 'broken' };
  return {
    name,
    at: ends[1] ?? null,
    note: `second success${worst.values === '' ? '' : ` for ${worst.values}`}`,
    end: `${worst.runs.length}, at most 1`,
  };
}
