import { Group } from '../../../shared/model/workspace.ts';
import { nameOrSlug } from '../../authoring/context/slug.ts';
import type { GroupItem } from '../../core/hangar.ts';
import type { RecordKind } from '../../authoring/records/record-kind.ts';
import { counted } from '../../ui/counted.ts';
import { GroupFields } from './GroupFields.tsx';
import { missingWarnings } from './people.ts';
import { useGroupDeletionImpact } from './person-deletion-impact.ts';

/** Groups, for `RecordPage`. */
export const groupKind: RecordKind<GroupItem> = {
  noun: 'group',
  collection: 'groups',
  name: 'Team',
  path: '/team/groups',
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
  emptyText: 'Permissions and reviewers of prompts can name a group of users.',
  placeholderText: 'Shows its members.',
};
