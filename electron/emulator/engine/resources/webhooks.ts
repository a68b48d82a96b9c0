import { webhooksOf } from '../../../../shared/model/task.ts';
import type { EnvironmentDefinition, TaskDefinition } from '../definitions/definitions.ts';
import type { EngineContext } from '../context/engine-context.ts';

/** A webhook found by its URL. */
export interface WebhookMatch {
  readonly taskID: string;
  readonly slug: string;
  readonly environment: EnvironmentDefinition;
  readonly requireServiceToken: boolean;
}

/** Finds and lists the webhooks of the current tasks (service API, "Webhook trigger"). */
export function createWebhooks(context: EngineContext) {
  let generated = 0;
  /** The secret of a webhook: authored, or generated on first use and stored. */
  const secretOf: SecretOf = (task, slug, environment) => {
    const given = webhooksOf(task)[slug]?.secret;
    if (given !== undefined) return given;
    const id = `webhook/${task.id}/${slug}/${environment.id}`;
    const stored = context.state.get('secret', id);
    if (stored !== undefined) return stored.value;
    const value = context.ids.secret();
    context.state.put('secret', { id, value });
    generated += 1;
    return value;
  };
  return {
    /** Finds a webhook, comparing secrets in constant time; `undefined` for an unknown environment, task or secret (decision `webhook-answer`). */
    find: (envSlug: string, taskID: string, secret: string): WebhookMatch | undefined => {
      const { environments, tasks } = context.definitions();
      const environment = environments.bySlug(envSlug);
      const task = tasks.byId(taskID);
      if (environment === undefined || task === undefined) return undefined;
      let found: WebhookMatch | undefined;
      // Compares with all of them, so that the time reveals nothing.
      for (const [slug, { requireServiceToken }] of Object.entries(webhooksOf(task))) {
        if (isSame(secretOf(task, slug, environment), secret))
          found = { taskID, slug, environment, requireServiceToken };
      }
      return found;
    },
    /** The secrets that were generated so far, of former webhooks too. */
    generatedSecrets: (): string[] => [...context.state.all('secret')].map(({ value }) => value),
    /** A number that changes when a secret is generated. */
    revision: (): number => generated,
    /** Every webhook with its path, `/v0/webhooks/…`. */
    list: () => webhookRows(context, secretOf),
  };
}

type SecretOf = (task: TaskDefinition, slug: string, environment: EnvironmentDefinition) => string;

function webhookRows(context: EngineContext, secretOf: SecretOf) {
  return context.definitions().tasks.all.flatMap((task) =>
    Object.entries(webhooksOf(task)).flatMap(([webhook, { requireServiceToken }]) =>
      context.definitions().environments.all.map((environment) => ({
        taskID: task.id,
        taskSlug: task.slug,
        webhook,
        environment: environment.slug,
        requireServiceToken,
        path: `/v0/webhooks/${environment.slug}/${task.id}/${secretOf(task, webhook, environment)}`,
      })),
    ),
  );
}

/** Compares two texts in constant time. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % Math.max(1, b.length));
  return difference === 0;
}
