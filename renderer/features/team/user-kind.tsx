import { UserIcon } from 'lucide-react';
import { kindOf } from '../../authoring/editor/use-editing.ts';
import { User } from '../../../shared/model/workspace.ts';
import { type JsonObject, textOf } from '../../../shared/values/json.ts';
import { errorsAt, type Problem } from '../../authoring/context/problem.ts';
import { useApiKeys, type UserItem } from '../../core/data/hangar.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import type { RecordKind } from '../../authoring/records/RecordPage.tsx';
import { isNamed, useGroupsOf, canOwnKeys, KEY_OWNERS, ROLE_TEXTS } from '../../authoring/people/people.ts';
import { useUserDeletionImpact } from './person-deletion-impact.ts';
import { Link } from 'wouter';
import { ROLES } from '../../../shared/model/access.ts';
import { SelectField, TextField } from '../../authoring/fields/fields.tsx';
import classes from '../../authoring/records/records.module.css';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** Users, for `RecordPage`. */
export const userKind: RecordKind<UserItem> = {
  ...kindOf('users', '/team/users'),
  name: 'Team',
  schema: User,
  blank: { email: '', role: 'developer' },
  summarize: ({ name, email, role }) => ({ title: name ?? email, marks: [ROLE_TEXTS[role].label], note: email }),
  titleOf: ({ name, email }) => textOf(name) || textOf(email),
  fieldLabel: ([field]) => (field === 'email' ? 'E-mail' : undefined),
  check: ownerProblems,
  useDeletionImpact: useUserDeletionImpact,
  Fields: UserFields,
  icon: UserIcon,
  emptyText: 'Others than you, the local user, can answer prompts and own API keys.',
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

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_TEXTS[value].label }));

/** Name, email and role of a user, and their groups and API keys. */
function UserFields({ item }: { item: UserItem | undefined }) {
  return (
    <>
      <TextField path={['name']} label="Name" optional />
      <TextField path={['email']} label="E-mail" hint="Name of the user in groups, API keys and reviewers." />
      <SelectField path={['role']} label="Role" data={OPTIONS} />
      {item !== undefined && <Memberships user={item} />}
    </>
  );
}

function Memberships({ user }: { user: UserItem }) {
  const groups = useGroupsOf(user);
  const keys = useApiKeys().items.filter((key) => isNamed(user, key.user));
  return (
    <>
      <h2 className={classes['section']}>Groups and API keys</h2>
      {groups.length + keys.length === 0 ? (
        <p className="quiet">No groups and no API keys.</p>
      ) : (
        <ul className="lines">
          {groups.map(({ id, name, slug }) => (
            <li key={id}>
              <Link href={`/team/groups/${id}`}>{stripBidiControls(name ?? slug)}</Link>
              <span className="quiet">group</span>
            </li>
          ))}
          {keys.map(({ id, name }) => (
            <li key={id}>
              <Link href={`/api-keys/${id}`}>{stripBidiControls(name || id)}</Link>
              <span className="quiet">API key</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
