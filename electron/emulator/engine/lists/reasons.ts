import type { Reason } from '../../../../shared/contract/emulator/reason.ts';
import { questionTitle, runTitle } from '../../../../shared/model/titles.ts';
import { isPending, TERMINAL_SESSION_STATUSES } from '../../../../shared/model/status.ts';
import { formatTimestamp, MICROS_PER_SECOND, type Micros } from '../../../../shared/values/timestamp.ts';
import { actorName } from '../access/access.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { isHeld } from '../context/held.ts';
import type { BlockState, EndCause, PromptRecord, RunRecord, SessionRecord } from '../context/records.ts';
import { isFinished } from '../runs/run-machine.ts';
import { waitOf, type RunWait } from '../runs/waiting.ts';

/** Maximum number of runs and of people in a reason, and of characters of a failure or a question. */
const MOST = { runs: 10, failure: 500, question: 60, people: 3 };

/** A reason from its parts. */
function reason(kind: Reason['kind'], text: string, rest: Partial<Reason> = {}): Reason {
  return { kind, text, runIDs: [], until: null, by: null, ...rest };
}

const HELD = reason('held', 'came from a file and is held until it is released');

/** The reason that a run waits, or did not succeed; null for a run that works or succeeded. Its time does not depend on the number of runs. */
export function runReason(context: EngineContext, run: RunRecord): Reason | null {
  if (isFinished(run)) return run.status === 'Succeeded' ? null : endReason(context, run);
  const wait = waitOf(context, run);
  return wait === undefined ? null : waitReason(context, run, wait);
}

function waitReason(context: EngineContext, run: RunRecord, wait: RunWait): Reason {
  switch (wait.on) {
    case 'held':
      return HELD;
    case 'prompt':
      return reason('prompt', askedText(context, run), { until: timeoutOf(context, run) });
    case 'delay':
      return reason('delay', `does not start before ${timeText(wait.until)}`, { until: formatTimestamp(wait.until) });
    case 'until':
      return reason('until', `waits until ${timeText(wait.until)}`, { until: formatTimestamp(wait.until) });
    case 'slot':
      return slotReason(context, run);
    case 'child':
      return childReason(context, wait.child);
  }
}

function slotReason({ live }: EngineContext, run: RunRecord): Reason {
  if (run.status === 'Active') return reason('slots', 'waits for a free process for its script');
  const { runIDs, total, key, place } = live.slotsOf(run);
  const owner = key === undefined ? runTitle(run) : `the concurrency key “${key}”`;
  const taken =
    total === 1 ? `the only slot of ${owner} is taken` : `${runIDs.length} of ${total} slots of ${owner} are taken`;
  const ordinal = PLACES[(place ?? 0) - 1];
  const text = ordinal === undefined ? taken : `${taken}; ${ordinal} in the queue`;
  return reason('slots', text, { runIDs: runIDs.slice(0, MOST.runs) });
}

/** The places that a queue tells of. */
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

function childReason(context: EngineContext, child: RunRecord): Reason {
  const why = runReason(context, child);
  const text = `waits for ${runTitle(child)}${why === null ? '' : `, which ${sentenceEnd(why)}`}`;
  const below = why?.kind === 'child' ? why.runIDs : [];
  return reason('child', text, { runIDs: [child.id, ...below].slice(0, MOST.runs), until: why?.until ?? null });
}

/** The text of a reason after “which”. */
function sentenceEnd({ kind, text }: Reason): string {
  return kind === 'slots' && !text.startsWith('waits') ? `is queued: ${text}` : text;
}

function askedText({ state }: EngineContext, { id }: RunRecord): string {
  const prompt = state.promptsOf(id).find(isPending);
  const line = questionTitle(prompt?.description ?? '');
  const cut = line.length > MOST.question ? `${line.slice(0, MOST.question)}…` : line;
  return `${answerText(prompt)}${cut === '' ? '' : ` to “${cut}”`}`;
}

/** The wait for an answer, with the people who are asked: `waits for an answer of ada@example.com or ops`. */
function answerText(prompt: PromptRecord | undefined): string {
  const people = [...(prompt?.reviewers.users ?? []), ...(prompt?.reviewers.groups ?? [])];
  const more = people.length - MOST.people;
  const named = [...people.slice(0, MOST.people), ...(more > 0 ? [`${more} more`] : [])].join(' or ');
  return named === '' ? 'waits for an answer' : `waits for an answer of ${named}`;
}

/** The time at which an Active run times out. */
function timeoutOf({ time }: EngineContext, { activeAt, createdAt, timeout }: RunRecord): string {
  return formatTimestamp(time.endOf(activeAt ?? createdAt, timeout * MICROS_PER_SECOND));
}

/** `2026-11-28 12:00:05`. */
function timeText(at: Micros): string {
  return formatTimestamp(at).slice(0, 19);
}

function endReason(context: EngineContext, run: RunRecord): Reason {
  if (run.endCause !== null) return CAUSES[run.endCause.kind](context, run, run.endCause);
  return run.status === 'Failed' ? failedReason(context, run) : cancelledReason(context, run.cancelledBy);
}

