import { z } from 'zod';
import { keysOf } from '../values/objects.ts';
import { Permissions, Role } from './access.ts';
import { Id, Slug, VendorWord } from '../values/identifier.ts';
import { nonEmpty, Name, Text, JsonObject } from '../values/json-schema.ts';
import { definitionsList, fields, list } from '../values/limited.ts';
import { COUNTS } from '../values/limits.ts';
import { ALTERNATIVES } from '../registry/decisions.ts';
import { AnswerRule } from './rule.ts';
import { Fault } from './fault.ts';
import { Runbook } from './runbook.ts';
import { Task } from './task.ts';
import { byCollection, type CollectionName, COLLECTIONS } from '../registry/collections.ts';
import { applyOverride } from '../http/openapi-schemas.ts';

/** An environment to execute in, with its configuration. */
export const Environment = z.strictObject({
  id: Id.optional().describe('ID; generated when absent'),
  slug: Slug.describe('Name in requests, such as `prod`'),
  name: Name.optional().describe('Name for people; the slug when absent'),
  default: z.boolean().default(false).describe('True for the environment of requests that name none'),
  config: fields(Name, Text, COUNTS.entries).default({}).describe('Configuration variables by name'),
});
export type Environment = z.output<typeof Environment>;

/** A member of the team. */
export const User = z.strictObject({
  id: Id.optional().describe('ID; generated when absent'),
  name: Name.optional().describe('Name for people'),
  email: Name.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address').describe(
    'E-mail address, which definitions refer to',
  ),
  role: Role.default('developer').describe('Role, which decides what the user may do'),
});
export type User = z.output<typeof User>;

/** A group of users, by e-mail or ID. */
export const Group = z.strictObject({
  id: Id.optional().describe('ID; generated when absent'),
  slug: Slug.describe('Name in requests and references'),
  name: Name.optional().describe('Name for people; the slug when absent'),
  members: list(Name, COUNTS.names).default([]).describe('Users, by e-mail address or ID'),
});
export type Group = z.output<typeof Group>;

/** An API key. `user` is its owner (e-mail or ID; without one the local user), `environments` limits it (slugs or IDs). */
export const ApiKey = z.strictObject({
  id: Id.optional().describe('ID; generated when absent'),
  name: Name.default('').describe('Name for people'),
  user: Name.optional().describe('Owner, by e-mail address or ID; the local user when absent'),
  key: z
    .string()
    .regex(/^tkn_[\x21-\x7e]{1,200}$/, 'must begin with "tkn_" and have no spaces')
    .describe('The key itself, which begins with `tkn_`'),
  environments: list(Name, COUNTS.names)
    .optional()
    .describe('Environments that the key is limited to, by slug or ID; all when absent'),
  requests: z
    .enum(['bypass'])
    .optional()
    .describe('`bypass` executes tasks with `requireRequests` without a request; for keys of admins only'),
});
export type ApiKey = z.output<typeof ApiKey>;

/** A configured connection to an external system (service API, "Resource"). */
export const Resource = z.strictObject({
  id: Id.optional().describe('ID; generated when absent'),
  slug: Slug.describe('Name in requests and references'),
  name: Name.optional().describe('Name for people; the slug when absent'),
  kind: Name.min(1).describe('Kind, such as `postgres` or `rest`'),
  isPrivate: z.boolean().default(false).describe('Only users and groups with a permission may see and use it'),
  permissions: Permissions.default([]).describe('Permissions to use it while it is private'),
  resource: JsonObject.describe('Configuration, by the kind: addresses, names and credentials'),
  createdBy: Id.optional().describe(
    'ID of the user who created it over `/v0`, and may use it even while it is private',
  ),
});
export type Resource = z.output<typeof Resource>;

/** One of the choices of a decision; the first is the default. */
function choice<Value extends string>(choices: Readonly<Record<Value, string>>) {
  const values = nonEmpty(keysOf(choices));
  return z.enum(values).default(values[0]);
}

