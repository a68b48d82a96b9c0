import { Link } from 'wouter';
import { ROLES } from '../../../shared/model/access.ts';
import { SelectField, TextField } from '../../authoring/fields/fields.tsx';
import { useApiKeys } from '../../core/data.ts';
import type { UserItem } from '../../core/hangar.ts';
import classes from '../../authoring/records/records.module.css';
import { isNamed, useGroupsOf } from './people.ts';
import { ROLE_TEXTS } from './roles.ts';

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_TEXTS[value].label }));

/** Name, email and role of a user, and their groups and API keys. */
export function UserFields({ item }: { item: UserItem | undefined }) {
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
              <Link href={`/team/groups/${id}`}>{name ?? slug}</Link>
              <span className="quiet">group</span>
            </li>
          ))}
          {keys.map(({ id, name }) => (
            <li key={id}>
              <Link href={`/team/keys/${id}`}>{name || id}</Link>
              <span className="quiet">API key</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
