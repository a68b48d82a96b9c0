import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { Call } from '../../engine/context/call.ts';
import type { Handlers, RequestContext } from '../http/handler.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { UploadRecord } from '../../engine/context/records.ts';
import { uploadPath } from '../../engine/context/scope.ts';
import type { Admin } from '../access/admin.ts';
import type { ServerPorts } from '../http/ports.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';

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

type Names = 'webhooks' | 'uploads';

interface FilePorts {
  readonly ports: ServerPorts;
  readonly admin: Admin;
}

/** Handlers of webhooks and uploads. */
export function fileHandlers({ ports, admin }: FilePorts): Pick<Handlers<EmulatorContract>, Names> {
  const { engine, uploads } = ports;
  return {
    webhooks: {
      list: (_, { base }) => ({
        webhooks: engine.webhooks.list().map(({ path, ...webhook }) => ({ ...webhook, url: base + path })),
      }),
    },
    uploads: {
      create: async ({ query }, { base, bytes, headers }) => {
        const type = headers.contentType ?? 'application/octet-stream';
        return uploadView(await uploads.store({ name: query.name, type, bytes }), base);
      },
      get: async ({ params }, context) => {
        const found = await uploads.read(params.id);
        // The window may read a run's file without its secret; a program may not.
        if (found?.record.access !== undefined) await admin.authenticate(context);
        if (found === undefined) throw new ApiError('not_found', `There is no upload "${quoteForMessage(params.id)}".`);
        return { bytes: found.bytes, type: found.record.type, name: found.record.name };
      },
    },
  };
}

function uploadView(record: UploadRecord, base: string) {
  const { id, name, type, size } = record;
  return { id, name, type, size, url: base + uploadPath(record, 'read') };
}
