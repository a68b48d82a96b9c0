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
import { executeTask, findNamed, requestFaults } from './execute.ts';
import { FinishedViews } from './finished-views.ts';
import { listRuns, listSessions } from './lists.ts';
import { readLogs } from './logs.ts';
import { cancelPrompt, promptFaults, submitPrompt } from './prompts.ts';
import { faultsOf } from './problems.ts';
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
import { valuesWorld } from './scope.ts';
import type { Sessions } from './sessions.ts';
import { outputView, promptView, sessionView } from './views.ts';
import { missing, needPrompt, needRun, needSession, type World } from './world.ts';

/** The run with this ID, if the caller may see it: else 404 or 403. */
function visibleRun(world: World, id: string, caller: Caller): RunRecord {
  const run = needRun(world, id);
  assertMaySee(world.definitions(), caller, run, 'run');
  return run;
}

function visibleSession(world: World, id: string, caller: Caller): SessionRecord {
  const session = needSession(world, id);
  assertMaySee(world.definitions(), caller, session, 'session');
  return session;
}

export function taskOperations(world: World, runner: Runner): TaskOperations {
  return {
    find: (named, caller) => {
      const { tasks } = world.definitions();
      return findNamed({ noun: 'task', catalogue: tasks, named }, (task) =>
        assertMaySee(world.definitions(), caller, task, 'task'),
      ).id;
    },
    execute: (request, call) => executeTask(world, runner, request, call),
    faults: (request, caller) => requestFaults(world, request, caller),
  };
}

/** The result of work in steps, without a pause. */
function finished<Result>(work: Generator<void, Result, undefined>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

export function runOperations(world: World, runner: Runner): RunOperations {
  const views = new FinishedViews(world);
  return {
    get: (id, caller) => views.of(visibleRun(world, id, caller)),
    logs: (runID, query, caller) => readLogs(world, visibleRun(world, runID, caller).id, query),
    outputs: (id, caller) => ({ output: outputView(world, visibleRun(world, id, caller)) }),
    list: (query, caller) => finished(listRuns(world, query, caller)),
    listInSteps: (query, caller) => listRuns(world, query, caller),
    cancel: (id, caller) => {
      visibleRun(world, id, caller);
      const name = world.definitions().users.byId(caller.userID)?.name ?? `API user ${caller.userID}`;
      runner.cancel(id, caller.userID, `Run was cancelled by ${name}.`);
    },
    rows: (query) => finished(runRows(world, query)),
    rowsInSteps: (query) => runRows(world, query),
    row: (run) => runRow(world, run),
    detail: (id) => finished(runDetail(world, id)),
    detailInSteps: (id) => runDetail(world, id),
    logPage: (id, offset, limit) => logPage(world, id, offset, limit),
  };
}

export function promptOperations(world: World): PromptOperations {
  const visible = (id: string, caller: Caller) => {
    const prompt = needPrompt(world, id);
    visibleRun(world, prompt.runID, caller);
    return prompt;
  };
  return {
    get: (id, caller) => promptView(world, visible(id, caller)),
    list: (runID, caller) =>
      world.state.promptsOf(visibleRun(world, runID, caller).id).map((prompt) => promptView(world, prompt)),
    submit: (id, values, call) => void submitPrompt(world, id, values, call),
    faults: (id, values, caller) => promptFaults(world, { id, values, caller }),
    cancel: (id, caller) => void cancelPrompt(world, id, caller),
    pendingRows: () => pendingPromptRows(world),
    row: (prompt) => promptRow(world, prompt),
    detail: (id) => promptDetail(world, id),
  };
}

export function runbookOperations(world: World, sessions: Sessions): RunbookOperations {
  return {
    find: (named, caller) => {
      const { runbooks } = world.definitions();
      return findNamed({ noun: 'runbook', catalogue: runbooks, named }, (runbook) =>
        assertMaySee(world.definitions(), caller, runbook, 'runbook'),
      ).id;
    },
    faults: ({ runbookID, environment, paramValues }) =>
      faultsOf(checkValues(runbookOf(world, runbookID).parameters, paramValues, valuesWorld(world, environment))),
    execute: ({ runbookID, environment, paramValues }, call) => {
      const runbook = runbookOf(world, runbookID);
      const request = { runbook, environment, paramValues, parentID: call.caller.runID };
      return { sessionID: sessions.execute(request, call) };
    },
  };
}

function runbookOf(world: World, id: string): RunbookDefinition {
  return world.definitions().runbooks.byId(id) ?? missing('runbook', id);
}

export function sessionOperations(world: World, sessions: Sessions): SessionOperations {
  return {
    get: (id, caller) => sessionView(world, visibleSession(world, id, caller)),
    listInSteps: (query, caller) => listSessions(world, query, caller),
    cancel: (id, caller) => {
      visibleSession(world, id, caller);
      sessions.cancel(id, caller);
    },
    rows: (query) => sessionRows(world, query),
    row: (session) => sessionRow(world, session),
    detail: (id) => finished(sessionDetail(world, id)),
    detailInSteps: (id) => sessionDetail(world, id),
  };
}
