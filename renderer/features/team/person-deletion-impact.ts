import { usageText, type Usage, usagesOf } from '../../authoring/checks/usages.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { usePrompts } from '../../core/data.ts';
import type { GroupItem, UserItem } from '../../core/hangar.ts';

/** Gives what breaks when a user is deleted: their keys, memberships and permissions, and the prompts that ask them. */
export function useUserDeletionImpact() {
  const waitingFor = useWaitingFor('users', 'them');
  return (item: UserItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> => {
    const uses = usagesOf('user', item, definitions);
    const of = (collection: Usage['collection']) => uses.filter((use) => use.collection === collection);
    return Promise.resolve([
      ...usageText(of('apiKeys'), (names) => `Requests with the API key ${names} are refused: it is theirs.`),
      ...usageText(of('groups'), (names) => `${names} will name somebody who is not there.`),
      ...accessImpact(uses, 'them'),
      ...waitingFor([item.id, item.email]),
    ]);
  };
}

/** Gives what breaks when a group is deleted: permissions that it has, and the prompts that ask it. */
export function useGroupDeletionImpact() {
  const waitingFor = useWaitingFor('groups', 'it');
  return (item: GroupItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> =>
    Promise.resolve([...accessImpact(usagesOf('group', item, definitions), 'it'), ...waitingFor([item.id, item.slug])]);
}

function accessImpact(uses: readonly Usage[], whom: string): string[] {
  const permitting = uses.filter(({ paths }) => paths.some(([top]) => top === 'permissions'));
  const asking = uses.filter(({ paths }) => paths.some((path) => path.includes('reviewers')));
  return [
    ...usageText(permitting, (names) => `The permissions of ${names} name ${whom}.`),
    ...usageText(asking, (names) => `Prompts of ${names} ask ${whom}: runs that come there fail.`),
  ];
}

/** Gives what waits for an answer of somebody, by any of their names. */
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
