import { webhooksOf } from '../../../shared/model/task.ts';
import { unfinishedRunsText, useUnfinishedRunCount } from '../../authoring/checks/unfinished-runs.ts';
import { usageText, usagesOf } from '../../authoring/checks/usages.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import type { EnvironmentItem } from '../../core/hangar.ts';
import { listed } from '../../ui/counted.ts';

/** Returns a function that describes the effects of deleting an environment on webhook URLs, unfinished runs and API keys. */
export function useEnvironmentDeletionImpact() {
  const countUnfinishedRuns = useUnfinishedRunCount();
  return async (item: EnvironmentItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> => {
    const webhooks = definitions.tasks.flatMap((task) => Object.keys(webhooksOf(task)));
    const keys = usagesOf('environment', item, definitions).filter(
      ({ id, paths }) => definitions.apiKeys.find((key) => key.id === id)?.environments?.length === paths.length,
    );
    const [next] = definitions.environments.filter(({ id }) => id !== item.id);
    return [
      ...(webhooks.length === 0 ? [] : [webhookImpact(webhooks)]),
      ...unfinishedRunsText(await countUnfinishedRuns({ environment: item.slug }), 'run', 'its config values'),
      ...usageText(
        keys,
        (names) => `Requests with the API key ${names} will be rejected: it is limited to this environment.`,
      ),
      ...(item.default && next !== undefined ? [`“${next.name ?? next.slug}” becomes the default.`] : []),
    ];
  };
}

function webhookImpact(slugs: readonly string[]): string {
  const [first = '', ...others] = slugs;
  if (others.length === 0) return `The URL of the webhook ${first} in this environment stops working.`;
  return `The URLs of the webhooks ${listed(slugs)} in this environment stop working.`;
}
