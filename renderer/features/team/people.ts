import { useGroups, useInfo, useUsers } from '../../core/data.ts';
import type { GroupItem, UserItem } from '../../core/hangar.ts';

/** Someone who can be named: by e-mail in the file, by ID where there is none. */
export interface Person {
  readonly reference: string;
  readonly label: string;
  readonly role: UserItem['role'];
  /** Every text that names them. */
  readonly names: readonly string[];
}

/** Everyone of the team; the person at the window first, who is in no list. */
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

/** The groups that name a user. */
export function useGroupsOf(user: UserItem | undefined): readonly GroupItem[] {
  const { items } = useGroups();
  return user === undefined ? [] : items.filter(({ members }) => members.some((name) => isNamed(user, name)));
}

/** Whether a reference names a user. */
export function isNamed({ id, email }: { readonly id: string; readonly email: string }, reference = ''): boolean {
  return reference === id || reference === email;
}
