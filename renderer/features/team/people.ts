import { useGroups, useInfo, useUsers } from '../../core/data.ts';
import type { GroupItem, UserItem } from '../../core/hangar.ts';

/** A user that definitions can refer to. */
export interface Person {
  /** Email, or the ID of the local user. */
  readonly reference: string;
  readonly label: string;
  readonly role: UserItem['role'];
  /** All references to the user: email and ID. */
  readonly names: readonly string[];
}

/** All users; the local user, who is in no list, comes first. */
export function usePeople(): readonly Person[] {
  const { items } = useUsers();
  const local = useInfo()?.actors.find(({ kind }) => kind === 'local');
  const first: Person[] =
    local === undefined ? [] : [{ reference: local.id, label: local.name, role: 'admin', names: [local.id] }];
  return [...first, ...items.map(personOf)];
}

function personOf({ id, name, email, role }: UserItem): Person {
  return { reference: email, label: name === undefined ? email : `${name} (${email})`, role, names: [email, id] };
}

/** The groups of a user. */
export function useGroupsOf(user: UserItem | undefined): readonly GroupItem[] {
  const { items } = useGroups();
  return user === undefined ? [] : items.filter(({ members }) => members.some((name) => isNamed(user, name)));
}

/** Returns true if a reference names the user. */
export function isNamed({ id, email }: { readonly id: string; readonly email: string }, reference = ''): boolean {
  return reference === id || reference === email;
}
