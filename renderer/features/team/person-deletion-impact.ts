import { usageText, type Usage, usagesOf } from '../../authoring/checks/usages.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { type GroupItem, usePrompts, type UserItem } from '../../core/data/hangar.ts';

/** Returns a function that describes the effects of deleting a user on API keys, groups, permissions and prompts. */
export function useUserDeletionImpact() {
  const waitingFor = useWaitingFor('users', 'them');
  return (item: UserItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> => {
    const uses = usagesOf('user', item, definitions);
    const of = (collection: Usage['collection']) => uses.filter((use) => use.collection === collection);
    return Promise.resolve([
      ...usageText(of('apiKeys'), (names) => `Requests with the API key ${names} will be rejected.`),
      ...usageText(of('groups'), (names) => `${names} will refer to a missing user.`),
      ...accessImpact(uses, 'them'),
      ...waitingFor([item.id, item.email]),
    ]);
  };
}

/** Returns a function that describes the effects of deleting a group on permissions and prompts. */
export function useGroupDeletionImpact() {
  const waitingFor = useWaitingFor('groups', 'it');
  return (item: GroupItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> =>
    Promise.resolve([...accessImpact(usagesOf('group', item, definitions), 'it'), ...waitingFor([item.id, item.slug])]);
}

function accessImpact(uses: readonly Usage[], whom: string): string[] {
  const permitting = uses.filter(({ paths }) => paths.some(([top]) => top === 'permissions'));
  const asking = uses.filter(({ paths }) => paths.some((path) => path.includes('reviewers')));
  return [
    ...usageText(permitting, (names) => `The permissions of ${names} refer to ${whom}.`),
    ...usageText(asking, (names) => `Runs fail at prompts of ${names} with ${whom} as a reviewer.`),
  ];
}

/** Returns a function that describes pending prompts with any of the names as a reviewer. */
function useWaitingFor(who: 'groups' | 'users', whom: string): (names: readonly string[]) => string[] {
  const { items } = usePrompts();
  return (names) => {
    const waiting = items.filter(({ prompt }) => prompt.reviewers[who].some((name) => names.includes(name)));
    const titles = waiting.map(({ prompt, name }) => ({ title: prompt.description || name }));
    return usageText(
      titles,
      (texts) => `${texts} ${titles.length === 1 ? 'waits' : 'wait'} for an answer from ${whom}.`,
    );
  };
}
