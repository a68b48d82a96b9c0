import { Link, Redirect, useLocation, useRoute } from 'wouter';
import { useGroups, useInfo, useUsers } from '../../core/data/hangar.ts';
import { RecordPage } from '../../authoring/records/RecordPage.tsx';
import { LinkTabs, TabPanel } from '../../ui/layout/LinkTabs.tsx';
import { groupKind } from './group-kind.tsx';
import { userKind } from './user-kind.tsx';
import { VisuallyHidden } from '@mantine/core';
import { CheckIcon, XIcon } from 'lucide-react';
import { ROLES } from '../../../shared/model/access.ts';
import { DataTable } from '../../ui/lists/DataTable.tsx';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { ScrollRegion } from '../../ui/layout/ScrollRegion.tsx';
import { usePeople, canOwnKeys, ROLE_TEXTS } from '../../authoring/people/people.ts';
import classes from './roles.module.css';

const SECTIONS = [
  { slug: 'users', label: 'Users', Section: () => <RecordPage kind={userKind} /> },
  { slug: 'groups', label: 'Groups', Section: () => <RecordPage kind={groupKind} /> },
  { slug: 'roles', label: 'Roles', Section: Roles },
] as const;

/** `/team/users`, `/team/groups`, `/team/roles`, and the pages below them. */
export function TeamPage() {
  const [, params] = useRoute('/team/:section/*?');
  const [path] = useLocation();
  const counts = useCounts();
  if (params?.section === 'keys') return <Redirect to={path.replace('/team/keys', '/api-keys')} replace />;
  const current = SECTIONS.find(({ slug }) => slug === params?.section);
  if (current === undefined) return <Redirect to={`/team/users${location.search}`} replace />;
  return (
    <>
      <LinkTabs
        label="Parts of the team"
        // The current tab links to the open page, so that it counts as selected.
        tabs={SECTIONS.map(({ slug, label }) => ({
          label,
          href: slug === current.slug ? path : `/team/${slug}`,
          count: counts[slug],
        }))}
      />
      <TabPanel label={current.label} fill>
        <current.Section />
      </TabPanel>
    </>
  );
}

function useCounts(): Readonly<Record<(typeof SECTIONS)[number]['slug'], number>> {
  const [users, groups] = [useUsers().items, useGroups().items];
  return { users: users.length, groups: groups.length, roles: 0 };
}

/** All roles with their permissions and users. */
function Roles() {
  const people = usePeople();
  const info = useInfo();
  const isLoaded = useUsers().loaded && info !== undefined;
  return (
    <ScrollRegion label="Roles">
      <VisuallyHidden component="h1">Team</VisuallyHidden>
      <DataTable className={classes['roles']} columns={['Role', 'Permissions', 'API keys', 'Users']}>
        {ROLES.map((role) => {
          const holders = people.filter((person) => person.role === role);
          return (
            <tr key={role}>
              <th scope="row">
                {ROLE_TEXTS[role].label}
                <br />
                <code className="nowrap">{role}</code>
              </th>
              <td>{ROLE_TEXTS[role].meaning}</td>
              <td className="nowrap">
                <span className="row" style={{ flexWrap: 'nowrap' }}>
                  {canOwnKeys(role) ? <CheckIcon size={12} /> : <XIcon size={12} />}
                  {canOwnKeys(role) ? 'can own' : 'cannot own'}
                </span>
              </td>
              <td>{isLoaded && holders.length === 0 ? 'Nobody' : holders.map(({ label }) => label).join(', ')}</td>
            </tr>
          );
        })}
      </DataTable>
      <p className="quiet" style={{ marginTop: 12 }}>
        Change the role of a user under <Link href="/team/users">Users</Link>. Creators can see their own private
        definitions and runs. <DocsLink href="/docs/emulation.html#decisions">Decision “roles”</DocsLink>
      </p>
    </ScrollRegion>
  );
}
