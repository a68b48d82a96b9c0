import { z } from 'zod';
import { Schedule } from '../model/task.ts';
import { TaskSlug, Variable, WebhookSlug } from '../values/identifier.ts';
import { Json, Expression, Name, Text } from '../values/json-schema.ts';
import { fields, list } from '../values/limited.ts';
import { COUNTS } from '../values/limits.ts';
import { field, required, Scalar } from './field.ts';
import { DefinitionParameter } from './parameters.ts';

/** Names of config variables. */
export const Configs = list(Name, COUNTS.names);

/** Environment variables by name: a text, `{ value }`, or the name of a config variable. */
export const EnvVars = fields(
  Name,
  z.union(
    [Scalar, z.strictObject({ value: Scalar }), z.strictObject({ config: Name })],
    'must be a text, {value} or {config}',
  ),
  COUNTS.entries,
);
export type EnvVars = z.output<typeof EnvVars>;

/** People who have a level of permission. */
const Assignees = z.strictObject({
  groups: list(Name, COUNTS.names).optional(),
  users: list(Name, COUNTS.names).optional(),
});

const Permissions = z.union(
  [
    z.literal('team_access'),
    z.strictObject({
      viewers: Assignees.optional(),
      requesters: Assignees.optional(),
      executers: Assignees.optional(),
      admins: Assignees.optional(),
    }),
  ],
  'must be "team_access", or viewers, requesters, executers and admins, each with groups and users',
);

/** Options of a webhook: whether requests need a key, under the service's name or under that of any vendor. */
const WebhookOptions = z
  .record(z.string().regex(/^require[A-Z][A-Za-z0-9]*Token$/, 'is not a known field'), z.boolean())
  .nullable();

/** Every field of a definition beside its kind. To add one, add it here and to `toTask`. */
export const TaskFields = z.strictObject({
  slug: required(TaskSlug, '`slug`'),
  name: field(Name, '`name`; the slug when absent'),
  description: field(Text, '`description`'),
  parameters: field(list(DefinitionParameter, COUNTS.parameters), '`parameters`, by the table below'),
  runtime: field(z.enum(['', 'standard', 'workflow']), '`runtime`; a workflow runs on the standard runtime'),
  resources: field(
    z.union([list(Name, COUNTS.aliases), fields(Variable, Name, COUNTS.aliases)], 'must be a list or a map of slugs'),
    '`resources`: the slug by alias; in a list, the slug is the alias',
  ),
  configs: field(Configs, 'environment variables with the values of config variables'),
  timeout: field(z.number().positive(), '`timeout`: whole seconds, at most 43,200'),
  constraints: field(fields(Name, Scalar, COUNTS.labels), '`constraints.labels`'),
  requireRequests: field(z.boolean(), '`requireRequests`'),
  allowSelfApprovals: field(z.boolean(), '`allowSelfApprovals`'),
  permissions: field(Permissions, '`permissions` with `isPrivate`: roles `task_viewer` to `task_admin`'),
  webhooks: field(
    z.union(
      [list(WebhookSlug, COUNTS.webhooks), fields(WebhookSlug, WebhookOptions, COUNTS.webhooks)],
      'must be a list of slugs, or a map of slugs',
    ),
    '`webhooks`, with `requireServiceToken`',
  ),
  allowCachedMaxAge: field(z.number().min(0), '`allowCachedMaxAge`'),
  concurrencyKey: field(Expression, '`concurrencyKey`'),
  concurrencyLimit: field(z.int().min(1).max(1000), '`concurrencyLimit`'),
  schedules: field(
    fields(Name, Schedule.extend({ cron: Name }), COUNTS.schedules),
    '`schedules`; with `--schedules` they run on the emulated clock',
  ),
  restrictCallers: field(list(Name, COUNTS.names), 'nothing', 'is kept and shown: every caller may execute the task'),
  defaultRunPermissions: field(Name, 'nothing', 'is kept and shown: whoever may see the task may see its runs'),
  outputDisplay: field(Json, 'nothing', 'is kept: the window shows outputs in its own way'),
  runnerConfig: field(Json, 'nothing', 'is kept: runs have no runner beside this machine'),
  sdkVersion: field(Json, 'nothing: SDKs write it'),
});
export type TaskFields = z.output<typeof TaskFields>;

type Variables = Readonly<Record<string, string>>;

/** Environment variables of a definition as texts, which are templates; a config variable is one. */
export function variablesOf(given: EnvVars): Variables {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value !== 'object'
        ? String(value)
        : 'config' in value
          ? configTemplate(value.config)
          : String(value.value),
    ]),
  );
}

/** Environment variables with the values of config variables, under their names. */
export function configVariables(names: readonly string[]): Variables {
  return Object.fromEntries(names.map((name) => [name, configTemplate(name)]));
}

function configTemplate(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `{{ config.${name} }}` : `{{ config[${JSON.stringify(name)}] }}`;
}

/** Variables with those of the development file, which win in the default environment and mean nothing in others. */
export function withDevelopment(variables: Variables, development: Variables): Variables {
  const own = Object.entries(development).map(([name, text]): [string, string] => {
    const [inDefault, otherwise] = [expressionOf(text), expressionOf(variables[name] ?? '')];
    if (inDefault === undefined || otherwise === undefined) return [name, text];
    // With `??`, a config variable that the default environment need not have does not fail its runs.
    return [name, `{{ env.isDefault ? ${inDefault} : (${otherwise} ?? '') }}`];
  });
  return { ...variables, ...Object.fromEntries(own) };
}

/** The expression of a text that is one template or none; `undefined` for a mixture. */
function expressionOf(text: string): string | undefined {
  if (!text.includes('{{')) return JSON.stringify(text).replaceAll('}}', '}\\u007d');
  const [, inner] = /^\{\{((?:(?!\{\{|\}\}).)*)\}\}$/s.exec(text) ?? [];
  return inner === undefined ? undefined : `(${inner.trim()})`;
}