const CAUSES: Record<EndCause['kind'], (context: EngineContext, run: RunRecord, cause: EndCause) => Reason> = {
  timeout: (_, { timeout }) => reason('timeout', `timed out after ${durationText(timeout)}`),
  parent: (context, { parentID, cancelledBy }) => {
    const parent = context.state.get('run', parentID);
    const why = parent?.endCause?.kind === 'timeout' ? `, which timed out after ${durationText(parent.timeout)}` : '';
    const text = `cancelled with the run that executed it${why}`;
    return reason('cancelled', text, { runIDs: [parentID], by: cancelledBy });
  },
  session: (context, { cancelledBy }) =>
    reason('cancelled', `cancelled with its session${byText(context, cancelledBy)}`, { by: cancelledBy }),
  fault: (_, { status, failure }, { fault = '' }) => {
    const text = `${status === 'Failed' ? 'failed' : 'cancelled'} by the fault “${fault}”`;
    return reason('fault', failure === '' ? text : `${text}: ${cutFailure(failure)}`, { by: fault });
  },
};

function byText({ definitions }: EngineContext, userID: string | null): string {
  // The name of the local user begins a label elsewhere: “You (local user)”.
  return userID === null ? '' : ` by ${(actorName(definitions(), userID) || userID).replace(/^You \(/, 'you (')}`;
}

function cancelledReason(context: EngineContext, by: string | null): Reason {
  return reason('cancelled', `cancelled${byText(context, by)}`, { by });
}

function cutFailure(failure: string): string {
  return failure.length > MOST.failure ? `${failure.slice(0, MOST.failure)}…` : failure;
}

/** The reason of a failed run: its own failure, or that of the run below it that failed first. */
function failedReason(context: EngineContext, run: RunRecord): Reason {
  const leaf = failedChild(context, run);
  if (leaf === undefined) return reason('failed', cutFailure(run.failure));
  const below = endReason(context, leaf);
  const isLeaf = below.kind !== 'failed' || below.runIDs.length === 0;
  if (!isLeaf) return below;
  const end = below.kind === 'failed' ? `failed: ${below.text}` : below.text;
  return reason('failed', `${runTitle(leaf)} ${end}`, { runIDs: [leaf.id] });
}

/** Number of characters of a failure in which the ID of a child is looked for, and of children looked at: the newest. */
const SEARCHED = { characters: 2000, children: 100 };

/** The child whose end a run failed of: its failure names that child. */
function failedChild({ state }: EngineContext, { failure, childRunIDs }: RunRecord): RunRecord | undefined {
  if (childRunIDs.length === 0) return undefined;
  const start = failure.slice(0, SEARCHED.characters);
  const id = childRunIDs.slice(-SEARCHED.children).findLast((childID) => start.includes(childID));
  return id === undefined ? undefined : state.get('run', id);
}

/** The reason that a session waits, or did not succeed: that of its block; null for one that works or succeeded. */
export function sessionReason(context: EngineContext, session: SessionRecord): Reason | null {
  const { status, failure, blocks, updatedBy } = session;
  if (status === 'Succeeded') return null;
  if (isHeld(context.state, session)) return HELD;
  if (status === 'Cancelled' || status === 'Cancelling') return cancelledReason(context, updatedBy);
  const isOver = TERMINAL_SESSION_STATUSES.has(status);
  const block = blocks.find((one) =>
    isOver ? one.status === 'Failed' || one.status === 'Cancelled' : one.status === 'Active',
  );
  const run = block && context.state.get('run', block.runID);
  const why = run && runReason(context, run);
  if (block === undefined || run === undefined || !why) return isOver ? reason('failed', cutFailure(failure)) : null;
  const text = isOver ? why.text : waitText(run, block, why);
  return { ...why, text: `${block.name}: ${text}`, runIDs: why.runIDs.length === 0 ? [run.id] : why.runIDs };
}

/** The wait of a block's run, with the run's name where the block has another one. */
function waitText(run: RunRecord, { name, kind }: BlockState, why: Reason): string {
  const isNamed = kind === 'prompt' || why.kind === 'slots' || runTitle(run) === name;
  return isNamed ? why.text : `${runTitle(run)} ${sentenceEnd(why)}`;
}

/** The reason that a prompt waits, or was cancelled; null for one that was submitted. */
export function promptReason(context: EngineContext, prompt: PromptRecord, run: RunRecord): Reason | null {
  if (prompt.submittedAt !== null) return null;
  const runIDs = [run.id];
  if (prompt.cancelledAt !== null) {
    const ended = prompt.cancelledBy === null && isFinished(run) ? runReason(context, run) : null;
    return { ...(ended ?? cancelledReason(context, prompt.cancelledBy)), runIDs };
  }
  if (isHeld(context.state, prompt)) return { ...HELD, runIDs };
  const answer = context.answers.to(prompt);
  if (answer?.problem === null)
    return reason('until', `the rule “${answer.rule}” answers it`, { runIDs, until: answer.dueAt, by: answer.rule });
  return reason('prompt', answerText(prompt), { runIDs, until: timeoutOf(context, run) });
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** A duration for people: `2 h`, `1 min 30 s`, `0.5 s`. Its two largest units. */
function durationText(seconds: number): string {
  const parts: string[] = [];
  let left = seconds;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size);
    if (count > 0) parts.push(`${count} ${unit}`);
    left -= count * size;
  }
  const rounded = Math.round(left * 1000) / 1000;
  if (rounded > 0 || parts.length === 0) parts.push(`${rounded} s`);
  return parts.slice(0, 2).join(' ');
}
