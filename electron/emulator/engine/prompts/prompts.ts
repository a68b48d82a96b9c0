import { ApiError } from '../../../../shared/http/errors.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import type { PromptContent } from '../../../../shared/model/behavior.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';
import { checkValues, withDefaults, type CheckedValues } from '../../../../shared/model/parameter-values.ts';
import { actorName } from '../access/access.ts';
import type { Call } from '../context/call.ts';
import { warnIfHeld } from '../context/held.ts';
import { appendLog } from '../runs/logs.ts';
import { validValues, problemsOf, type FieldProblem } from '../definitions/field-problems.ts';
import type { PromptRecord, RunRecord } from '../context/records.ts';
import { alreadyCompleted, assertReviewer, assertReviewersExist } from './reviewers.ts';
import { isFinished } from '../runs/run-machine.ts';
import { environmentOf, valuesContext } from '../context/scope.ts';
import { requirePrompt, requireRun, putPrompt, putRun, type EngineContext } from '../context/engine-context.ts';
import { isPending } from '../../../../shared/model/status.ts';
import { changedRun } from '../runs/run-record.ts';

/** Maximum number of prompts that a run may have pending at once. */
const MAX_PENDING = 1000;

/** Creates a prompt in a run. Throws 400 for reviewers that do not exist, and 409 for too many prompts. */
export function createPrompt(context: EngineContext, runID: string, ask: PromptContent): PromptRecord {
  const run = requireRun(context, runID);
  assertReviewersExist(context.definitions(), ask.reviewers, 'prompt');
  assertFewPending(context, run);
  const at = context.time.nextTimestamp();
  const prompt: PromptRecord = {
    id: context.ids.next('prompt', at),
    runID,
    description: ask.description,
    confirmText: ask.confirmText,
    cancelText: ask.cancelText,
    createdAt: at,
    submittedAt: null,
    submittedBy: null,
    cancelledAt: null,
    cancelledBy: null,
    reviewers: ask.reviewers,
    parameters: ask.parameters,
    values: withDefaults(ask.parameters, {}),
  };
  putPrompt(context, prompt);
  context.waitingChanged(putRun(context, changedRun(run, { waiting: true, updatedAt: at })), null);
  return prompt;
}

function assertFewPending({ state }: EngineContext, { id, waiting }: RunRecord): void {
  if (!waiting || state.promptsOf(id).filter(isPending).length < MAX_PENDING) return;
  throw new ApiError('conflict', `The run has ${MAX_PENDING} pending prompts: wait until some of them are answered.`);
}

/** Submits values to a prompt. Throws 404, 403 and 400 (decisions `prompt-states`, `prompt-reviewers`, `param-rules`). */
export function submitPrompt(context: EngineContext, id: string, values: JsonObject, call: Call): void {
  const answered = requireAnswerable(context, id, call.caller);
  const { prompt, run } = answered;
  const given = checkedAnswer(context, { ...answered, caller: call.caller }, values);
  const checked = validValues(given, 'values', call.warn);
  warnIfHeld(context, prompt, call.warn);
  complete(context, run, {
    ...prompt,
    values: checked,
    submittedAt: context.time.nextTimestamp(),
    submittedBy: call.caller.userID,
    rule: call.rule,
  });
}

/** The problems of an answer's values. Throws the errors that take precedence over them. */
export function answerProblems(
  context: EngineContext,
  { id, values, caller }: { id: string; values: JsonObject; caller: Caller },
): readonly FieldProblem[] {
  return problemsOf(checkedAnswer(context, { ...requireAnswerable(context, id, caller), caller }, values), 'values');
}

function checkedAnswer(
  context: EngineContext,
  { prompt, run, caller }: PromptOfRun & { readonly caller: Caller },
  values: JsonObject,
): CheckedValues {
  const environment = environmentOf(context, run.environmentID);
  return checkValues(prompt.parameters, values, valuesContext(context, environment, caller));
}

/** Cancels a prompt. The waiting code of the run gets an error (decision `prompt-cancel`). */
export function cancelPrompt(context: EngineContext, id: string, { caller, rule, warn }: Omit<Call, 'origin'>): void {
  const { prompt, run } = requireAnswerable(context, id, caller);
  warnIfHeld(context, prompt, warn);
  complete(context, run, { ...prompt, cancelledAt: context.time.nextTimestamp(), cancelledBy: caller.userID, rule });
}

/** Cancels every pending prompt of a run that ends. The caller stores the run. */
export function cancelPromptsOf(context: EngineContext, run: RunRecord): void {
  if (!run.waiting) return;
  for (const prompt of context.state.promptsOf(run.id).filter(isPending)) {
    const ended = putPrompt(context, {
      ...prompt,
      cancelledAt: context.time.nextTimestamp(),
      cancelledBy: run.cancelledBy,
    });
    context.promptsEnded.resolve(prompt.id, ended);
  }
}

function complete(context: EngineContext, run: RunRecord, prompt: PromptRecord): void {
  putPrompt(context, prompt);
  const waiting = context.state.promptsOf(run.id).some(isPending);
  const after = putRun(context, changedRun(run, { waiting, updatedAt: context.time.nextTimestamp() }));
  const by = prompt.submittedBy ?? prompt.cancelledBy;
  const done = prompt.submittedAt === null ? 'cancelled' : 'submitted';
  // The values may be secret, so they are not logged.
  appendLog(
    context,
    after,
    'debug',
    `Prompt ${prompt.id} was ${done} by ${actorName(context.definitions(), by ?? '')}.`,
  );
  context.waitingChanged(after, by);
  context.promptsEnded.resolve(prompt.id, prompt);
}

/** A prompt and its run. */
interface PromptOfRun {
  readonly prompt: PromptRecord;
  readonly run: RunRecord;
}

function requireAnswerable(context: EngineContext, id: string, caller: Caller): PromptOfRun {
  const prompt = requirePrompt(context, id);
  const run = requireRun(context, prompt.runID);
  const { reviewers } = prompt;
  const reviewed = { noun: 'prompt', reviewers, createdBy: run.createdBy, environmentID: run.environmentID } as const;
  assertReviewer(context.definitions(), { ...reviewed, about: run }, caller);
  if (!isPending(prompt) || isFinished(run)) throw alreadyCompleted('prompt');
  return { prompt, run };
}
