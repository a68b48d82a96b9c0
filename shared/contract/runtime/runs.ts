import { z } from 'zod';
import { endpoint, runtimeCall } from '../../http/endpoint.ts';
import { ENVIRONMENT_HEADERS, ParamValues, Required } from '../v0/fields.ts';
import { Display } from '../../model/display.ts';
import { Sleep } from '../../model/run.ts';
import { readTime } from '../../values/json-schema.ts';

/** Maximum length of a file name, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;

/** The length of a text in bytes of UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}

/** A file name that is valid on every system and as the last segment of a URL's path. */
const FileName = Required.refine((name) => bytesOf(name) <= MAX_NAME_BYTES, `must have at most ${MAX_NAME_BYTES} bytes`)
  .refine((name) => !/[/\\]/.test(name), 'must not have slashes: send the last part of the path')
  .refine((name) => !/[\p{Cc}\p{Surrogate}]/u.test(name), 'must not have control characters')
  .refine((name) => !/^\.+$/.test(name), 'must be the name of a file');

/** Path parameters of the URLs: each holds a secret. */
const params = z.object({ id: z.string(), secret: z.string(), fileName: z.string() });

/** Files of runs. The URLs need no key (docs/task-runtime.md, "Send files"). */
export const uploads = {
  create: runtimeCall.post('/v0/uploads/create', 'Make the URLs of a new file', {
    body: z.strictObject({ fileName: FileName, sizeBytes: z.int().min(0) }),
    response: z.object({
      upload: z.object({ id: z.string(), fileName: z.string(), sizeBytes: z.int(), url: z.string() }),
      readOnlyURL: z.string(),
      writeOnlyURL: z.string(),
    }),
    errors: ['invalid_request', 'payload_too_large'],
    decisions: ['idempotency'],
  }),
  write: endpoint({
    method: 'PUT',
    path: '/v0/uploads/{id}/write/{secret}/{fileName}',
    summary: 'Store the content of a file, at its `writeOnlyURL`',
    access: 'upload',
    tag: 'task runtime',
    params,
    takesStream: true,
    errors: ['invalid_request', 'forbidden', 'not_found', 'unsupported_media_type'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/v0/uploads/{id}/read/{secret}/{fileName}',
    summary: 'Read a file, at its `readOnlyURL`',
    access: 'upload',
    tag: 'task runtime',
    params,
    response: z.unknown(),
    answerFormat: 'bytes',
    errors: ['forbidden', 'not_found'],
  }),
};

/** Runs created by the code of other runs. */
export const runs = {
  create: endpoint({
    method: 'POST',
    path: '/v0/runs/create',
    summary: 'Execute a task by its ID: an older name of tasks/execute',
    access: 'key',
    concerns: 'selected',
    tag: 'task runtime',
    headers: ENVIRONMENT_HEADERS,
    body: z.strictObject({ taskID: Required, params: ParamValues }),
    response: z.object({ runID: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found'],
    decisions: ['env-selection', 'idempotency', 'unknown-params', 'param-types', 'param-coercion', 'param-rules'],
  }),
};

/** Displays that the code of a run creates in addition to its output. */
export const displays = {
  create: runtimeCall.post(
    '/v0/displays/create',
    'Display Markdown, JSON, a table or a file in addition to the output',
    {
      body: z.strictObject({ display: Display }),
      response: z.object({ id: z.string() }),
      errors: ['invalid_request', 'not_found', 'conflict'],
      decisions: ['idempotency'],
    },
  ),
};

/** Maximum duration of a sleep: 365 days. */
const MAX_MILLISECONDS = 365 * 86_400_000;

const Until = z.string().transform((text, context) => readTime(text, context));

/** Waits of runs on the clock. */
export const sleeps = {
  create: runtimeCall.post('/v0/sleeps/create', 'Begin a wait of the run on the clock', {
    body: z.strictObject({
      durationMs: z.number().min(0).max(MAX_MILLISECONDS).nullish(),
      until: Until.nullish()
        .meta({ override: { type: 'string', format: 'date-time' } })
        .describe('The end; ignored with `durationMs`, since the clock of the program may differ'),
    }),
    response: z.object({ id: z.string() }),
    errors: ['invalid_request', 'conflict'],
    decisions: ['idempotency'],
  }),
  get: runtimeCall.get('/v0/sleeps/get', 'Read a wait of the run', {
    query: z.object({ id: Required }),
    response: Sleep,
    errors: ['invalid_request', 'not_found'],
  }),
};

/** Users as shown to the code of runs. */
export const users = {
  get: endpoint({
    method: 'GET',
    path: '/v0/users/get',
    summary: 'Read a user or an API user',
    access: 'key',
    concerns: 'none',
    tag: 'task runtime',
    query: z.object({ userID: Required }),
    response: z.object({
      user: z.object({
        userID: z.string(),
        email: z.string().describe('"" for an API user'),
        name: z.string(),
      }),
    }),
    errors: ['invalid_request', 'not_found'],
  }),
};
