import type { Runtime } from '../../../../shared/contract/runtime/index.ts';
import type { Handlers } from '../http/handler.ts';
import type { ServerPorts } from '../http/ports.ts';
import { runUploadHandlers } from './run-uploads.ts';
import { ID_TOKEN_CLAIMS } from '../../engine/access/id-token.ts';

/** Handlers of the task runtime's calls. */
export function runtimeHandlers(ports: ServerPorts): Handlers<Runtime> {
  const { engine } = ports;
  return {
    tasks: {
      getTaskReviewers: ({ query }, { caller }) => engine.requests.reviewersOf(query.taskSlug, caller),
    },
    uploads: runUploadHandlers(ports),
    prompts: {
      create: ({ body }, context) => {
        const id = engine.prompts.create(body, context.caller);
        context.setRelatedIds({ promptID: id });
        return { id };
      },
    },
    sleeps: {
      create: ({ body }, { caller }) => ({ id: engine.sleeps.create(body, caller) }),
      get: ({ query }, { caller }) => engine.sleeps.get(query.id, caller),
    },
    displays: {
      create: ({ body }, { caller }) => ({ id: engine.displays.create(body.display, caller) }),
    },
    users: {
      get: ({ query }) => ({ user: engine.access.user(query.userID) }),
    },
    runs: {
      create: ({ body }, context) => {
        const task = engine.tasks.find({ id: body.taskID, slug: undefined }, context.caller);
        const request = { task, environment: context.environment(), paramValues: body.params, resources: {} };
        const { runID } = engine.tasks.execute(request, context.call);
        context.setRelatedIds({ runID });
        return { runID };
      },
    },
    requests: {
      create: ({ body }, { call }) => ({ triggerRequestID: engine.requests.create(body, call) }),
      get: ({ query }, { caller }) => engine.requests.get(query.triggerRequestID, caller),
    },
    oidc: idTokenHandlers(ports),
  };
}

/** Handlers of ID tokens and of their verification. */
function idTokenHandlers({ engine, tokens, info }: ServerPorts): Handlers<Runtime['oidc']> {
  // Not derived from the Host header, which the client chooses.
  const issuer = (): string => info().url;
  return {
    generateIDToken: async ({ body }, { caller }) => ({
      token: await tokens.sign(engine.idTokens.claims(caller, { iss: issuer(), aud: body.audience })),
    }),
    keys: async () => ({ keys: [await tokens.publicKey()] }),
    configuration: () => ({
      ...{ issuer: issuer(), jwks_uri: `${issuer()}/.well-known/jwks.json` },
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      claims_supported: [...ID_TOKEN_CLAIMS],
    }),
  };
}
