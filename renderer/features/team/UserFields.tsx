import { Link } from 'wouter';
import { ROLES } from '../../../shared/model/access.ts';
import { SelectField, TextField } from '../../authoring/fields/fields.tsx';
import { useApiKeys } from '../../core/data.ts';
import type { UserItem } from '../../core/hangar.ts';
import classes from '../../authoring/records/records.module.css';
import { isNamed, useGroupsOf } from './people.ts';
import { ROLE_TEXTS } from './roles.ts';

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_TEXTS[value].label }));

/** Name, e-mail and role of a user; the groups and API keys that name them. */
export function UserFields({ item }: { item: UserItem | undefined }) {
  return (
    <>
      <TextField path={['name']} label="Name" optional />
      <TextField path={['email']} label="E-mail" hint="Names the user in groups, keys and prompts." />
      <SelectField path={['role']} label="Role" data={OPTIONS} />
      {item !== undefined && <Named user={item} />}
    </>
  );
}

function Named({ user }: { user: UserItem }) {
  const groups = useGroupsOf(user);
  const keys = useApiKeys().items.filter((key) => isNamed(user, key.user));
  return (
    <>
      <h2 className={classes['section']}>Groups and API keys</h2>
      {groups.length + keys.length === 0 ? (
        <p className={classes['quiet']}>In no group, and without an API key.</p>
      ) : (
        <ul className={classes['uses']}>
          {groups.map(({ id, name, slug }) => (
            <li key={id}>
              <Link href={`/team/groups/${id}`}>{name ?? slug}</Link>
              <span className={classes['quiet']}>group</span>
            </li>
          ))}
          {keys.map(({ id, name }) => (
            <li key={id}>
              <Link href={`/team/keys/${id}`}>{name || id}</Link>
              <span className={classes['quiet']}>API key</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
