import { z } from 'zod';
import { emulator, open } from '../../http/endpoint.ts';
import { Json, JsonObject } from '../../values/json-schema.ts';
import {
  ARCHIVE_FIELDS,
  ARCHIVE_FILE,
  ARCHIVE_VERSION,
  hasWorkspace,
  MAX_ARCHIVE_BYTES,
  NO_WORKSPACE,
  OpenBundle,
} from './archive.ts';
import { DefinitionProblem } from '../../definitions/definition-problem.ts';
import { TimestampText } from '../../model/answers.ts';

/** A user or API user, as in `createdBy` and `submittedBy`. */
const Actor = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['local', 'user', 'key', 'webhook', 'schedule']),
  role: z.string(),
});
export type Actor = z.output<typeof Actor>;

const Bytes = z.int().describe('Estimated bytes');
const MaxBytes = z.int().describe('The budget, in bytes');

/** Memory in use, and the budgets. */
export const Usage = z.object({
  state: z
    .object({ bytes: Bytes, maxBytes: MaxBytes })
    .describe(
      'Runs, sessions, prompts and the like in memory, those of sandboxes included; the setting `maxStateBytes`',
    ),
  run: z.object({ maxBytes: MaxBytes }).describe('Of one run, with its log, prompts, displays and files'),
  uploads: z.object({ bytes: Bytes }).describe('Uploaded files; in memory mode part of `state`, else on disk'),
  traffic: z
    .object({ bytes: Bytes, maxBytes: MaxBytes })
    .describe('The traffic log; beyond its budget, the oldest requests are dropped'),
});
export type Usage = z.output<typeof Usage>;

/** An origin of a web page as browsers send it, and short enough to show; not `null`. */
export const PageOrigin = z
  .string()
  .max(120)
  .regex(/^https?:\/\/[a-z0-9.[\]:-]+$/, 'must be an origin, such as http://localhost:3000');

/** Requests of web pages that were refused because of their origin. */
export const RefusedOrigin = z.object({
  origin: z.string(),
  count: z.int(),
  lastAt: TimestampText.describe("By the machine's clock"),
});
export type RefusedOrigin = z.output<typeof RefusedOrigin>;

/** Version, addresses and paths of Hangar, for the window and for scripts. */
export const Info = z.object({
  version: z.string(),
  url: z.string(),
  data: z.string().describe('Folder of the state; "" in memory'),
  workspace: z.string().describe('The workspace file; "" when there is none on disk'),
  apiKey: z.string().describe('A valid key, for snippets'),
  startedAt: z.string(),
  firstStart: z.boolean().describe('The sample workspace was written at this start'),
  messages: z.array(z.string()).describe('Messages of the start, such as about recovered or damaged files'),
  problems: z.array(DefinitionProblem).describe('Problems of definition files; those of a file go when it is repaired'),
  bundle: OpenBundle.optional().describe('The open bundle; absent for none'),
  usage: Usage,
  refusedOrigins: z
    .array(RefusedOrigin)
    .describe(
      'The last ten origins whose pages called `/v0` without leave, latest first; nothing else is kept of them',
    ),
  actors: z.array(Actor),
});
export type Info = z.output<typeof Info>;

/** State of the workspace file. */
export const WorkspaceStatus = z.object({
  revision: z.int().describe('Counts the versions in use'),
  problem: z.string().describe('Reason that the file on disk is not in use; "" when it is'),
  warnings: z.array(z.string()).describe('Warnings, such as references to missing definitions'),
});
export type WorkspaceStatus = z.output<typeof WorkspaceStatus>;