/** The choice made for each decision with alternatives, by name. */
export const ChosenDecisions = z.strictObject({
  outputs: z
    .enum(nonEmpty(keysOf(ALTERNATIVES.outputs)))
    .optional()
    .describe('Keys of outputs; when absent, `any` where `sdk` is set'),
  'unknown-fields': choice(ALTERNATIVES['unknown-fields']).describe(
    'Fields of requests that the service does not know',
  ),
} satisfies Record<keyof typeof ALTERNATIVES, z.ZodType>);
export type ChosenDecisions = z.output<typeof ChosenDecisions>;

/** Settings of the workspace; every one has a default. Their descriptions are shown by editors and the documentation. */
export const Settings = z.strictObject({
  retainRuns: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(20_000)
    .describe('Maximum number of finished runs; older ones are deleted'),
  maxBodyBytes: z
    .int()
    .min(1)
    .max(1_073_741_824)
    .default(10_485_760)
    .describe('Maximum size of a request body, in bytes after decompression'),
  maxStateBytes: z
    .int()
    .min(1_048_576)
    .max(1_099_511_627_776)
    .default(1_073_741_824)
    .describe(
      'Maximum memory for what Hangar keeps: runs, sessions, prompts and the like, in bytes; more is refused with 413',
    ),
  trafficEntries: z.int().min(0).max(100_000).default(1000).describe('Maximum number of requests in the traffic log'),
  rateLimit: z
    .strictObject({
      requests: z.int().min(1).max(1_000_000_000).describe('Number of requests'),
      seconds: z.number().min(0.001).max(86_400).describe('Time in which they may arrive, in seconds'),
    })
    .optional()
    .describe('`{ "requests": N, "seconds": N }`: the requests of an API key in a time; more are answered by 429'),
  scriptWorkers: z
    .int()
    .min(0)
    .max(64)
    .default(2)
    .describe('Number of idle workers for scripts; each takes about 15 MB'),
  strict: z.boolean().default(false).describe('Refuses unknown fields instead of ignoring them with a warning'),
  seed: z.int().min(0).max(4_294_967_295).default(1).describe('Seed of the random choices of the test lab'),
  sdk: VendorWord.optional().describe('Vendor’s word of the SDK that tasks use, such as `acme`'),
  python: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('Program of Python tasks in definition files; `python3` when absent'),
  decisions: ChosenDecisions.prefault({}).describe('The choice made for decisions with alternatives, by name'),
});
export type Settings = z.output<typeof Settings>;

/** The version of the workspace file that this Hangar writes. */
export const WORKSPACE_VERSION = 1;

/**
 * Value of `$schema` in a workspace file that Hangar makes: the JSON Schema beside it, which Hangar writes, so that it is right at any port
 * and offline.
 */
export const WORKSPACE_SCHEMA_FILE = './workspace.schema.json';

/** The schema of the definitions of each collection. */
export const DEFINITIONS = {
  environments: Environment,
  users: User,
  groups: Group,
  apiKeys: ApiKey,
  resources: Resource,
  tasks: Task,
  runbooks: Runbook,
  faults: Fault,
  answers: AnswerRule,
} satisfies Record<CollectionName, z.ZodType>;

type Lists = { readonly [Name in CollectionName]: z.ZodDefault<z.ZodArray<(typeof DEFINITIONS)[Name]>> };
// The type of each list follows from its name.
const lists = byCollection((name) => {
  const { label, key } = COLLECTIONS[name];
  return definitionsList<z.ZodType>(DEFINITIONS[name]).default([]).describe(`${label}, each with its own \`${key}\``);
}) as Lists;

/** The workspace file: every definition, and the settings. Everything but `version` is optional. */
export const Workspace = z.strictObject({
  $schema: z.string().max(2000).optional().describe('JSON Schema for editors, which has no other effect'),
  version: z.literal(WORKSPACE_VERSION).describe('Version of the format'),
  definitions: list(z.string().min(1).max(4096), COUNTS.names)
    .optional()
    .describe('Folders of definition files, and patterns of such files, from the folder of this file'),
  ...lists,
  settings: Settings.prefault({}).describe('Settings of Hangar; each has a default'),
});
export type Workspace = z.output<typeof Workspace>;
/** The file as authored. */
export type AuthoredWorkspace = z.input<typeof Workspace>;

/** The JSON Schema (draft 7, which all editors know) of the authored workspace file. */
export function workspaceJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(Workspace, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: applyOverride,
  });
  return { $schema, title: 'Workspace of Hangar', ...schema };
}
