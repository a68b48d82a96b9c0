import { aboutUses, type Use, usesOf } from '../../authoring/checks/uses.ts';
import type { DefinitionWorld } from '../../authoring/context/world.ts';
import { usePrompts } from '../../core/data.ts';
import type { GroupItem, UserItem } from '../../core/hangar.ts';

/** Gives what breaks when a user is deleted: their keys, memberships and permissions, and the prompts that ask them. */
export function useUserLosses() {
  const waitingFor = useWaitingFor('users', 'them');
  return (item: UserItem, world: DefinitionWorld): Promise<readonly string[]> => {
    const uses = usesOf('user', item, world);
    const of = (collection: Use['collection']) => uses.filter((use) => use.collection === collection);
    return Promise.resolve([
      ...aboutUses(of('apiKeys'), (names) => `Requests with the API key ${names} are refused: it is theirs.`),
      ...aboutUses(of('groups'), (names) => `${names} will name somebody who is not there.`),
      ...accessLosses(uses, 'them'),
      ...waitingFor([item.id, item.email]),
    ]);
  };
}

/** Gives what breaks when a group is deleted: permissions that it has, and the prompts that ask it. */
export function useGroupLosses() {
  const waitingFor = useWaitingFor('groups', 'it');
  return (item: GroupItem, world: DefinitionWorld): Promise<readonly string[]> =>
    Promise.resolve([...accessLosses(usesOf('group', item, world), 'it'), ...waitingFor([item.id, item.slug])]);
}

function accessLosses(uses: readonly Use[], whom: string): string[] {
  const permitting = uses.filter(({ paths }) => paths.some(([top]) => top === 'permissions'));
  const asking = uses.filter(({ paths }) => paths.some((path) => path.includes('reviewers')));
  return [
    ...aboutUses(permitting, (names) => `The permissions of ${names} name ${whom}.`),
    ...aboutUses(asking, (names) => `Prompts of ${names} ask ${whom}: runs that come there fail.`),
  ];
}

/** Gives what waits for an answer of somebody, by any of their names. */
function useWaitingFor(who: 'groups' | 'users', whom: string): (names: readonly string[]) => string[] {
  const { items } = usePrompts();
  return (names) => {
    const waiting = items.filter(({ prompt }) => prompt.reviewers[who].some((name) => names.includes(name)));
    const titles = waiting.map(({ prompt, name }) => ({ title: prompt.description || name }));
    return aboutUses(
      titles,
      (texts) => `${texts} ${titles.length === 1 ? 'waits' : 'wait'} for an answer from ${whom}.`,
    );
  };
}
