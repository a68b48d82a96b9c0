import { Redirect, useLocation, useRoute } from 'wouter';
import { useApiKeys, useGroups, useUsers } from '../../core/data.ts';
import { RecordPage } from '../../authoring/records/RecordPage.tsx';
import { LinkTabs, TabPanel } from '../../ui/LinkTabs.tsx';
import { groupKind } from './group-kind.ts';
import { keyKind } from './key-kind.ts';
import { Roles } from './Roles.tsx';
import { userKind } from './user-kind.ts';

const SECTIONS = [
  { slug: 'users', label: 'Users', Section: () => <RecordPage kind={userKind} /> },
  { slug: 'groups', label: 'Groups', Section: () => <RecordPage kind={groupKind} /> },
  { slug: 'roles', label: 'Roles', Section: Roles },
  { slug: 'keys', label: 'API keys', Section: () => <RecordPage kind={keyKind} /> },
] as const;

/** `/team/users`, `/team/groups`, `/team/roles`, `/team/keys`, and the pages below them. */
export function TeamPage() {
  const [, params] = useRoute('/team/:section/*?');
  const [path] = useLocation();
  const counts = useCounts();
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
  const [users, groups, keys] = [useUsers().items, useGroups().items, useApiKeys().items];
  return { users: users.length, groups: groups.length, roles: 0, keys: keys.length };
}
