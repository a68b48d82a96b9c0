import type { Runtime } from '../../../../shared/contract/runtime/index.ts';
import type { Handlers, RequestContext } from '../http/handler.ts';
import type { ServerPorts } from '../http/ports.ts';
import { ID_TOKEN_CLAIMS } from '../../engine/access/run-credentials.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { UploadRecord } from '../../engine/context/records.ts';
import { uploadPath } from '../../engine/context/scope.ts';
import { StoppedError } from '../../slices/slices.ts';

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

/** Handlers of the files of runs. */
function runUploadHandlers({ uploads, settings }: ServerPorts): Handlers<Runtime>['uploads'] {
  return {
    create: async ({ body: { fileName, sizeBytes } }, { caller, base }) => {
      assertFits(sizeBytes, settings.maxBodyBytes());
      const record = await uploads.announce({ runID: caller.runID, name: fileName, size: sizeBytes });
      const readOnlyURL = base + uploadPath(record, 'read');
      return {
        upload: { id: record.id, fileName, sizeBytes, url: readOnlyURL },
        readOnlyURL,
        writeOnlyURL: base + uploadPath(record, 'write'),
      };
    },
    write: async ({ params }, context) => {
      const record = fileAt(uploads, { ...params, purpose: 'write' });
      assertSendable(record, context);
      await uploads.fill(record, context.headers.contentType ?? record.type, sourceOf(context));
    },
    read: async ({ params }) => {
      const { id } = fileAt(uploads, { ...params, purpose: 'read' });
      const found = await uploads.read(id);
      if (found === undefined)
        throw new ApiError('not_found', 'This file has no content yet: send it to its writeOnlyURL first.');
      return { bytes: found.bytes, type: found.record.type, name: found.record.name };
    },
  };
}

function fileAt(uploads: ServerPorts['uploads'], address: Parameters<ServerPorts['uploads']['at']>[0]): UploadRecord {
  const record = uploads.at(address);
  if (record === undefined) throw new ApiError('not_found', 'There is no such file.');
  return record;
}

function assertFits(size: number, limit: number): void {
  if (size <= limit) return;
  throw new ApiError(
    'payload_too_large',
    `sizeBytes: ${size} is larger than ${limit} bytes, the limit that the setting "maxBodyBytes" gives.`,
  );
}

/** Throws for content that is encoded or has another size, by its headers. */
function assertSendable({ size }: UploadRecord, { headers }: RequestContext): void {
  const { contentEncoding = 'identity', contentLength } = headers;
  if (contentEncoding.trim().toLowerCase() !== 'identity')
    throw new ApiError('unsupported_media_type', 'A file is stored as it is sent: leave Content-Encoding out.');
  if (contentLength !== undefined && Number(contentLength) !== size)
    throw new ApiError(
      'invalid_request',
      `The file has ${contentLength.slice(0, 20)} bytes, and sizeBytes was ${size}: send it whole.`,
    );
}

/** The bytes of a request as they arrive. Ends with `StoppedError` when the client disconnects. */
async function* sourceOf({ source, isClientConnected }: RequestContext): AsyncGenerator<Uint8Array, void, undefined> {
  if (source === null) return;
  const chunks: AsyncIterable<Uint8Array> = source;
  try {
    yield* chunks;
  } catch (error) {
    if (!isClientConnected()) throw new StoppedError('The client disconnected.');
    throw error;
  }
}
