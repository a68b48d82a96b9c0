import { VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { ROLES } from '../../../shared/model/access.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { usePeople } from './people.ts';
import { canOwnKeys, ROLE_TEXTS } from './roles.ts';

/** All roles with their permissions and users. */
export function Roles() {
  const people = usePeople();
  return (
    <ScrollRegion label="Roles">
      <VisuallyHidden component="h1">Team</VisuallyHidden>
      <DataTable columns={['Role', 'Permissions', 'API keys', 'Users']}>
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
              <td className="nowrap">{canOwnKeys(role) ? '✓ can own' : '✕ cannot own'}</td>
              <td>{holders.length === 0 ? 'Nobody' : holders.map(({ label }) => label).join(', ')}</td>
            </tr>
          );
        })}
      </DataTable>
      <p className="quiet">
        Change the role of a user under <Link href="/team/users">Users</Link>. Creators can see their own private
        definitions and runs. <DocsLink href="/docs/emulation.html#decisions">Decision “roles”</DocsLink>
      </p>
    </ScrollRegion>
  );
}
