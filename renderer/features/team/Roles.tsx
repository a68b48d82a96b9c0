import { VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { ROLES } from '../../../shared/model/access.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { usePeople } from './people.ts';
import { mayOwnKeys, ROLE_TEXTS } from './roles.ts';
import classes from './team.module.css';

/** What the roles may do, and who holds them. */
export function Roles() {
  const people = usePeople();
  return (
    <ScrollRegion label="Roles">
      <VisuallyHidden component="h1">Team</VisuallyHidden>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col">What it may do</th>
            <th scope="col">API keys</th>
            <th scope="col">Who</th>
          </tr>
        </thead>
        <tbody>
          {ROLES.map((role) => {
            const holders = people.filter((person) => person.role === role);
            return (
              <tr key={role}>
                <th scope="row">
                  {ROLE_TEXTS[role].label}
                  <br />
                  <code className="mono">{role}</code>
                </th>
                <td>{ROLE_TEXTS[role].meaning}</td>
                <td className={classes['nowrap']}>{mayOwnKeys(role) ? '✓ may own' : '✕ may not own'}</td>
                <td>{holders.length === 0 ? 'Nobody' : holders.map(({ label }) => label).join(', ')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={classes['hint']}>
        A user’s role is set at the <Link href="/team/users">user</Link>. Private things are also visible to whoever
        made them.
      </p>
    </ScrollRegion>
  );
}
