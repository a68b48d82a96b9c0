import { z } from 'zod';
import { Permissions } from './access.ts';
import { Behavior } from './behavior.ts';
import { Id, TaskSlug, Variable, WebhookSlug } from '../values/identifier.ts';
import { fields, list } from '../values/limited.ts';
import { COUNTS } from '../values/limits.ts';
import { Expression, Name, Text } from '../values/texts.ts';
import { uniqueTexts } from './unique-slugs.ts';
import { Parameters } from './parameter.ts';

/** A label of a run (service API, "Run", `constraints`). */
export const Label = z.strictObject({ key: Name, value: Name });
export const Labels = list(Label, COUNTS.labels);

/** Configuration of a webhook. Without `secret`, one is generated and kept in the data folder (service API, "Webhook trigger"). */
export const WebhookConfig = z.strictObject({
  requireServiceToken: z.boolean().default(false),
  secret: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, 'must be letters, digits, "_" and "-"')
    .optional(),
  /** Signature scheme of the senders, for requests sent from the window. Hangar verifies no signature. */
  signing: z
    .strictObject({
      secret: z.string().min(1).max(1000),
      header: z
        .string()
        .regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/, 'must be the name of a header')
        .default('X-Signature-256'),
    })
    .optional(),
});
export type WebhookConfig = z.output<typeof WebhookConfig>;

/** Webhooks of a task: a list of slugs, or configuration by slug. */
const Webhooks = z.union(
  [
    list(WebhookSlug, COUNTS.webhooks).superRefine(uniqueTexts('webhook')),
    fields(WebhookSlug, WebhookConfig, COUNTS.webhooks),
  ],
  'must be a list of webhook slugs, or an object of configuration by slug',
);

/** Limits of `timeout`, in seconds. Source: decision `timeout`. */
export const TIMEOUT_SECONDS = { preset: 3600, max: 43_200 };

/** The runtime of a run whose task has none. */
export const STANDARD_RUNTIME = 'standard';

/** Upper limit of `allowCachedMaxAge`, in seconds. Source: decision `caching`. */
export const MAX_CACHED_AGE_SECONDS = 172_800;

/** An automation, as authored. */
export const Task = z.strictObject({
  id: Id.optional(),
  slug: TaskSlug,
  name: Name.optional(),
  description: Text.default(''),
  parameters: Parameters.default([]),
  /** Resource by alias: the ID or slug that the alias is bound to. */
  resources: fields(Variable, Expression, COUNTS.aliases).default({}),
  /** Maximum duration of a run, in seconds. */
  timeout: z.int().min(1).max(TIMEOUT_SECONDS.max).default(TIMEOUT_SECONDS.preset),
  /** That of its runs. Without it they have `STANDARD_RUNTIME`, and programs that use an SDK the one whose waits follow the clock. */
  runtime: Name.optional(),
  /** Maximum age of a cached result, in seconds; 0 turns the cache off. */
  allowCachedMaxAge: z.int().min(0).max(MAX_CACHED_AGE_SECONDS).default(0),
  /** Maximum number of Active runs. */
  concurrency: z.int().min(1).max(1000).default(10),
  constraints: z.strictObject({ labels: Labels.default([]) }).prefault({}),
  isPrivate: z.boolean().default(false),
  permissions: Permissions.default([]),
  /** Executions over `/v0` need a request that a reviewer approved (docs/task-runtime.md, "Request an execution"). */
  requireRequests: z.boolean().default(false),
  webhooks: Webhooks.default([]),
  behavior: Behavior.prefault({ kind: 'steps', steps: [] }),
});
export type Task = z.output<typeof Task>;
export type AuthoredTask = z.input<typeof Task>;

/** A task's webhooks by slug, from either notation. */
export function webhooksOf(task: Pick<Task, 'webhooks'>): Readonly<Record<string, WebhookConfig>> {
  if (!Array.isArray(task.webhooks)) return task.webhooks;
  return Object.fromEntries(task.webhooks.map((slug) => [slug, { requireServiceToken: false }]));
}
