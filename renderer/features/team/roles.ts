import { KEY_OWNER_ROLES, type Role } from '../../../shared/model/access.ts';

interface RoleText {
  readonly label: string;
  readonly meaning: string;
}

/** What each role is called and may do. Source: decision `roles`. */
export const ROLE_TEXTS: Readonly<Record<Role, RoleText>> = {
  admin: { label: 'Admin', meaning: 'Sees and uses everything, also what is private.' },
  developer: {
    label: 'Developer',
    meaning: 'Uses everything that is not private, and what permissions name them for.',
  },
  restricted_developer: {
    label: 'Restricted developer',
    meaning: 'As a developer here: Hangar tells the two apart by name only.',
  },
  viewer: { label: 'Viewer', meaning: 'Answers prompts that ask them; cannot call the API.' },
};

/** Whether holders of a role may own an API key. */
export function mayOwnKeys(role: Role): boolean {
  return KEY_OWNER_ROLES.includes(role);
}

/** The roles that may own an API key, as words of a sentence. */
export const KEY_OWNERS = 'only admins, developers and restricted developers may';
