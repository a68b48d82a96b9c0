import type { Caller } from '../../../shared/model/access.ts';
import type { PromptContent } from '../../../shared/model/behavior.ts';
import { checkValues } from '../../../shared/model/parameter-values.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { RunFromStep } from '../../../shared/contract/emulator/state.ts';
import { assertMaySee } from './access/access.ts';
import type { Call } from './context/call.ts';
import type {
  ExecuteRequest,
  IdOrSlug,
  PartialExecuteRequest,
  RunbookRequest,
  LogQuery,
  PlannedEnd,
  RunListQuery,
  RunRowQuery,
} from './runs/run-operations.ts';
import {
  notFound,
  requirePrompt,
  requireRequest,
  requireRun,
  requireSession,
  type EngineContext,
  type PendingAnswers,
} from './context/engine-context.ts';
import { executeTask, findByIdOrSlug, requestProblems } from './runs/execute.ts';
import { problemsOf } from './definitions/field-problems.ts';
import { isHeld } from './context/held.ts';
import { listRuns, listSessions, type SessionListQuery } from './lists/lists.ts';
import { appendLog, readLogs } from './runs/logs.ts';
import { promptSubject, requestSubject } from './prompts/answer-subject.ts';
import { answerProblems, cancelPrompt, createPrompt, submitPrompt } from './prompts/prompts.ts';
import type { PromptRecord, RequestRecord, RunRecord, SessionRecord } from './context/records.ts';
import {
  assertNeedsNoRequest,
  approveRequest,
  createRequest,
  type NewRequest,
  rejectRequest,
  type RequestAnswer,
  requestOfRun,
} from './prompts/requests.ts';
import { pendingRequestRows, requestRow, requestView, taskReviewers } from './lists/request-views.ts';
import { runDetail, cachedRunView } from './lists/run-detail.ts';
import { logPage, runRow, runRows } from './lists/rows.ts';
import { pendingPromptRows, promptRow } from './lists/prompt-rows.ts';
import { sessionDetail, sessionRow, sessionRows, type SessionRowQuery } from './lists/session-rows.ts';
import { executeFromStep, stepResults } from './work/run-from-step.ts';
import type { Runner } from './runs/runner.ts';
import { valuesContext } from './context/scope.ts';
import type { Sessions } from './sessions/sessions.ts';
import { outputView, promptView, sessionView } from './context/views.ts';

/** The run with this ID. Throws 404, or 403 when the caller may not see it. */
function visibleRun(context: EngineContext, id: string, caller: Caller): RunRecord {
  const run = requireRun(context, id);
  assertMaySee(context.definitions(), caller, run, 'run');
  return run;
}

/** Operations on tasks. All throw `ApiError` with the documented code. */
export function taskOperations(context: EngineContext, runner: Runner) {
  return {
    /** Finds the task that `id` and `slug` name (decision `id-field`). Throws 400 for none or two tasks, 404 for an unknown one, 403 for a private one. */
    find: (named: IdOrSlug, caller: Caller) => {
      const definitions = context.definitions();
      return findByIdOrSlug(definitions, definitions.tasks, { noun: 'task', named, caller });
    },
    /** The task with this ID, or 404. Does not check the caller's access. */
    require: (id: string) => context.definitions().tasks.byId(id) ?? notFound('task', id),
    execute: (request: ExecuteRequest, call: Call) => {
      assertNeedsNoRequest(request.task, call);
      return executeTask(context, runner, request, call);
    },
    /** The problems that `execute` would report for the readable fields. Executes nothing. */
    problems: (request: PartialExecuteRequest, caller: Caller) => requestProblems(context, request, caller),
  };
}

/** Operations on runs. */
export function runOperations(context: EngineContext, runner: Runner) {
  const viewOf = cachedRunView(context);
  return {
    get: (id: string, caller: Caller) => viewOf(visibleRun(context, id, caller)),
    logs: (runID: string, query: LogQuery, caller: Caller) =>
      readLogs(context, visibleRun(context, runID, caller).id, query),
    outputs: (id: string, caller: Caller) => ({ output: outputView(context, visibleRun(context, id, caller)) }),
    list: (query: RunListQuery, caller: Caller) => listRuns(context, query, caller),
    cancel: (id: string, caller: Caller) => {
      visibleRun(context, id, caller);
      const name = context.definitions().users.byId(caller.userID)?.name ?? `API user ${caller.userID}`;
      runner.cancel(id, { by: caller.userID, why: `Run was cancelled by ${name}.` });
    },
    /** Ends an unfinished run in a planned way, some time after it becomes Active. @param note line for its log */
    planEnd: (id: string, end: PlannedEnd, note: string) => runner.planEnd(id, end, note),
    /** Appends a line about the run to its log, as `debug`. */
    note: (id: string, text: string) => appendLog(context, requireRun(context, id), 'debug', text),
    /** A page of the window's list. */
    rows: (query: RunRowQuery) => runRows(context, query),
    row: (run: RunRecord) => runRow(context, run),
    /** These runs, and those whose place in a queue may be another one after their change. */
    withQueued: (changed: readonly RunRecord[]): readonly RunRecord[] => {
      const known = new Map(changed.map((run) => [run.id, run]));
      for (const taskID of new Set(changed.map((run) => run.taskID)))
        for (const id of runner.firstQueued(taskID)) {
          const run = context.state.get('run', id);
          if (run !== undefined) known.set(id, run);
        }
      return [...known.values()];
    },
    /** All runs, oldest first. */
    oldestFirst: () => [...context.state.runs({})].reverse(),
    /** The run with this ID; `undefined` for none. */
    find: (id: string) => context.state.get('run', id),
    /** Number of unfinished runs that are not held. */
    countUnfinished: () => context.state.unfinishedRuns().filter((run) => !isHeld(context.state, run)).length,
    /** @param only the one phase in its timeline; all phases when absent */
    detail: (id: string, only?: 'waiting') => runDetail(context, id, only),
    /** The named results of a run's steps. */
    stepResults: (id: string) => stepResults(context, requireRun(context, id)),
    /** Runs a run's task again from a step, with the results of earlier steps. */
    executeFrom: (id: string, start: RunFromStep, call: Call) =>
      executeFromStep(context, runner, { run: requireRun(context, id), start, call }),
    logPage: (id: string, offset: number, limit: number) => logPage(context, id, offset, limit),
  };
}

