import type { V0 } from '../../../../shared/contract/v0/index.ts';
import type { Engine } from '../../engine/create-engine.ts';
import { withProblemFinder, type Handler, type Handlers } from '../http/handler.ts';
import { executeRunbook, executeTask, triggerWebhook } from './execute.ts';

/** Handlers of the emulated API: each operation is one call of the engine. */
export function v0Handlers(engine: Engine): Handlers<V0> {
  return {
    tasks: { execute: executeTask(engine) },
    runbooks: { execute: executeRunbook(engine) },
    webhooks: { trigger: triggerWebhook(engine) },
    ...readHandlers(engine),
    prompts: {
      get: ({ query }, context) => {
        context.setRelatedIds({ promptID: query.id });
        return { prompt: engine.prompts.get(query.id, context.caller) };
      },
      list: ({ query }, context) => {
        context.setRelatedIds({ runID: query.runID });
        return { prompts: engine.prompts.list(query.runID, context.caller) };
      },
      cancel: ({ body }, context) => {
        context.setRelatedIds({ promptID: body.id });
        engine.prompts.cancel(body.id, context.call);
        return { id: body.id };
      },
      submit: submitPrompt(engine),
    },
    resources: {
      create: withProblemFinder<V0['resources']['create']>(
        ({ body }, { call }) => engine.resources.create(body, call),
        (fields) => engine.resources.createProblems(fields),
      ),
      update: withProblemFinder<V0['resources']['update']>(
        ({ body }, { call }) => engine.resources.update(body, call),
        (fields, { caller }) => engine.resources.updateProblems(fields, caller),
      ),
    },
  };
}

function submitPrompt(engine: Engine): Handler<V0['prompts']['submit']> {
  return withProblemFinder<V0['prompts']['submit']>(
    ({ body }, context) => {
      context.setRelatedIds({ promptID: body.id });
      engine.prompts.submit(body.id, body.values, context.call);
      return { id: body.id };
    },
    ({ id, values }, { caller }) =>
      id === undefined || values === undefined ? [] : engine.prompts.problems(id, values, caller),
  );
}

function readHandlers(engine: Engine): Pick<Handlers<V0>, 'runs' | 'sessions'> {
  return {
    runs: {
      get: ({ query }, context) => {
        context.setRelatedIds({ runID: query.id });
        const run = engine.runs.get(query.id, context.caller);
        // The ID of the state, which is kept for long: a part of a query keeps the whole query in memory.
        context.setRelatedIds({ runID: run.id, runStatus: run.status });
        return run;
      },
      getLogs: ({ query }, context) => {
        const { runID, prev_token: prevToken, next_token: nextToken, level } = query;
        context.setRelatedIds({ runID });
        return engine.runs.logs(runID, { prevToken, nextToken, debug: level === 'debug' }, context.caller);
      },
      getOutputs: ({ query }, context) => {
        context.setRelatedIds({ runID: query.id });
        return engine.runs.outputs(query.id, context.caller);
      },
      list: listRuns(engine),
      cancel: ({ body }, context) => {
        context.setRelatedIds({ runID: body.runID });
        engine.runs.cancel(body.runID, context.caller);
      },
    },
    sessions: {
      get: ({ query }, context) => {
        context.setRelatedIds({ sessionID: query.id });
        return engine.sessions.get(query.id, context.caller);
      },
      list: listSessions(engine),
    },
  };
}

function listRuns(engine: Engine): Handler<V0['runs']['list']> {
  return ({ query }, { caller, setRelatedIds }) => {
    const { items, hasMore } = engine.runs.list(query, caller);
    setRelatedIds({ listedRuns: items, hasMore });
    return { runs: items };
  };
}

function listSessions(engine: Engine): Handler<V0['sessions']['list']> {
  return ({ query }, { caller, setRelatedIds }) => {
    const { items, hasMore } = engine.sessions.list(query, caller);
    setRelatedIds({ hasMore });
    return { sessions: items };
  };
}
