import type { Caller } from '../../../shared/model/access.ts';
import { checkValues } from '../../../shared/model/parameter-values.ts';
import { assertMaySee } from './access.ts';
import type { RunbookDefinition } from './definitions.ts';
import type {
  PromptOperations,
  RunbookOperations,
  RunOperations,
  SessionOperations,
  TaskOperations,
} from './engine.ts';
import { executeTask, findByIdOrSlug, requestProblems } from './execute.ts';
import { RunViewCache } from './run-view-cache.ts';
import { listRuns, listSessions } from './lists.ts';
import { readLogs } from './logs.ts';
import { cancelPrompt, answerProblems, submitPrompt } from './prompts.ts';
import { problemsOf } from './field-problems.ts';
import type { RunRecord, SessionRecord } from './records.ts';
import {
  logPage,
  pendingPromptRows,
  promptDetail,
  promptRow,
  runDetail,
  runRow,
  runRows,
  sessionDetail,
  sessionRow,
  sessionRows,
} from './rows.ts';
import type { Runner } from './runner.ts';
import { valuesContext } from './scope.ts';
import type { Sessions } from './sessions.ts';
import { outputView, promptView, sessionView } from './views.ts';
import { notFound, requirePrompt, requireRun, requireSession, type EngineContext } from './engine-context.ts';

/** The run with this ID, if the caller may see it: else 404 or 403. */
function visibleRun(context: EngineContext, id: string, caller: Caller): RunRecord {
  const run = requireRun(context, id);
  assertMaySee(context.definitions(), caller, run, 'run');
  return run;
}

function visibleSession(context: EngineContext, id: string, caller: Caller): SessionRecord {
  const session = requireSession(context, id);
  assertMaySee(context.definitions(), caller, session, 'session');
  return session;
}

export function taskOperations(context: EngineContext, runner: Runner): TaskOperations {
  return {
    find: (named, caller) => {
      const { tasks } = context.definitions();
      return findByIdOrSlug({ noun: 'task', catalogue: tasks, named }, (task) =>
        assertMaySee(context.definitions(), caller, task, 'task'),
      ).id;
    },
    execute: (request, call) => executeTask(context, runner, request, call),
    problems: (request, caller) => requestProblems(context, request, caller),
  };
}

/** The result of work in steps, without a pause. */
function runToEnd<Result>(work: Generator<void, Result, undefined>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

export function runOperations(context: EngineContext, runner: Runner): RunOperations {
  const views = new RunViewCache(context);
  return {
    get: (id, caller) => views.get(visibleRun(context, id, caller)),
    logs: (runID, query, caller) => readLogs(context, visibleRun(context, runID, caller).id, query),
    outputs: (id, caller) => ({ output: outputView(context, visibleRun(context, id, caller)) }),
    list: (query, caller) => runToEnd(listRuns(context, query, caller)),
    listInSlices: (query, caller) => listRuns(context, query, caller),
    cancel: (id, caller) => {
      visibleRun(context, id, caller);
      const name = context.definitions().users.byId(caller.userID)?.name ?? `API user ${caller.userID}`;
      runner.cancel(id, caller.userID, `Run was cancelled by ${name}.`);
    },
    rows: (query) => runToEnd(runRows(context, query)),
    rowsInSlices: (query) => runRows(context, query),
    row: (run) => runRow(context, run),
    detail: (id) => runToEnd(runDetail(context, id)),
    detailInSlices: (id) => runDetail(context, id),
    logPage: (id, offset, limit) => logPage(context, id, offset, limit),
  };
}

export function promptOperations(context: EngineContext): PromptOperations {
  const visible = (id: string, caller: Caller) => {
    const prompt = requirePrompt(context, id);
    visibleRun(context, prompt.runID, caller);
    return prompt;
  };
  return {
    get: (id, caller) => promptView(context, visible(id, caller)),
    list: (runID, caller) =>
      context.state.promptsOf(visibleRun(context, runID, caller).id).map((prompt) => promptView(context, prompt)),
    submit: (id, values, call) => void submitPrompt(context, id, values, call),
    problems: (id, values, caller) => answerProblems(context, { id, values, caller }),
    cancel: (id, caller) => void cancelPrompt(context, id, caller),
    pendingRows: () => pendingPromptRows(context),
    row: (prompt) => promptRow(context, prompt),
    detail: (id) => promptDetail(context, id),
  };
}

export function runbookOperations(context: EngineContext, sessions: Sessions): RunbookOperations {
  return {
    find: (named, caller) => {
      const { runbooks } = context.definitions();
      return findByIdOrSlug({ noun: 'runbook', catalogue: runbooks, named }, (runbook) =>
        assertMaySee(context.definitions(), caller, runbook, 'runbook'),
      ).id;
    },
    problems: ({ runbookID, environment, paramValues }) =>
      problemsOf(
        checkValues(runbookOf(context, runbookID).parameters, paramValues, valuesContext(context, environment)),
      ),
    execute: ({ runbookID, environment, paramValues }, call) => {
      const runbook = runbookOf(context, runbookID);
      const request = { runbook, environment, paramValues, parentID: call.caller.runID };
      return { sessionID: sessions.execute(request, call) };
    },
  };
}

function runbookOf(context: EngineContext, id: string): RunbookDefinition {
  return context.definitions().runbooks.byId(id) ?? notFound('runbook', id);
}

export function sessionOperations(context: EngineContext, sessions: Sessions): SessionOperations {
  return {
    get: (id, caller) => sessionView(context, visibleSession(context, id, caller)),
    listInSlices: (query, caller) => listSessions(context, query, caller),
    cancel: (id, caller) => {
      visibleSession(context, id, caller);
      sessions.cancel(id, caller);
    },
    rows: (query) => sessionRows(context, query),
    row: (session) => sessionRow(context, session),
    detail: (id) => runToEnd(sessionDetail(context, id)),
    detailInSlices: (id) => sessionDetail(context, id),
  };
}
