import { type Json, listOf, textOf } from '../../../shared/values/json.ts';
import type { Problem } from '../context/problem.ts';
import { knownReferences, type WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import { type GroupItem, useGroups, useInfo, type UserItem, useUsers } from '../../core/data/hangar.ts';
import { KEY_OWNER_ROLES, type Role } from '../../../shared/model/access.ts';

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
export function peopleOf({ users, actors }: Pick<WorkspaceDefinitions, 'users' | 'actors'>): readonly Person[] {
  const local = actors.find(({ kind }) => kind === 'local');
  const first: Person[] =
    local === undefined ? [] : [{ reference: local.id, label: local.name, role: 'admin', names: [local.id] }];
  return [...first, ...users.map(personOf)];
}

/** All users, live. */
export function usePeople(): readonly Person[] {
  return peopleOf({ users: useUsers().items, actors: useInfo()?.actors ?? [] });
}

/** One warning at a field for all its references to missing definitions. */
export function missingWarnings(
  field: string,
  what: 'user' | 'environment',
  references: Json | undefined,
  definitions: WorkspaceDefinitions,
): Problem[] {
  const known = knownReferences(definitions)[what];
  const missing = listOf(references)
    .map(textOf)
    .filter((name) => !known.has(name));
  const list = missing.map((name) => `“${name}”`).join(', ');
  return missing.length === 0 ? [] : [{ path: [field], text: `There is no ${what} ${list}.`, severity: 'warning' }];
}

function personOf({ id, name, email, role }: UserItem): Person {
  const label = stripBidiControls(name === undefined ? email : `${name} (${email})`);
  return { reference: email, label, role, names: [email, id] };
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

interface RoleText {
  readonly label: string;
  readonly meaning: string;
}

/** Labels and permissions of the roles. Source: decision `roles`. */
export const ROLE_TEXTS: Readonly<Record<Role, RoleText>> = {
  admin: { label: 'Admin', meaning: 'Can use everything, including private definitions.' },
  developer: {
    label: 'Developer',
    meaning: 'Can use everything that is not private, and private definitions with a permission.',
  },
  restricted_developer: {
    label: 'Restricted developer',
    meaning: 'Same as Developer in Hangar.',
  },
  viewer: { label: 'Viewer', meaning: 'Can answer prompts as a reviewer. Cannot call the API.' },
};

/** Returns true if users with the role can own API keys. */
export function canOwnKeys(role: Role): boolean {
  return KEY_OWNER_ROLES.includes(role);
}

/** The roles that can own API keys, as a clause. */
export const KEY_OWNERS = 'only admins, developers and restricted developers can';
