import { UsersIcon } from 'lucide-react';
import { kindOf } from '../../authoring/editor/use-editing.ts';
import { Group } from '../../../shared/model/workspace.ts';
import { nameOrSlug } from '../../authoring/context/slug.ts';
import type { GroupItem } from '../../core/data/hangar.ts';
import type { RecordKind } from '../../authoring/records/RecordPage.tsx';
import { counted } from '../../ui/text/shown-text.tsx';
import { missingWarnings, usePeople, ROLE_TEXTS } from '../../authoring/people/people.ts';
import { useGroupDeletionImpact } from './person-deletion-impact.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { NamedFields } from '../../authoring/fields/NamedFields.tsx';
import { ReferenceChecks } from '../../authoring/fields/ReferenceChecks.tsx';

/** Groups, for `RecordPage`. */
export const groupKind: RecordKind<GroupItem> = {
  ...kindOf('groups', '/team/groups'),
  name: 'Team',
  schema: Group,
  blank: { slug: '', members: [] },
  summarize: ({ name, slug, members }) => ({
    title: name ?? slug,
    marks: [],
    note: `${slug} · ${counted(members.length, 'member')}`,
  }),
  titleOf: nameOrSlug,
  check: ({ members }, definitions) => missingWarnings('members', 'user', members, definitions),
  useDeletionImpact: useGroupDeletionImpact,
  Fields: GroupFields,
  icon: UsersIcon,
  emptyText: 'Permissions and reviewers of prompts can name a group of users.',
};

/** Name, slug and members of a group. */
function GroupFields({ item }: { item: GroupItem | undefined }) {
  const people = usePeople();
  return (
    <>
      <NamedFields at={[]} slugHint="Name of the group in reviewers and permissions." isSaved={item !== undefined} />
      <fieldset className={authoring['group']}>
        <legend>Members</legend>
        <ReferenceChecks
          path={['members']}
          options={people.map((person) => ({ ...person, description: ROLE_TEXTS[person.role].label }))}
          missingText="No such user"
        />
      </fieldset>
    </>
  );
}
