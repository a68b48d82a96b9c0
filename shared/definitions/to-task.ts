import { cronProblem } from '../values/cron.ts';
import { definedFields } from '../values/objects.ts';
import { MAX_CACHED_AGE_SECONDS, TIMEOUT_SECONDS, type AuthoredTask } from '../model/task.ts';
import type { FieldProblem } from './definition-problem.ts';
import { taskParameter } from './parameters.ts';
import type { TaskFields } from './task-fields.ts';

/** A task without its behavior, sentences about what is not emulated, and problems in spite of which it is served. */
interface ConvertedFields {
  readonly task: Omit<AuthoredTask, 'behavior'>;
  readonly notes: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** Converts the fields of a definition beside its kind. */
export function toTask(fields: TaskFields): ConvertedFields {
  const { slug, name, description, parameters, runtime, timeout, requireRequests, allowSelfApprovals } = fields;
  const { constraints, permissions, webhooks, allowCachedMaxAge, concurrencyKey, concurrencyLimit } = fields;
  const { kept, problems } = validSchedules(fields.schedules ?? {});
  const task = {
    slug,
    ...definedFields({ name, description, requireRequests, allowSelfApprovals, concurrencyLimit }),
    ...(parameters === undefined ? {} : { parameters: parameters.map(taskParameter) }),
    ...(runtime === undefined || runtime === '' ? {} : { runtime }),
    ...(timeout === undefined ? {} : { timeout: Math.min(Math.ceil(timeout), TIMEOUT_SECONDS.max) }),
    ...(allowCachedMaxAge === undefined
      ? {}
      : { allowCachedMaxAge: Math.min(Math.ceil(allowCachedMaxAge), MAX_CACHED_AGE_SECONDS) }),
    ...(concurrencyKey === undefined || concurrencyKey === '' ? {} : { concurrencyKey }),
    ...(constraints === undefined ? {} : { constraints: { labels: labelsOf(constraints) } }),
    ...(permissions === undefined || permissions === 'team_access' ? {} : rowsOf(permissions)),
    ...(webhooks === undefined ? {} : { webhooks: webhooksOf(webhooks) }),
    ...(Object.keys(kept).length === 0 ? {} : { schedules: kept }),
    resources: resourcesOf(fields.resources ?? []),
  };
  return { task, notes: [...notesOf(fields)], problems };
}

/** Sentences about values that are emulated in part. */
function* notesOf({ runtime, timeout, permissions }: TaskFields): Generator<string, void, undefined> {
  if (runtime === 'workflow') yield 'runtime is shown as "workflow": its runs are those of the standard runtime';
  if (timeout !== undefined && timeout > TIMEOUT_SECONDS.max)
    yield `timeout is ${TIMEOUT_SECONDS.max} s, the maximum, instead of ${timeout} s`;
  if (permissions !== undefined && permissions !== 'team_access')
    yield 'permissions decide who sees and uses the task: the levels differ in nothing else';
}

function labelsOf(constraints: NonNullable<TaskFields['constraints']>) {
  return Object.entries(constraints).map(([key, value]) => ({ key, value: String(value) }));
}

const LEVELS = {
  viewers: 'task_viewer',
  requesters: 'task_requester',
  executers: 'task_executer',
  admins: 'task_admin',
} as const;

type Levels = Exclude<NonNullable<TaskFields['permissions']>, string>;

/** The permissions of a private task. Decision `roles`. */
function rowsOf(levels: Levels): Pick<AuthoredTask, 'isPrivate' | 'permissions'> {
  const permissions = Object.entries(LEVELS).flatMap(([level, roleID]) => {
    // The names are those of the schema.
    const { groups = [], users = [] } = levels[level as keyof Levels] ?? {};
    return [
      ...groups.map((subGroupID) => ({ roleID, subGroupID })),
      ...users.map((subUserID) => ({ roleID, subUserID })),
    ];
  });
  return { isPrivate: true, permissions };
}

function webhooksOf(webhooks: NonNullable<TaskFields['webhooks']>): AuthoredTask['webhooks'] {
  if (Array.isArray(webhooks)) return webhooks;
  return Object.fromEntries(
    Object.entries(webhooks).map(([slug, options]) => [
      slug,
      { requireServiceToken: Object.values(options ?? {}).includes(true) },
    ]),
  );
}

/** Resources by alias. In a list, the slug is the alias; one that is named by its display name gets the alias of its slug. */
function resourcesOf(resources: NonNullable<TaskFields['resources']>): Record<string, string> {
  if (!Array.isArray(resources)) return resources;
  return Object.fromEntries(
    resources.map((name) => [
      /[^A-Za-z0-9_]/.test(name) ? name.toLowerCase().replace(/[^a-z0-9_]+/g, '_') : name,
      name,
    ]),
  );
}

function validSchedules(schedules: NonNullable<TaskFields['schedules']>) {
  const kept: typeof schedules = {};
  const problems: FieldProblem[] = [];
  for (const [slug, schedule] of Object.entries(schedules)) {
    const message = cronProblem(schedule.cron);
    if (message === undefined) kept[slug] = schedule;
    else problems.push({ path: ['schedules', slug, 'cron'], message: `${message}; the task is served without it` });
  }
  return { kept, problems };
}
