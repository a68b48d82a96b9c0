import { webhooksOf } from '../../../shared/model/task.ts';
import { unfinishedRunsText, useUnfinishedRunCount } from '../../authoring/checks/unfinished-runs.ts';
import { usageText, usagesOf } from '../../authoring/checks/usages.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import type { EnvironmentItem } from '../../core/hangar.ts';
import { listed } from '../../ui/counted.ts';

/** Gives what goes or breaks when an environment is deleted: webhook URLs, runs under way, keys that work only there. */
export function useEnvironmentDeletionImpact() {
  const runsUnderWay = useUnfinishedRunCount();
  return async (item: EnvironmentItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> => {
    const webhooks = definitions.tasks.flatMap((task) => Object.keys(webhooksOf(task)));
    const keys = usagesOf('environment', item, definitions).filter(
      ({ id, paths }) => definitions.apiKeys.find((key) => key.id === id)?.environments?.length === paths.length,
    );
    const [next] = definitions.environments.filter(({ id }) => id !== item.id);
    return [
      ...(webhooks.length === 0 ? [] : [webhookLoss(webhooks)]),
      ...unfinishedRunsText(await runsUnderWay({ environment: item.slug }), 'run', 'its config values'),
      ...usageText(keys, (names) => `Requests with the API key ${names} are refused: it works only there.`),
      ...(item.default && next !== undefined ? [`“${next.name ?? next.slug}” becomes the default.`] : []),
    ];
  };
}

function webhookLoss(slugs: readonly string[]): string {
  const [first = '', ...others] = slugs;
  if (others.length === 0) return `The URL in it of the webhook ${first} stops working.`;
  return `The URLs in it of the webhooks ${listed(slugs)} stop working.`;
}
