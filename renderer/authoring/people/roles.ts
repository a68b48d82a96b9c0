import { KEY_OWNER_ROLES, type Role } from '../../../shared/model/access.ts';

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
