import type { JsonObject } from '../../../shared/values/json.ts';
import { User } from '../../../shared/model/workspace.ts';
import { textOf } from '../../authoring/context/json-path.ts';
import { errorsAt, type Problem, takenProblems } from '../../authoring/context/problem.ts';
import { useApiKeys } from '../../core/data.ts';
import { type ApiKeyItem, type UserItem, useHangar } from '../../core/hangar.ts';
import type { CheckContext, RecordKind } from '../../authoring/records/record-kind.ts';
import { useRecordStore } from '../../core/record-store.ts';
import { isNamed } from './people.ts';
import { useUserDeletionImpact } from './person-deletion-impact.ts';
import { KEY_OWNERS, canOwnKeys, ROLE_TEXTS } from './roles.ts';
import { UserFields } from './UserFields.tsx';

/** Users, for `RecordPage`. */
export const userKind: RecordKind<UserItem> = {
  noun: 'user',
  collection: 'users',
  plural: 'users',
  pageTitle: 'Team',
  path: '/team/users',
  schema: User,
  blank: { email: '', role: 'developer' },
  useStore: () => {
    const { api, collections } = useHangar();
    return useRecordStore({ collection: collections.users, endpoints: api.definitions.users, schema: User });
  },
  summarize: ({ name, email, role }) => ({ title: name ?? email, marks: [ROLE_TEXTS[role].label], note: email }),
  titleOf: ({ name, email }) => textOf(name) || textOf(email),
  useCheck: () => {
    const { items: keys } = useApiKeys();
    return (value, context) => userProblems(value, context, keys);
  },
  useDeletionImpact: useUserDeletionImpact,
  Fields: UserFields,
  emptyText: 'Users answer prompts and own API keys. You are the built-in local user.',
  placeholderText: 'Shows their role, groups and API keys.',
};

function userProblems(
  value: JsonObject,
  context: CheckContext<UserItem>,
  keys: readonly ApiKeyItem[],
): readonly Problem[] {
  const { item, others } = context;
  return [
    ...takenProblems('email', { value, others }, 'another user has this e-mail address'),
    ...(item === undefined ? [] : ownerProblems(value, item, keys)),
  ];
}

/** Reports a role that cannot own the user's API keys. */
function ownerProblems(value: JsonObject, item: UserItem, keys: readonly ApiKeyItem[]): Problem[] {
  const role = User.shape.role.safeParse(value['role']).data;
  const owned = keys.filter(({ user }) => isNamed(item, user));
  if (role === undefined || canOwnKeys(role) || owned.length === 0) return [];
  const names = owned.map(({ name, id }) => `“${name || id}”`).join(', ');
  const text = `a ${ROLE_TEXTS[role].label.toLowerCase()} cannot own API keys (${KEY_OWNERS}), but this user owns ${names}`;
  return errorsAt([{ path: ['role'], text }]);
}
