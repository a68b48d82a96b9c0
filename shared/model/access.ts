import { z } from 'zod';
import { list } from '../values/limited.ts';
import { COUNTS } from '../values/limits.ts';
import { Name } from '../values/json-schema.ts';

/** Role of a user. Source: service API, "Authentication"; decision `roles`. */
export const ROLES = ['admin', 'developer', 'restricted_developer', 'viewer'] as const;
export const Role = z.enum(ROLES);
export type Role = z.output<typeof Role>;

/** The roles whose holders may own an API key (service API, "Authentication"). */
export const KEY_OWNER_ROLES: readonly Role[] = ['admin', 'developer', 'restricted_developer'];

/** An explicit permission of a user or a group on a private definition (service API, "Permission"). */
export const Permission = z.strictObject({
  action: Name.default('').describe('Action, which is recorded and answered, and has no further effect'),
  roleID: Name.default('').describe(
    'Role, such as `task_executer`, which is recorded and answered, and has no further effect',
  ),
  subGroupID: Name.default('').describe('Group that has it, by ID or slug'),
  subUserID: Name.default('').describe('User that has it, by ID or e-mail address'),
});
export type Permission = z.output<typeof Permission>;
export const Permissions = list(Permission, COUNTS.permissions);

/** The caller of a request: the user at the window, an API key, or a webhook. */
export interface Caller {
  /** Recorded as `createdBy`, `submittedBy`, `cancelledBy`: for a key, the key's own API user. */
  readonly userID: string;
  /** The user that permissions and reviewers are checked for: for a key, its owner. */
  readonly ownerID: string;
  readonly role: Role;
  /** The environments that a key is limited to, as IDs; `null` for all. */
  readonly environmentIDs: readonly string[] | null;
  /** The run that the key belongs to, whose executions become its children; `''` for any other key. */
  readonly runID: string;
  /** Set for the key of an admin that executes tasks with `requireRequests` without a request. */
  readonly bypassesRequests?: true;
}
