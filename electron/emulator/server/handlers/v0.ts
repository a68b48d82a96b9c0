import type { V0 } from '../../../../shared/contract/v0/index.ts';
import type { Engine } from '../../engine/engine.ts';
import { inSlicesIfLong } from '../../slices/slices.ts';
import { withFaults, type Handler, type Handlers } from '../http/handler.ts';
import { executeRunbook, executeTask, triggerWebhook } from './execute.ts';

/** The emulated interface: each operation is one call of the engine. */
export function v0Handlers(engine: Engine): Handlers<V0> {
  return {
    tasks: { execute: executeTask(engine) },
    runbooks: { execute: executeRunbook(engine) },
    webhooks: { trigger: triggerWebhook(engine) },
    ...readingHandlers(engine),
    prompts: {
      get: ({ query }, context) => {
        context.concerns({ promptID: query.id });
        return { prompt: engine.prompts.get(query.id, context.caller) };
      },
      list: ({ query }, context) => {
        context.concerns({ runID: query.runID });
        return { prompts: engine.prompts.list(query.runID, context.caller) };
      },
      cancel: ({ body }, context) => {
        context.concerns({ promptID: body.id });
        engine.prompts.cancel(body.id, context.caller);
        return { id: body.id };
      },
      submit: submitPrompt(engine),
    },
    resources: {
      create: withFaults<V0['resources']['create']>(
        ({ body }, { call }) => engine.resources.create(body, call),
        (fields) => engine.resources.createProblems(fields),
      ),
      update: withFaults<V0['resources']['update']>(
        ({ body }, { call }) => engine.resources.update(body, call),
        (fields, { caller }) => engine.resources.updateProblems(fields, caller),
      ),
    },
  };
}

function submitPrompt(engine: Engine): Handler<V0['prompts']['submit']> {
  return withFaults<V0['prompts']['submit']>(
    ({ body }, context) => {
      context.concerns({ promptID: body.id });
      engine.prompts.submit(body.id, body.values, context.call);
      return { id: body.id };
    },
    ({ id, values }, { caller }) =>
      id === undefined || values === undefined ? [] : engine.prompts.problems(id, values, caller),
  );
}

function readingHandlers(engine: Engine): Pick<Handlers<V0>, 'runs' | 'sessions'> {
  return {
    runs: {
      get: ({ query }, context) => {
        context.concerns({ runID: query.id });
        return engine.runs.get(query.id, context.caller);
      },
      getLogs: ({ query }, context) => {
        const { runID, prev_token: prevToken, next_token: nextToken, level } = query;
        context.concerns({ runID });
        return engine.runs.logs(runID, { prevToken, nextToken, debug: level === 'debug' }, context.caller);
      },
      getOutputs: ({ query }, context) => {
        context.concerns({ runID: query.id });
        return engine.runs.outputs(query.id, context.caller);
      },
      list: ({ query }, { caller, isWanted }) => {
        const runs = engine.runs.listInSlices({ ...query, since: query.since, until: query.until }, caller);
        return answering('runs', inSlicesIfLong(runs, isWanted));
      },
      cancel: ({ body }, context) => {
        context.concerns({ runID: body.runID });
        engine.runs.cancel(body.runID, context.caller);
        return {};
      },
    },
    sessions: {
      get: ({ query }, context) => {
        context.concerns({ sessionID: query.id });
        return engine.sessions.get(query.id, context.caller);
      },
      list: ({ query }, { caller, isWanted }) => {
        const { updatedAfter, updatedBefore } = query;
        const sessions = engine.sessions.listInSlices({ ...query, updatedAfter, updatedBefore }, caller);
        return answering('sessions', inSlicesIfLong(sessions, isWanted));
      },
    },
  };
}

type Named<Name extends string, Value> = { [Key in Name]: Value };

/** An answer of one field, now or when its value is there. */
function answering<Name extends string, Value>(
  name: Name,
  value: Value | Promise<Value>,
): Named<Name, Value> | Promise<Named<Name, Value>> {
  // The compiler does not follow computed names.
  const answer = (found: Value) => ({ [name]: found }) as Named<Name, Value>;
  return value instanceof Promise ? value.then(answer) : answer(value);
}
