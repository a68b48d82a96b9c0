import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { Engine } from '../../engine/engine.ts';
import { inSlicesIfLong } from '../../slices/slices.ts';
import type { Handlers, RequestContext } from '../http/handler.ts';
import type { ServerPorts } from '../http/ports.ts';
import type { TrafficLog } from '../http/traffic-log.ts';
import { shown } from '../../../../shared/values/shown.ts';

type All = Handlers<EmulatorContract>;

/** Handlers of runs, sessions, prompts and traffic, for the window. */
export function stateHandlers({
  ports: { engine },
  traffic,
}: {
  readonly ports: ServerPorts;
  readonly traffic: TrafficLog;
}): Pick<All, 'runs' | 'sessions' | 'prompts' | 'traffic'> {
  return {
    runs: runHandlers(engine),
    sessions: sessionHandlers(engine),
    prompts: promptHandlers(engine),
    traffic: {
      list: ({ query }, { isClientConnected }) => inSlicesIfLong(traffic.list(query), isClientConnected),
      get: ({ params }) => {
        const entry = traffic.read(params.id);
        if (entry === undefined)
          throw new ApiError('not_found', `The request "${shown(params.id)}" is not in the traffic log.`);
        return entry;
      },
      clear: () => {
        traffic.clear();
        return {};
      },
    },
  };
}

function runHandlers(engine: Engine): All['runs'] {
  return {
    list: ({ query }, { isClientConnected }) =>
      inSlicesIfLong(engine.runs.rows({ ...query, since: query.since, until: query.until }), isClientConnected),
    get: ({ params }, { isClientConnected }) => inSlicesIfLong(engine.runs.detail(params.id), isClientConnected),
    logs: ({ params, query }) => engine.runs.logPage(params.id, query.offset, query.limit),
    cancel: ({ params }, { caller }) => {
      engine.runs.cancel(params.id, caller);
      return {};
    },
    execute: ({ params, body }, context) => {
      const { runID } = engine.tasks.execute(
        {
          task: engine.tasks.find(byIdOrSlug(engine.definitions().tasks, params.id), context.caller),
          environment: context.environment(body.environment),
          paramValues: body.paramValues,
          resources: body.resources,
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
    get: ({ params }, { isClientConnected }) => inSlicesIfLong(engine.sessions.detail(params.id), isClientConnected),
    cancel: ({ params }, { caller }) => {
      engine.sessions.cancel(params.id, caller);
      return {};
    },
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
  const answering = (as: string | undefined, { caller }: RequestContext) =>
    as === undefined ? caller : engine.access.byUser(as);
  return {
    list: () => ({ prompts: engine.prompts.pendingRows() }),
    get: ({ params }) => engine.prompts.detail(params.id),
    submit: ({ params, body }, context) => {
      const caller = answering(body.as, context);
      engine.prompts.submit(params.id, body.values, { ...context.call, caller });
      return {};
    },
    cancel: ({ params, body }, context) => {
      engine.prompts.cancel(params.id, answering(body.as, context));
      return {};
    },
  };
}

/** The window passes IDs and slugs in the same parameter. */
function byIdOrSlug(catalogue: { byId: (id: string) => unknown }, reference: string): { id?: string; slug?: string } {
  return catalogue.byId(reference) === undefined ? { slug: reference } : { id: reference };
}
