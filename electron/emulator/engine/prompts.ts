import { ApiError } from '../../../shared/http/errors.ts';
import type { Caller } from '../../../shared/model/access.ts';
import type { PromptContent } from '../../../shared/model/behavior.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import { checkValues, withDefaults, type CheckedValues } from '../../../shared/model/parameter-values.ts';
import { actorName, isMember, assertMaySee, isUser, ownerOf } from './access.ts';
import type { Definitions } from './definitions.ts';
import type { Call } from './engine.ts';
import { appendLog } from './logs.ts';
import { validValues, problemsOf, type FieldProblem } from './field-problems.ts';
import type { PromptRecord, RunRecord } from './records.ts';
import { isFinished } from './run-machine.ts';
import { environmentOf, valuesContext } from './scope.ts';
import { requirePrompt, requireRun, putPrompt, putRun, type EngineContext } from './engine-context.ts';
import { shown } from '../../../shared/values/shown.ts';
import { isPending } from '../../../shared/model/prompt-state.ts';

const REVIEWERS = { decision: 'prompt-reviewers' } as const;

/** Creates a prompt in a run. Throws 400 for reviewers that do not exist. */
export function createPrompt(context: EngineContext, runID: string, ask: PromptContent): PromptRecord {
  const run = requireRun(context, runID);
  assertReviewersExist(context, ask);
  const at = context.time.now();
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
  context.waitingChanged(putRun(context, { ...run, waiting: true, updatedAt: at }), null);
  return prompt;
}

function assertReviewersExist(context: EngineContext, { reviewers }: PromptContent): void {
  const { groups, users } = context.definitions();
  const unknown = [
    ...reviewers.groups.filter((group) => groups.find(group) === undefined).map((group) => `group "${shown(group)}"`),
    ...reviewers.users.filter((user) => users.find(user) === undefined).map((user) => `user "${shown(user)}"`),
  ];
  if (unknown.length > 0)
    throw new ApiError('invalid_request', `The prompt's reviewers do not exist: ${unknown.join(', ')}.`, REVIEWERS);
}

/** Submits values to a prompt. Throws 404, 403 and 400 (decisions `prompt-states`, `prompt-reviewers`, `param-rules`). */
export function submitPrompt(context: EngineContext, id: string, values: JsonObject, call: Call): void {
  const answered = requireAnswerable(context, id, call.caller);
  const { prompt, run } = answered;
  complete(context, run, {
    ...prompt,
    values: validValues(checkedAnswer(context, answered, values), call.warn),
    submittedAt: context.time.now(),
    submittedBy: call.caller.userID,
    rule: call.rule,
  });
}

/** The problems of an answer's values. Throws the errors that take precedence over them. */
export function answerProblems(
  context: EngineContext,
  { id, values, caller }: { id: string; values: JsonObject; caller: Caller },
): readonly FieldProblem[] {
  return problemsOf(checkedAnswer(context, requireAnswerable(context, id, caller), values));
}

function checkedAnswer(context: EngineContext, { prompt, run }: PromptOfRun, values: JsonObject): CheckedValues {
  return checkValues(prompt.parameters, values, valuesContext(context, environmentOf(context, run.environmentID)));
}

/** Cancels a prompt. The waiting code of the run gets an error (decision `prompt-cancel`). */
export function cancelPrompt(context: EngineContext, id: string, caller: Caller, rule?: string): void {
  const { prompt, run } = requireAnswerable(context, id, caller);
  complete(context, run, { ...prompt, cancelledAt: context.time.now(), cancelledBy: caller.userID, rule });
}

/** Cancels every pending prompt of a run that ends. The caller stores the run. */
export function cancelPromptsOf(context: EngineContext, run: RunRecord): void {
  if (!run.waiting) return;
  for (const prompt of context.state.promptsOf(run.id).filter(isPending)) {
    const ended = putPrompt(context, { ...prompt, cancelledAt: context.time.now(), cancelledBy: run.cancelledBy });
    context.promptsEnded.resolve(prompt.id, ended);
  }
}

function complete(context: EngineContext, run: RunRecord, prompt: PromptRecord): void {
  putPrompt(context, prompt);
  const waiting = context.state.promptsOf(run.id).some(isPending);
  const after = putRun(context, { ...run, waiting, updatedAt: context.time.now() });
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
  assertReviewer(context, { prompt, run, caller });
  if (!isPending(prompt) || isFinished(run))
    throw new ApiError('invalid_request', 'prompt has already completed', { decision: 'prompt-states' });
  return { prompt, run };
}

function assertReviewer(
  context: EngineContext,
  { prompt, run, caller }: { prompt: PromptRecord; run: RunRecord; caller: Caller },
): void {
  const definitions = context.definitions();
  const { allowSelfApprovals, groups, users } = prompt.reviewers;
  const listed = groups.length + users.length > 0;
  const named =
    users.some((user) => isUser(definitions, caller, user)) ||
    groups.some((group) => isMember(definitions, caller, group));
  if (listed && !named)
    throw new ApiError(
      'forbidden',
      `Only its reviewers may answer this prompt: ${[...groups, ...users].join(', ')}.`,
      REVIEWERS,
    );
  // A named reviewer may answer in a private run that the reviewer may not see otherwise.
  if (!named) assertMaySee(definitions, caller, run, 'run');
  if (!allowSelfApprovals && isStarter(definitions, run, caller)) {
    throw new ApiError(
      'forbidden',
      'This prompt does not allow self-approval: the user who started the run may not answer it, nor an API key of the same owner.',
      REVIEWERS,
    );
  }
}

/**
 * True when the caller started the run, or is an API key of the same owner. The local user at the window is no API key, so they
 * may answer what their key started (decision `prompt-reviewers`).
 */
function isStarter(definitions: Definitions, run: RunRecord, { userID, ownerID }: Caller): boolean {
  const isKey = userID !== ownerID;
  return run.createdBy === userID || (isKey && ownerOf(definitions, run.createdBy) === ownerID);
}
