import { memoizeByObject } from '../../../shared/values/objects.ts';
import type { EnvironmentItem, ResourceItem } from '../../core/data/hangar.ts';
import { type Json, textOf } from '../../../shared/values/json.ts';
import { type EarlierResult, resultNames, parameterNames, resourceName } from './scope-of-results.ts';
import type { ScopeName } from './scope-name.ts';
import { rowsOf } from './draft-values.ts';
import { withWebhookPayload } from './payload.ts';

/** All names available to an expression, the most specific first. Used for completion and for warnings. */
export type Scope = readonly ScopeName[];

/** The names in expressions of a form (`hidden`, `validate`). */
export function formScope(parameters: Json | undefined, environments: readonly EnvironmentItem[]): Scope {
  return [{ name: 'params', detail: '', fields: parameterNames(parameters) }, ...environmentNames(environments)];
}

interface ScopeContext {
  readonly parameters: Json | undefined;
  readonly environments: readonly EnvironmentItem[];
  readonly earlier: readonly EarlierResult[];
}

/** The names in expressions of a step. */
export function stepScope(
  context: ScopeContext & {
    /** The bound resources by alias. */
    readonly bound: Json | undefined;
    readonly resources: readonly ResourceItem[];
    readonly webhooks: Json | undefined;
  },
): Scope {
  const parameters = parameterNames(context.parameters);
  const bound = rowsOf(context.bound).flatMap(([alias, reference]) =>
    alias === '' ? [] : [resourceName(alias, textOf(reference), context.resources)],
  );
  return [
    ...resultNames(context.earlier),
    { name: 'params', detail: '', fields: withWebhookPayload(parameters, context.webhooks) },
    ...environmentNames(context.environments),
    { name: 'resources', detail: '', fields: bound },
    RUN,
    { ...SESSION, isNullable: true },
  ];
}

/** The names in expressions of a block. */
export function blockScope({ parameters, environments, earlier }: ScopeContext): Scope {
  return [...resultNames(earlier), ...formScope(parameters, environments), SESSION];
}

/** The names that environments give, kept because every step and form sees them. */
const environmentNames = memoizeByObject((environments: readonly EnvironmentItem[]): Scope => {
  const names = new Set(environments.flatMap(({ config }) => Object.keys(config)));
  const entries = [...names].map((name) => ({ name, detail: 'config of the environment' }));
  // More may be added.
  return [ENVIRONMENT, { name: 'config', detail: '', fields: entries, isOpen: true }];
});

const ENVIRONMENT = groupOf('env', {
  slug: 'slug of the environment',
  name: 'name of the environment',
  isDefault: 'true in the default environment',
});

const RUN = groupOf('run', {
  id: 'ID of the run',
  createdAt: 'creation time of the run',
  taskSlug: 'slug of the task',
  sessionID: 'ID of the session, or ""',
});

const SESSION = groupOf('session', { id: 'ID of the session', name: 'name of the session' });

function groupOf(name: string, details: Readonly<Record<string, string>>): ScopeName {
  return { name, detail: '', fields: Object.entries(details).map(([field, detail]) => ({ name: field, detail })) };
}
