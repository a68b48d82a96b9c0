import { listOf, objectOf, textOf, type JsonPath } from '../values/json.ts';

/**
 * The roles of permissions that clients with a fixed list accept. Hangar accepts others with a warning; the role has no effect
 * here. Source: decision `roles`.
 */
export const PERMISSION_ROLES = [
  'team_admin',
  'team_developer',
  'task_viewer',
  'task_requester',
  'task_executer',
  'task_admin',
  'run_viewer',
  'runbook_viewer',
  'runbook_requester',
  'runbook_executer',
  'runbook_admin',
  'session_viewer',
  'session_executer',
  'session_admin',
  'resource_user',
  'deploy_creator',
  'group_admin',
] as const;

const KNOWN: ReadonlySet<string> = new Set(PERMISSION_ROLES);

/** A role of a permission, and its path in the definition. */
interface PlacedRole {
  readonly roleID: string;
  readonly path: JsonPath;
}

/** The roles in a definition that are not in the list; "" is no role. The definition may be an incomplete draft. */
export function unknownRolesIn(definition: object): readonly PlacedRole[] {
  const permissions = 'permissions' in definition ? listOf(definition.permissions) : [];
  return permissions.flatMap((permission, index): PlacedRole[] => {
    const roleID = textOf(objectOf(permission)['roleID']);
    return roleID === '' || KNOWN.has(roleID) ? [] : [{ roleID, path: ['permissions', index, 'roleID'] }];
  });
}
