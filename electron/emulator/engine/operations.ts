import type { Caller } from '../../../shared/model/access.ts';
import { checkValues } from '../../../shared/model/parameter-values.ts';
import { assertMaySee } from './access.ts';
import type { PromptOperations } from './engine.ts';
import type { RunbookOperations, SessionOperations } from './session-operations.ts';
import type { TaskOperations } from './task-operations.ts';
import type { RunOperations } from './run-operations.ts';
import {
  notFound,
  requirePrompt,
  requireRequest,
  requireRun,
  requireSession,
  type EngineContext,
} from './engine-context.ts';
import { executeTask, findByIdOrSlug, requestProblems } from './execute.ts';
import { problemsOf } from './field-problems.ts';
import { listRuns, listSessions } from './lists.ts';
import { appendLog, readLogs } from './logs.ts';
import { promptSubject, requestSubject } from './answer-subject.ts';
import { answerProblems, cancelPrompt, createPrompt, submitPrompt } from './prompts.ts';
import type { RunRecord } from './records.ts';
import { assertNeedsNoRequest } from './need-request.ts';
import { pendingRequestRows, requestRow, requestView } from './request-views.ts';
import { approveRequest, createRequest, rejectRequest, requestOfRun } from './requests.ts';
import { runDetail } from './run-detail.ts';
import { logPage, runRow, runRows } from './rows.ts';
import { pendingPromptRows, promptRow } from './prompt-rows.ts';
import { sessionDetail, sessionRow, sessionRows } from './session-rows.ts';
import { executeFromStep, stepResults } from './run-from-step.ts';
import { cachedRunView } from './run-view-cache.ts';
import type { Runner } from './runner.ts';
import type { RequestOperations } from './runtime-operations.ts';
import { valuesContext } from './scope.ts';
import type { Sessions } from './sessions.ts';
import { taskReviewers } from './task-reviewers.ts';
import { outputView, promptView, sessionView } from './views.ts';

/** The run with this ID. Throws 404, or 403 when the caller may not see it. */
function visibleRun(context: EngineContext, id: string, caller: Caller): RunRecord {
  const run = requireRun(context, id);
  assertMaySee(context.definitions(), caller, run, 'run');
  return run;
}

export function taskOperations(context: EngineContext, runner: Runner): TaskOperations {
  return {
    find: (named, caller) => {
      const definitions = context.definitions();
      return findByIdOrSlug(definitions, definitions.tasks, { noun: 'task', named, caller });
    },
    require: (id) => context.definitions().tasks.byId(id) ?? notFound('task', id),
    execute: (request, call) => {
      assertNeedsNoRequest(request.task, call);
      return executeTask(context, runner, request, call);
    },
    problems: (request, caller) => requestProblems(context, request, caller),
  };
}

export function runOperations(context: EngineContext, runner: Runner): RunOperations {
  const viewOf = cachedRunView(context);
  return {
    get: (id, caller) => viewOf(visibleRun(context, id, caller)),
    logs: (runID, query, caller) => readLogs(context, visibleRun(context, runID, caller).id, query),
    outputs: (id, caller) => ({ output: outputView(context, visibleRun(context, id, caller)) }),
    list: (query, caller) => listRuns(context, query, caller),
    cancel: (id, caller) => {
      visibleRun(context, id, caller);
      const name = context.definitions().users.byId(caller.userID)?.name ?? `API user ${caller.userID}`;
      runner.cancel(id, caller.userID, `Run was cancelled by ${name}.`);
    },
    planEnd: (id, end, note) => runner.planEnd(id, end, note),
    note: (id, text) => appendLog(context, requireRun(context, id), 'debug', text),
    rows: (query) => runRows(context, query),
    row: (run) => runRow(context, run),
    find: (id) => context.state.get('run', id),
    countUnfinished: () => context.state.unfinishedRuns().length,
    detail: (id, only) => runDetail(context, id, only),
    stepResults: (id) => stepResults(context, requireRun(context, id)),
    executeFrom: (id, start, call) => executeFromStep(context, runner, { run: requireRun(context, id), start, call }),
    logPage: (id, offset, limit) => logPage(context, id, offset, limit),
  };
}

export function promptOperations(context: EngineContext, runner: Runner): PromptOperations {
  return {
    create: (ask, { runID }) => {
      const { id } = createPrompt(context, runID, ask);
      appendLog(context, requireRun(context, runID), 'debug', `Waiting for prompt ${id}.`);
      runner.waits(runID, context.promptsEnded.wait(id), 'other');
      return id;
    },
    get: (id, caller) => {
      const prompt = requirePrompt(context, id);
      visibleRun(context, prompt.runID, caller);
      return promptView(context, prompt);
    },
    list: (runID, caller) =>
      context.state.promptsOf(visibleRun(context, runID, caller).id).map((prompt) => promptView(context, prompt)),
    submit: (id, values, call) => submitPrompt(context, id, values, call),
    problems: (id, values, caller) => answerProblems(context, { id, values, caller }),
    cancel: (id, caller, rule) => cancelPrompt(context, id, caller, rule),
    pendingRows: (q) => pendingPromptRows(context, q),
    row: (prompt) => promptRow(context, prompt),
    detail: (id) => promptRow(context, requirePrompt(context, id)),
    subject: (prompt) => promptSubject(context, prompt),
    setAnswers: (answerTo) => {
      context.answers.to = answerTo;
    },
  };
}

export function requestOperations(context: EngineContext, runner: Runner): RequestOperations {
  return {
    create: (asked, call) => createRequest(context, asked, call),
    get: (id, caller) => requestView(context, requestOfRun(context, id, caller)),
    reviewersOf: (slug, caller) => taskReviewers(context, slug, caller),
    approve: (id, answer) => requestView(context, approveRequest(context, runner, id, answer)),
    reject: (id, answer) => requestView(context, rejectRequest(context, id, answer)),
    pendingRows: (q) => pendingRequestRows(context, q),
    row: (request) => requestRow(context, request),
    detail: (id) => requestRow(context, requireRequest(context, id)),
    subject: (request) => requestSubject(context, request),
  };
}

export function runbookOperations(context: EngineContext, sessions: Sessions): RunbookOperations {
  return {
    find: (named, caller) => {
      const definitions = context.definitions();
      return findByIdOrSlug(definitions, definitions.runbooks, { noun: 'runbook', named, caller });
    },
    problems: ({ runbook, environment, paramValues }) =>
      problemsOf(checkValues(runbook.parameters, paramValues, valuesContext(context, environment))),
    execute: (request, call) => ({ sessionID: sessions.execute(request, call) }),
  };
}

export function sessionOperations(context: EngineContext, sessions: Sessions): SessionOperations {
  const visibleSession = (id: string, caller: Caller) => {
    const session = requireSession(context, id);
    assertMaySee(context.definitions(), caller, session, 'session');
    return session;
  };
  return {
    get: (id, caller) => sessionView(context, visibleSession(id, caller)),
    list: (query, caller) => listSessions(context, query, caller),
    cancel: (id, caller) => {
      visibleSession(id, caller);
      sessions.cancel(id, caller);
    },
    rows: (query) => sessionRows(context, query),
    row: (session) => sessionRow(context, session),
    detail: (id) => sessionDetail(context, id),
  };
}
