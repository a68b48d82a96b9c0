import type { RequestRow } from '../../../../shared/contract/emulator/requests.ts';
import { parameterView, type ParameterView } from '../../../../shared/model/answers.ts';
import { isPendingRequest } from '../../../../shared/model/status.ts';
import type { RequestReviewer, TriggerRequest } from '../../../../shared/model/prompt.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import { isFilter, chosenTest, someHasWord, type TermTests } from './filter-tests.ts';
import { isHeld } from '../context/held.ts';
import { TEAM_ID, type Definitions, type TaskDefinition } from '../definitions/definitions.ts';
import type { EngineContext } from '../context/engine-context.ts';
import type { RequestRecord } from '../context/records.ts';
import { environmentOf } from '../context/scope.ts';
import { givenAnswer } from '../context/views.ts';
import { jsonHasWord } from '../../../../shared/model/filter.ts';
import { factTerms, itemFilter, type ItemTest, runTerms } from './item-filter.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import { findByIdOrSlug } from '../runs/execute.ts';
import { triggerIdOf } from '../prompts/requests.ts';

/** A request as `/v0` returns it. */
export function requestView(context: EngineContext, request: RequestRecord): TriggerRequest {
  const { id, createdAt, createdBy, reason, reviewers } = request;
  return {
    ...{ iD: id, teamID: TEAM_ID, createdAt: formatTimestamp(createdAt), createdBy, reason },
    ...{ status: 'pending', reviewers: reviewersView(context.definitions(), reviewers) },
    ...answerFields(request),
  };
}

/** The fields that an answer to a request sets. */
function answerFields(request: RequestRecord): Partial<TriggerRequest> {
  const { approvedAt, approvedBy, executedRunID, rejectedAt, rejectedBy, answerReason } = request;
  if (approvedAt !== null)
    return {
      ...{ status: 'approved', triggerReceipt: { taskRunID: executedRunID } },
      ...{ executedAt: formatTimestamp(approvedAt), executedBy: approvedBy ?? '' },
    };
  if (rejectedAt === null) return {};
  return {
    ...{ status: 'rejected', rejectedReason: answerReason },
    ...{ rejectedAt: formatTimestamp(rejectedAt), rejectedBy: rejectedBy ?? '' },
  };
}

/** Reviewers by ID. Those that are no longer defined keep their name from the request. */
function reviewersView(
  { users, groups }: Definitions,
  reviewers: Pick<RequestRecord['reviewers'], 'users' | 'groups'>,
): RequestReviewer[] {
  return [
    ...reviewers.users.map((user) => ({ userID: users.find(user)?.id ?? user, groupID: null })),
    ...reviewers.groups.map((group) => ({ userID: null, groupID: groups.find(group)?.id ?? group })),
  ];
}

/** A request in the inbox. */
export function requestRow(context: EngineContext, request: RequestRecord): RequestRow {
  const { runID, taskID, taskSlug, name, environmentID, reviewers, paramValues, answerReason } = request;
  const task = context.definitions().tasks.byId(taskID);
  return {
    request: requestView(context, request),
    ...{ runID, taskID, taskSlug, name, environment: environmentOf(context, environmentID).slug },
    ...{ reviewers, parameters: task?.parameters.map(parameterView) ?? [], paramValues, answerReason },
    answer: isPendingRequest(request)
      ? context.answers.to(request)
      : givenAnswer(request.rule, request.approvedAt ?? request.rejectedAt ?? request.createdAt),
    held: isHeld(context.state, request),
  };
}

/** The pending requests that match a filter, oldest first. */
export function pendingRequestRows(context: EngineContext, q?: string): RequestRow[] {
  const requests = [...context.state.all('request')].filter(isPendingRequest);
  const matching = isFilter(q) ? requests.filter(pendingRequestFilter(q, context)) : requests;
  return matching.map((request) => requestRow(context, request));
}

type Test = ItemTest<RequestRecord>;

/** The terms of prompts, since the inbox has one filter for both. */
const TERMS: TermTests<'prompt', Test> = {
  ...factTerms<RequestRecord>((request) => request),
  ...runTerms<RequestRecord>((request, { state }) => ({
    ...request,
    sessionID: state.get('run', request.runID)?.sessionID ?? '',
  })),
  is: (value) => chosenTest(KINDS, value),
};

/** Values of the term `is`. */
const KINDS: Readonly<Record<string, Test>> = {
  approval: () => true,
  held: (request, { state }) => isHeld(state, request),
  automatic: (request, { answers, state }) => answers.to(request)?.problem === null && !isHeld(state, request),
  refused: (request, { answers }) => (answers.to(request)?.problem ?? null) !== null,
};

/** Returns the test of a filter of pending requests. Throws 400 for an invalid filter. */
function pendingRequestFilter(text: string, context: EngineContext): (request: RequestRecord) => boolean {
  return itemFilter('prompt', text, { context, terms: TERMS, hasText: requestHasWord });
}

/** True when a request, or the names and values of its task, contain a word. */
function requestHasWord(context: EngineContext, request: RequestRecord, word: string): boolean {
  const { id, runID, taskID, taskSlug, name, reason, paramValues, environmentID } = request;
  const environment = environmentOf(context, environmentID).slug;
  if (someHasWord([id, runID, taskID, taskSlug, name, reason, environment], word)) return true;
  return jsonHasWord(paramValues, word);
}

/** A task as shown to those who request its execution. */
interface TaskReviewers {
  readonly task: Pick<TaskDefinition, 'id' | 'name' | 'slug' | 'description' | 'timeout'> & {
    readonly parameters: ParameterView[];
    readonly triggers: { triggerID: string; kind: 'form'; taskID: string; name: string }[];
  };
  readonly reviewers: RequestReviewer[];
}

/** The task with this slug, its form, and its reviewers. Throws 404, and 403 for a private task. */
export function taskReviewers(context: EngineContext, slug: string, caller: Caller): TaskReviewers {
  const definitions = context.definitions();
  const task = findByIdOrSlug(definitions, definitions.tasks, { noun: 'task', named: { slug }, caller });
  const { id, name, description, timeout } = task;
  return {
    task: {
      ...{ id, name, slug: task.slug, description, parameters: task.parameters.map(parameterView), timeout },
      triggers: [{ triggerID: triggerIdOf(task), kind: 'form', taskID: id, name }],
    },
    reviewers: reviewersOf(definitions, task),
  };
}

/** Roles of permissions that only allow to see or request a task. */
const NO_REVIEWERS: readonly string[] = ['task_viewer', 'task_requester', 'run_viewer'];

/** The reviewers of a task: those in its permissions except viewers and requesters; the admins when there are none. */
function reviewersOf(definitions: Definitions, { permissions }: TaskDefinition): RequestReviewer[] {
  const named = permissions.filter(({ roleID }) => !NO_REVIEWERS.includes(roleID));
  const reviewers = reviewersView(definitions, {
    users: named.map(({ subUserID }) => subUserID).filter((user) => user !== ''),
    groups: named.map(({ subGroupID }) => subGroupID).filter((group) => group !== ''),
  });
  if (reviewers.length > 0) return withoutRepeats(reviewers);
  return definitions.users.all.filter(({ role }) => role === 'admin').map(({ id }) => ({ userID: id, groupID: null }));
}

function withoutRepeats(reviewers: readonly RequestReviewer[]): RequestReviewer[] {
  const byText = new Map(reviewers.map((reviewer) => [JSON.stringify(reviewer), reviewer]));
  return [...byText.values()];
}
