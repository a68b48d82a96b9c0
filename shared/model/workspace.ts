import { z } from 'zod';
import { Permission, Role } from './access.ts';
import { Id, Slug } from './identifier.ts';
import { JsonObject } from './json-schema.ts';
import { Runbook } from './runbook.ts';
import { Task } from './task.ts';

/** A place to execute in, with its configuration. */
export const Environment = z.strictObject({
  id: Id.optional(),
  slug: Slug,
  name: z.string().optional(),
  default: z.boolean().default(false),
  config: z.record(z.string(), z.string()).default({}),
});
export type Environment = z.output<typeof Environment>;

/** A person of the team. */
export const User = z.strictObject({
  id: Id.optional(),
  name: z.string().optional(),
  email: z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'),
  role: Role.default('developer'),
});
export type User = z.output<typeof User>;

/** Users named together, by e-mail or ID. */
export const Group = z.strictObject({
  id: Id.optional(),
  slug: Slug,
  name: z.string().optional(),
  members: z.array(z.string()).default([]),
});
export type Group = z.output<typeof Group>;

/** An API key. `user` is its owner (e-mail or ID; without one the local user), `environments` limits it (slugs or IDs). */
export const ApiKey = z.strictObject({
  id: Id.optional(),
  name: z.string().default(''),
  user: z.string().optional(),
  key: z.string().regex(/^tkn_[\x21-\x7e]{1,200}$/, 'must begin with "tkn_" and have no spaces'),
  environments: z.array(z.string()).optional(),
});
export type ApiKey = z.output<typeof ApiKey>;

/** A configured connection to an external system (contract, section 2.6). */
export const Resource = z.strictObject({
  id: Id.optional(),
  slug: Slug,
  name: z.string().optional(),
  kind: z.string().min(1),
  isPrivate: z.boolean().default(false),
  permissions: z.array(Permission).default([]),
  resource: JsonObject,
});
export type Resource = z.output<typeof Resource>;

/** What a person may set; every one has a default. */
export const Settings = z.strictObject({
  /** How many finished runs are kept; older ones are dropped. */
  retainRuns: z.int().min(0).max(10_000_000).default(100_000),
  /** The largest request body, in bytes after decompression (decision `body-any-content-type`). */
  maxBodyBytes: z.int().min(1).max(1_073_741_824).default(10_485_760),
  /** How many requests the traffic log keeps. */
  trafficEntries: z.int().min(0).max(100_000).default(1000),
  /** Requests per window per API key; off when absent (decision `rate-limit`). */
  rateLimit: z
    .strictObject({ requests: z.int().min(1).max(1_000_000_000), seconds: z.number().min(0.001).max(86_400) })
    .optional(),
  /** How many script workers stand ready; each takes some 10 MB. */
  scriptWorkers: z.int().min(0).max(64).default(2),
});
export type Settings = z.output<typeof Settings>;

/** The version of the workspace file that this Hangar writes. */
export const WORKSPACE_VERSION = 1;

/** Everything a person authors, in one file. Everything but `version` may be left out. */
export const Workspace = z.strictObject({
  version: z.literal(WORKSPACE_VERSION),
  environments: z.array(Environment).default([]),
  users: z.array(User).default([]),
  groups: z.array(Group).default([]),
  apiKeys: z.array(ApiKey).default([]),
  resources: z.array(Resource).default([]),
  tasks: z.array(Task).default([]),
  runbooks: z.array(Runbook).default([]),
  settings: Settings.prefault({}),
});
export type Workspace = z.output<typeof Workspace>;
/** The file as its author wrote it. */
export type AuthoredWorkspace = z.input<typeof Workspace>;
