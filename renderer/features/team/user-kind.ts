import type { JsonObject } from '../../../shared/values/json.ts';
import { User } from '../../../shared/model/workspace.ts';
import { textOf } from '../../authoring/context/json-path.ts';
import { errorsAt, type Problem } from '../../authoring/context/problem.ts';
import type { UserItem } from '../../core/hangar.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import type { RecordKind } from '../../authoring/records/record-kind.ts';
import { isNamed } from './people.ts';
import { useUserDeletionImpact } from './person-deletion-impact.ts';
import { KEY_OWNERS, canOwnKeys, ROLE_TEXTS } from './roles.ts';
import { UserFields } from './UserFields.tsx';

/** Users, for `RecordPage`. */
export const userKind: RecordKind<UserItem> = {
  noun: 'user',
  collection: 'users',
  name: 'Team',
  path: '/team/users',
  schema: User,
  blank: { email: '', role: 'developer' },
  summarize: ({ name, email, role }) => ({ title: name ?? email, marks: [ROLE_TEXTS[role].label], note: email }),
  titleOf: ({ name, email }) => textOf(name) || textOf(email),
  check: ownerProblems,
  useDeletionImpact: useUserDeletionImpact,
  Fields: UserFields,
  emptyText: 'Users answer prompts and own API keys. You are the built-in local user.',
  placeholderText: 'Shows their role, groups and API keys.',
};

/** Reports a role that cannot own the user's API keys. */
function ownerProblems(value: JsonObject, { apiKeys }: WorkspaceDefinitions, item?: UserItem): Problem[] {
  const role = User.shape.role.safeParse(value['role']).data;
  const owned = item === undefined ? [] : apiKeys.filter(({ user }) => isNamed(item, user));
  if (role === undefined || canOwnKeys(role) || owned.length === 0) return [];
  const names = owned.map(({ name, id }) => `“${name || id}”`).join(', ');
  const text = `a ${ROLE_TEXTS[role].label.toLowerCase()} cannot own API keys (${KEY_OWNERS}), but this user owns ${names}`;
  return errorsAt([{ path: ['role'], text }]);
}
