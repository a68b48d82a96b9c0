import type { ComponentType } from 'react';
import { Redirect, useLocation, useRoute } from 'wouter';
import { useApiKeys, useGroups, useUsers } from '../../core/data.ts';
import { RecordPage } from '../../authoring/records/RecordPage.tsx';
import { LinkTabs, TabPanel } from '../../ui/LinkTabs.tsx';
import { groupKind } from './group-kind.ts';
import { keyKind } from './key-kind.ts';
import { Roles } from './Roles.tsx';
import { SECTIONS, type SectionSlug } from './team-sections.ts';
import { userKind } from './user-kind.ts';

const PARTS: Readonly<Record<SectionSlug, ComponentType>> = {
  users: () => <RecordPage kind={userKind} />,
  groups: () => <RecordPage kind={groupKind} />,
  roles: Roles,
  keys: () => <RecordPage kind={keyKind} />,
};

/** `/team/users`, `/team/groups`, `/team/roles`, `/team/keys`, and what stands below them. */
export function TeamPage() {
  const [, params] = useRoute('/team/:section/*?');
  const [path] = useLocation();
  const counts = useCounts();
  const present = SECTIONS.find(({ slug }) => slug === params?.section);
  if (present === undefined) return <Redirect to={`/team/users${location.search}`} replace />;
  const Part = PARTS[present.slug];
  return (
    <>
      <LinkTabs
        label="Parts of the team"
        // The tab of what is open stands for the very thing that is.
        tabs={SECTIONS.map(({ slug, label }) => ({
          label,
          href: slug === present.slug ? path : `/team/${slug}`,
          count: counts[slug],
        }))}
      />
      <TabPanel label={present.label} fill>
        <Part />
      </TabPanel>
    </>
  );
}

function useCounts(): Readonly<Record<SectionSlug, number>> {
  const [users, groups, keys] = [useUsers().items, useGroups().items, useApiKeys().items];
  return { users: users.length, groups: groups.length, roles: 0, keys: keys.length };
}