/** Endpoints about Hangar as a whole. */
export const control = {
  ready: open.get('/_emulator/ready', 'Answers 200 once Hangar serves', {
    response: z.object({ ready: z.literal(true), version: z.string() }),
  }),
  agent: emulator.post('/mcp', 'Answer a message of a coding agent (MCP over HTTP); 202 for one that wants no answer', {
    body: JsonObject,
    response: JsonObject,
  }),
  info: emulator.get('/_emulator/info', 'Read version, addresses, paths and the use of memory', { response: Info }),
  allowOrigin: emulator.post(
    '/_emulator/origins',
    'Let the pages of an origin call /v0 until Hangar ends, as --cors-origin does',
    {
      body: z.strictObject({ origin: PageOrigin }),
      errors: ['invalid_request'],
    },
  ),
  forgetOrigins: emulator.delete('/_emulator/origins', 'Forget the count of refused origins', {}),
  workspace: emulator.get('/_emulator/workspace', 'Read the state of the workspace file', {
    response: WorkspaceStatus,
  }),
  events: emulator.get('/_emulator/events', 'Subscribe to server-sent events; `Last-Event-ID` resumes', {
    query: z.object({
      run: z.string().optional().describe('Also follow the log lines of these runs: IDs, separated by commas'),
    }),
    headers: {
      'Last-Event-ID': 'The last received event. A `reset` event follows when it is too old.',
    },
    response: z.unknown(),
    answerFormat: 'events',
  }),
  workspaceSchema: open.get('/_emulator/schemas/workspace.json', 'JSON Schema of the workspace file, for editors', {
    response: Json,
  }),
  exploreSchema: open.get('/_emulator/schemas/explore.json', 'JSON Schema of the file of hangar explore, for editors', {
    response: Json,
  }),
  reset: emulator.post('/_emulator/reset', 'Empty the state; definitions, keys and webhook URLs stay', {
    body: z.strictObject({
      workspace: z
        .boolean()
        .default(false)
        .describe('Also reload the workspace file; without one, restore the initial definitions'),
      examples: z.boolean().default(false).describe('Also replace the workspace by the examples of a first start'),
    }),
    errors: ['invalid_request', 'conflict'],
  }),
  stop: emulator.post('/_emulator/stop', 'Stop Hangar as Ctrl+C does, once this is answered', {
    errors: ['conflict'],
  }),
  export: emulator.get('/_emulator/export', 'Export everything: the authored workspace, and the state', {
    query: z.object({ state: z.enum(['true', 'false']).default('true').describe('`false` leaves the state out') }),
    response: z.object({
      file: z.literal(ARCHIVE_FILE),
      version: z.literal(ARCHIVE_VERSION),
      hangar: z.string(),
      workspace: Json,
      state: z.array(Json).optional(),
    }),
  }),
  import: emulator.post(
    '/_emulator/import',
    'Replace the workspace, and what else an export, bundle or checkpoint has',
    {
      query: z.object({
        resume: z
          .enum(['true', 'false'])
          .optional()
          .describe('Wins over `resume` of the body, for a file that is sent as it is'),
      }),
      body: z
        .strictObject({
          ...ARCHIVE_FIELDS,
          resume: z
            .boolean()
            .default(false)
            .describe(
              'Let the unfinished runs go on, which runs their commands; otherwise they are held until a release',
            ),
        })
        .refine(hasWorkspace, NO_WORKSPACE),
      maxBodyBytes: MAX_ARCHIVE_BYTES,
      errors: ['invalid_request', 'conflict'],
    },
  ),
  proof: open.get('/_emulator/proof', 'Prove that this Hangar knows the admin token, before a client sends it', {
    query: z.object({
      nonce: z
        .string()
        .regex(/^[\w-]{32,64}$/, 'must have 32 to 64 letters, digits, - and _')
        .describe('Chosen at random by the client'),
    }),
    response: z.object({
      port: z.int().describe('The port that this Hangar listens on'),
      proof: z
        .string()
        .nullable()
        .describe('HMAC-SHA256 of the port and the nonce by a key derived from the token; null when it has none'),
    }),
    errors: ['invalid_request'],
  }),
  login: open.post('/_emulator/login', 'Open a session with the admin token; answers its cookie', {
    body: z.strictObject({ token: z.string() }),
    errors: ['invalid_request', 'unauthorized', 'rate_limited'],
  }),
  logout: open.delete('/_emulator/login', 'End the session of the cookie', {}),
  openapiV0: open.get('/_emulator/openapi/v0.json', 'OpenAPI 3.1 of /v0', { response: Json }),
  openapiEmulator: open.get('/_emulator/openapi/emulator.json', 'OpenAPI 3.1 of /_emulator', { response: Json }),
};
