import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { Json, ParsedJson } from '../../values/json-schema.ts';
import { OpenBundle } from './bundle.ts';

/** Someone who may appear as `createdBy` or `submittedBy`. */
const Actor = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['local', 'user', 'key', 'webhook']),
  role: z.string(),
});
export type Actor = z.output<typeof Actor>;

/** Version, addresses and paths of Hangar, for the window and for scripts. */
export const Info = z.object({
  version: z.string(),
  url: z.string(),
  data: z.string().describe('Folder of the state; "" in memory'),
  workspace: z.string().describe('The workspace file; "" when there is none on disk'),
  apiKey: z.string().describe('A key that works, for snippets'),
  startedAt: z.string(),
  firstStart: z.boolean().describe('The sample workspace was written at this start'),
  messages: z.array(z.string()).describe('What the start had to say: what was recovered, set aside'),
  bundle: OpenBundle.optional().describe('The bundle that is open; absent when none is'),
  actors: z.array(Actor),
});
export type Info = z.output<typeof Info>;

/** State of the workspace file. */
export const WorkspaceStatus = z.object({
  revision: z.int().describe('Counts the versions in use'),
  problem: z.string().describe('Why the file on disk is not in use; "" when it is'),
  warnings: z.array(z.string()).describe('References to things that do not exist'),
});
export type WorkspaceStatus = z.output<typeof WorkspaceStatus>;

/** Endpoints about Hangar as a whole. */
export const control = {
  ready: endpoint({
    method: 'GET',
    path: '/_emulator/ready',
    summary: 'Answers 200 once Hangar serves',
    access: 'open',
    response: z.object({ ready: z.literal(true), version: z.string() }),
    errors: [],
  }),
  info: endpoint({
    method: 'GET',
    path: '/_emulator/info',
    summary: 'Read what Hangar is and where it keeps things',
    access: 'emulator',
    response: Info,
    errors: [],
  }),
  workspace: endpoint({
    method: 'GET',
    path: '/_emulator/workspace',
    summary: 'Read how the workspace file stands',
    access: 'emulator',
    response: WorkspaceStatus,
    errors: [],
  }),
  events: endpoint({
    method: 'GET',
    path: '/_emulator/events',
    summary: 'Follow what happens, as server-sent events; `Last-Event-ID` resumes',
    access: 'emulator',
    query: z.object({ run: z.string().optional().describe('Also follow the log lines of this run') }),
    headers: {
      'Last-Event-ID': 'The last event that was seen; a `reset` event comes when what followed is no longer kept.',
    },
    response: z.unknown(),
    answerFormat: 'events',
    errors: [],
  }),
  workspaceSchema: endpoint({
    method: 'GET',
    path: '/_emulator/schemas/workspace.json',
    summary: 'JSON Schema of the workspace file, for editors',
    access: 'open',
    response: Json,
    errors: [],
  }),
  reset: endpoint({
    method: 'POST',
    path: '/_emulator/reset',
    summary: 'Empty the state; definitions, keys and webhook URLs stay',
    access: 'emulator',
    body: z.strictObject({
      workspace: z
        .boolean()
        .default(false)
        .describe('Also return to the workspace file; without one, to the definitions that the emulator began with'),
      examples: z.boolean().default(false).describe('Also replace the workspace by the examples of a first start'),
    }),
    response: z.strictObject({}),
    errors: ['invalid_request', 'conflict'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/_emulator/export',
    summary: 'Everything: the workspace as its author wrote it, and the state',
    access: 'emulator',
    query: z.object({ state: z.enum(['true', 'false']).default('true').describe('`false` leaves the state out') }),
    response: z.object({ version: z.literal(1), workspace: Json, state: z.array(Json).optional() }),
    errors: [],
  }),
  import: endpoint({
    method: 'POST',
    path: '/_emulator/import',
    summary: 'Replace the workspace, and the state when given, by an export',
    access: 'emulator',
    body: z.strictObject({ version: z.literal(1), workspace: ParsedJson, state: z.array(ParsedJson).optional() }),
    maxBodyBytes: 500_000_000,
    response: z.strictObject({}),
    errors: ['invalid_request', 'conflict'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/_emulator/login',
    summary: 'Open a session with the admin token; answers its cookie',
    access: 'open',
    body: z.strictObject({ token: z.string() }),
    response: z.strictObject({}),
    errors: ['invalid_request', 'unauthorized', 'rate_limited'],
  }),
  logout: endpoint({
    method: 'DELETE',
    path: '/_emulator/login',
    summary: 'End the session of the cookie',
    access: 'open',
    response: z.strictObject({}),
    errors: [],
  }),
  openapiV0: endpoint({
    method: 'GET',
    path: '/_emulator/openapi/v0.json',
    summary: 'OpenAPI 3.1 of /v0',
    access: 'open',
    response: Json,
    errors: [],
  }),
  openapiEmulator: endpoint({
    method: 'GET',
    path: '/_emulator/openapi/emulator.json',
    summary: 'OpenAPI 3.1 of /_emulator',
    access: 'open',
    response: Json,
    errors: [],
  }),
};
