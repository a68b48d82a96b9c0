import { webhooksOf } from '../../../shared/model/task.ts';
import { goingOn, useRunsUnderWay } from '../../authoring/checks/runs-under-way.ts';
import { aboutUses, usesOf } from '../../authoring/checks/uses.ts';
import type { DefinitionWorld } from '../../authoring/context/world.ts';
import type { EnvironmentItem } from '../../core/hangar.ts';
import { listed } from '../../ui/counted.ts';

/** Gives what goes or breaks when an environment is deleted: webhook URLs, runs under way, keys that work only there. */
export function useEnvironmentLosses() {
  const runsUnderWay = useRunsUnderWay();
  return async (item: EnvironmentItem, world: DefinitionWorld): Promise<readonly string[]> => {
    const webhooks = world.tasks.flatMap((task) => Object.keys(webhooksOf(task)));
    const keys = usesOf('environment', item, world).filter(
      ({ id, paths }) => world.apiKeys.find((key) => key.id === id)?.environments?.length === paths.length,
    );
    const [next] = world.environments.filter(({ id }) => id !== item.id);
    return [
      ...(webhooks.length === 0 ? [] : [webhookLoss(webhooks)]),
      ...goingOn(await runsUnderWay({ environment: item.slug }), 'run', 'its config values'),
      ...aboutUses(keys, (names) => `Requests with the API key ${names} are refused: it works only there.`),
      ...(item.default && next !== undefined ? [`“${next.name ?? next.slug}” becomes the default.`] : []),
    ];
  };
}

function webhookLoss(slugs: readonly string[]): string {
  const [first = '', ...others] = slugs;
  if (others.length === 0) return `The URL in it of the webhook ${first} stops working.`;
  return `The URLs in it of the webhooks ${listed(slugs)} stop working.`;
}