/** Operations on prompts. */
export function promptOperations(context: EngineContext, runner: Runner) {
  return {
    /** Creates a prompt of the caller's run, which counts as waiting until the prompt ends. Returns its ID. */
    create: (ask: PromptContent, { runID }: Caller) => {
      const { id } = createPrompt(context, runID, ask);
      appendLog(context, requireRun(context, runID), 'debug', `Waiting for prompt ${id}.`);
      runner.workOf(runID)?.waitFor(context.promptsEnded.wait(id));
      return id;
    },
    get: (id: string, caller: Caller) => {
      const prompt = requirePrompt(context, id);
      visibleRun(context, prompt.runID, caller);
      return promptView(context, prompt);
    },
    list: (runID: string, caller: Caller) =>
      context.state.promptsOf(visibleRun(context, runID, caller).id).map((prompt) => promptView(context, prompt)),
    submit: (id: string, values: JsonObject, call: Call) => submitPrompt(context, id, values, call),
    /** The problems that `submit` would report. Submits nothing. */
    problems: (id: string, values: JsonObject, caller: Caller) => answerProblems(context, { id, values, caller }),
    cancel: (id: string, call: Omit<Call, 'origin'>) => cancelPrompt(context, id, call),
    /** @param q a filter; see `prompt-rows.ts` */
    pendingRows: (q?: string) => pendingPromptRows(context, q),
    row: (prompt: PromptRecord) => promptRow(context, prompt),
    /** The prompts of a run, oldest first. */
    rowsOf: (runID: string) => context.state.promptsOf(runID).map((prompt) => promptRow(context, prompt)),
    detail: (id: string) => promptRow(context, requirePrompt(context, id)),
    subject: (prompt: PromptRecord) => promptSubject(context, prompt),
    /** The ID of the run that asks; '' without the prompt. */
    runOf: (id: string) => context.state.get('prompt', id)?.runID ?? '',
    /** Sets the source of the automatic answers that rows of pending prompts and requests show. */
    setAnswers: (answerTo: PendingAnswers['to']) => {
      context.answers.to = answerTo;
    },
  };
}

/** Requests of runs to execute tasks that need an approval (docs/task-runtime.md, "Request an execution"). */
export function requestOperations(context: EngineContext, runner: Runner) {
  return {
    /** Stores a request of the caller's run; returns its ID. */
    create: (asked: NewRequest, call: Call) => createRequest(context, asked, call),
    /** A request of the caller's run. Throws 404 for that of another run. */
    get: (id: string, caller: Caller) => requestView(context, requestOfRun(context, id, caller)),
    /** A task with its form and its reviewers. */
    reviewersOf: (slug: string, caller: Caller) => taskReviewers(context, slug, caller),
    /** Executes the task of a request, once. */
    approve: (id: string, answer: RequestAnswer) => requestView(context, approveRequest(context, runner, id, answer)),
    reject: (id: string, answer: RequestAnswer) => requestView(context, rejectRequest(context, id, answer)),
    /** @param q a filter; see `request-views.ts` */
    pendingRows: (q?: string) => pendingRequestRows(context, q),
    row: (request: RequestRecord) => requestRow(context, request),
    detail: (id: string) => requestRow(context, requireRequest(context, id)),
    subject: (request: RequestRecord) => requestSubject(context, request),
  };
}

/** Operations on runbooks. */
export function runbookOperations(context: EngineContext, sessions: Sessions) {
  return {
    /** Same rules as for tasks. */
    find: (named: IdOrSlug, caller: Caller) => {
      const definitions = context.definitions();
      return findByIdOrSlug(definitions, definitions.runbooks, { noun: 'runbook', named, caller });
    },
    /** The problems that `execute` would report. Executes nothing. */
    problems: ({ runbook, environment, paramValues }: RunbookRequest, caller: Caller) =>
      problemsOf(
        checkValues(runbook.parameters, paramValues, valuesContext(context, environment, caller)),
        'paramValues',
      ),
    execute: (request: RunbookRequest, call: Call) => ({ sessionID: sessions.execute(request, call) }),
  };
}

/** Operations on sessions. */
export function sessionOperations(context: EngineContext, sessions: Sessions) {
  const visibleSession = (id: string, caller: Caller) => {
    const session = requireSession(context, id);
    assertMaySee(context.definitions(), caller, session, 'session');
    return session;
  };
  return {
    /** The record of a session. */
    find: (id: string) => context.state.get('session', id),
    get: (id: string, caller: Caller) => sessionView(context, visibleSession(id, caller)),
    list: (query: SessionListQuery, caller: Caller) => listSessions(context, query, caller),
    cancel: (id: string, caller: Caller) => {
      visibleSession(id, caller);
      sessions.cancel(id, caller);
    },
    rows: (query: SessionRowQuery) => sessionRows(context, query),
    row: (session: SessionRecord) => sessionRow(context, session),
    detail: (id: string) => sessionDetail(context, id),
  };
}
