import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { Call } from '../../engine/context/call.ts';
import type { Handlers, RequestContext } from '../http/handler.ts';

type All = Handlers<EmulatorContract>;

/** Handlers of runs, sessions and prompts, for the window. */
export function stateHandlers(
  engine: Engine,
): Pick<All, 'runs' | 'sessions' | 'prompts' | 'requests' | 'held' | 'sleeps'> {
  return {
    runs: runHandlers(engine),
    sessions: sessionHandlers(engine),
    prompts: promptHandlers(engine),
    requests: requestHandlers(engine),
    held: { count: () => engine.release.count(), release: () => engine.release.all() },
    sleeps: { skip: ({ params }) => ({ sleep: engine.sleeps.skip(params.id) }) },
  };
}

function runHandlers(engine: Engine): All['runs'] {
  return {
    list: ({ query }) => engine.runs.rows(query),
    get: ({ params, query }) => engine.runs.detail(params.id, query.timeline),
    logs: ({ params, query }) => engine.runs.logPage(params.id, query.offset, query.limit),
    cancel: ({ params }, { caller }) => engine.runs.cancel(params.id, caller),
    release: ({ params }) => engine.release.run(params.id),
    results: ({ params }) => ({ results: engine.runs.stepResults(params.id) }),
    executeFrom: ({ params, body }, { call }) => engine.runs.executeFrom(params.id, body, call),
    execute: ({ params, body }, context) => {
      const { runID } = engine.tasks.execute(
        {
          task: engine.tasks.find(byIdOrSlug(engine.definitions().tasks, params.id), context.caller),
          environment: context.environment(body.environment),
          paramValues: body.paramValues,
          resources: body.resources,
          repeats: body.repeats,
        },
        context.call,
      );
      return { runID };
    },
  };
}

function sessionHandlers(engine: Engine): All['sessions'] {
  return {
    list: ({ query }) => engine.sessions.rows(query),
    get: ({ params }) => engine.sessions.detail(params.id),
    cancel: ({ params }, { caller }) => engine.sessions.cancel(params.id, caller),
    release: ({ params }) => engine.release.session(params.id),
    execute: ({ params, body }, context) =>
      engine.runbooks.execute(
        {
          runbook: engine.runbooks.find(byIdOrSlug(engine.definitions().runbooks, params.id), context.caller),
          environment: context.environment(body.environment),
          paramValues: body.paramValues,
        },
        context.call,
      ),
  };
}

function promptHandlers(engine: Engine): All['prompts'] {
  return {
    list: ({ query }) => ({ prompts: engine.prompts.pendingRows(query.q) }),
    get: ({ params }) => engine.prompts.detail(params.id),
    submit: ({ params, body }, context) =>
      engine.prompts.submit(params.id, body.values, callAs(engine, body.as, context)),
    cancel: ({ params, body }, context) => engine.prompts.cancel(params.id, callAs(engine, body.as, context)),
  };
}

function requestHandlers(engine: Engine): All['requests'] {
  const answer = ({ reason, as }: { reason: string; as: string | undefined }, context: RequestContext) => ({
    reason,
    call: callAs(engine, as, context),
  });
  return {
    list: ({ query }) => ({ requests: engine.requests.pendingRows(query.q) }),
    get: ({ params }) => engine.requests.detail(params.id),
    approve: ({ params, body }, context) => ({ request: engine.requests.approve(params.id, answer(body, context)) }),
    reject: ({ params, body }, context) => ({ request: engine.requests.reject(params.id, answer(body, context)) }),
    release: ({ params }) => engine.release.request(params.id),
  };
}

/** The call of a request, in the name of another user if one is given. Throws 404 for an unknown one. */
function callAs({ access }: Engine, as: string | undefined, { call }: RequestContext): Call {
  return as === undefined ? call : { ...call, caller: access.byUser(as) };
}

/** The window passes IDs and slugs in the same parameter. */
function byIdOrSlug(catalogue: { byId: (id: string) => unknown }, reference: string): { id?: string; slug?: string } {
  return catalogue.byId(reference) === undefined ? { slug: reference } : { id: reference };
}
