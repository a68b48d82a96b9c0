import { z } from 'zod';
import { Permissions } from './access.ts';
import { Behavior } from './behavior.ts';
import { cronProblem } from '../values/cron.ts';
import { Id, Slug, TaskSlug, Variable, WebhookSlug } from '../values/identifier.ts';
import { Json, Expression, Name, Text } from '../values/json-schema.ts';
import { fields, list, uniqueTexts } from '../values/limited.ts';
import { COUNTS } from '../values/limits.ts';
import { Parameters } from './parameter.ts';

/** A label of a run (service API, "Run", `constraints`). */
export const Label = z.strictObject({
  key: Name.describe('Name of the label'),
  value: Name.describe('Value of the label'),
});
export const Labels = list(Label, COUNTS.labels);

/** Configuration of a webhook. Without `secret`, one is generated and kept in the data folder (service API, "Webhook trigger"). */
export const WebhookConfig = z.strictObject({
  requireServiceToken: z.boolean().default(false).describe('Requests need an API key'),
  secret: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, 'must be letters, digits, "_" and "-"')
    .optional()
    .describe('Last part of the URL; generated and kept in the data folder when absent'),
  signing: z
    .strictObject({
      secret: z.string().min(1).max(1000).describe('Secret that senders sign with'),
      header: z
        .string()
        .regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/, 'must be the name of a header')
        .default('X-Signature-256')
        .describe('Header of the signature'),
    })
    .optional()
    .describe('Signature of the senders, for requests that the window sends; Hangar verifies none'),
});
export type WebhookConfig = z.output<typeof WebhookConfig>;

/** Configuration in a vendor's own words, as definition files have it: `requireAcmeToken`. */
const VendorWebhook = z
  .record(z.string().regex(/^require[A-Z][A-Za-z0-9]*Token$/, 'is not a known field'), z.boolean())
  .transform((given): WebhookConfig => ({ requireServiceToken: Object.values(given).includes(true) }))
  .describe('The same under the name of a vendor, such as `requireAcmeToken`');

/** Webhooks of a task: a list of slugs, or configuration by slug. */
const Webhooks = z.union(
  [
    list(WebhookSlug, COUNTS.webhooks).superRefine(uniqueTexts('webhook')),
    fields(WebhookSlug, z.union([WebhookConfig, VendorWebhook]), COUNTS.webhooks),
  ],
  'must be a list of webhook slugs, or an object of configuration by slug',
);

/** Times at which a task runs, and its values there. */
export const Schedule = z.strictObject({
  cron: Name.refine((text) => cronProblem(text) === undefined, {
    error: ({ input }) => (typeof input === 'string' ? cronProblem(input) : undefined),
  }).meta({
    description: 'Five fields of cron, in UTC: minute, hour, day of the month, month, day of the week',
    examples: ['0 9 * * 1-5'],
  }),
  name: Name.optional().describe('Name for people; the slug when absent'),
  description: Text.default('').describe('Description for people'),
  paramValues: fields(z.string(), Json, COUNTS.values).default({}).describe('Values by parameter'),
});
export type Schedule = z.output<typeof Schedule>;

/** Limits of `timeout`, in seconds. Source: decision `timeout`. */
export const TIMEOUT_SECONDS = { preset: 3600, max: 43_200 };

/** The runtime of a run whose task has none. */
export const STANDARD_RUNTIME = 'standard';

/** Upper limit of `allowCachedMaxAge`, in seconds. Source: decision `caching`. */
export const MAX_CACHED_AGE_SECONDS = 172_800;

/** An automation, as authored. */
export const Task = z.strictObject({
  id: Id.optional().describe('ID; generated when absent'),
  slug: TaskSlug.describe('Name in requests; `VENDOR:NAME` stands in for a built-in task'),
  name: Name.optional().describe('Name for people; the slug when absent'),
  description: Text.default('').describe('Description for people'),
  parameters: Parameters.default([]).describe('Parameters, in the order of the form'),
  resources: fields(Variable, Expression, COUNTS.aliases)
    .default({})
    .describe('Resources by alias: the slug or ID that the alias stands for'),
  configVars: fields(Name, Text, COUNTS.entries)
    .optional()
    .describe('Config variables that its runs in the default environment see instead of those of the environment'),
  timeout: z
    .int()
    .min(1)
    .max(TIMEOUT_SECONDS.max)
    .default(TIMEOUT_SECONDS.preset)
    .describe('Maximum duration of a run, in seconds'),
  runtime: Name.optional().describe(
    'Runtime of its runs; when absent, runs show `standard`, and programs that use an SDK get the one whose waits follow the clock',
  ),
  allowCachedMaxAge: z
    .int()
    .min(0)
    .max(MAX_CACHED_AGE_SECONDS)
    .default(0)
    .describe('Maximum age of a result that is used again, in seconds; 0 for never'),
  concurrency: z.int().min(1).max(1000).default(10).describe('Maximum number of active runs; more are queued'),
  concurrencyKey: Expression.optional().describe(
    'Template; runs of any task with the same text in one environment share a queue of `concurrencyLimit`',
  ),
  concurrencyLimit: z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('Maximum number of active runs with the same `concurrencyKey`; 1 when absent'),
  schedules: fields(Slug, Schedule, COUNTS.schedules)
    .optional()
    .describe('Times of runs, by slug; they run on the emulated clock with `--schedules`'),
  constraints: z
    .strictObject({ labels: Labels.default([]).describe('Labels of runs') })
    .prefault({})
    .describe('Constraints of runs'),
  isPrivate: z.boolean().default(false).describe('Only users and groups with a permission may see and use it'),
  permissions: Permissions.default([]).describe('Permissions to use it while it is private'),
  requireRequests: z
    .boolean()
    .default(false)
    .describe('Executions over `/v0` need a request that a reviewer has approved'),
  allowSelfApprovals: z.boolean().optional().describe('`false` keeps those who request an execution from approving it'),
  webhooks: Webhooks.default([]).describe('Webhooks: a list of slugs, or their configuration by slug'),
  behavior: Behavior.prefault({ kind: 'steps', steps: [] }).describe('Work of a run; none when absent'),
});
export type Task = z.output<typeof Task>;
export type AuthoredTask = z.input<typeof Task>;

/** A task's webhooks by slug, from either notation. */
export function webhooksOf(task: Pick<Task, 'webhooks'>): Readonly<Record<string, WebhookConfig>> {
  if (!Array.isArray(task.webhooks)) return task.webhooks;
  return Object.fromEntries(task.webhooks.map((slug) => [slug, { requireServiceToken: false }]));
}
