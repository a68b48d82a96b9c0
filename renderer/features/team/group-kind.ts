import { Group } from '../../../shared/model/workspace.ts';
import { listOf, textOf } from '../../authoring/context/json-path.ts';
import { type Problem, takenProblems } from '../../authoring/context/problem.ts';
import { nameOrSlug } from '../../authoring/context/slug.ts';
import { knownReferences } from '../../authoring/context/workspace-definitions.ts';
import { type GroupItem, useHangar } from '../../core/hangar.ts';
import type { RecordKind } from '../../authoring/records/record-kind.ts';
import { useRecordStore } from '../../core/record-store.ts';
import { counted } from '../../ui/counted.ts';
import { GroupFields } from './GroupFields.tsx';
import { useGroupDeletionImpact } from './person-deletion-impact.ts';

/** Groups, for `RecordPage`. */
export const groupKind: RecordKind<GroupItem> = {
  noun: 'group',
  collection: 'groups',
  plural: 'groups',
  pageTitle: 'Team',
  path: '/team/groups',
  schema: Group,
  blank: { slug: '', members: [] },
  useStore: () => {
    const { api, collections } = useHangar();
    return useRecordStore({ collection: collections.groups, endpoints: api.definitions.groups, schema: Group });
  },
  summarize: ({ name, slug, members }) => ({
    title: name ?? slug,
    marks: [],
    note: `${slug} · ${counted(members.length, 'member')}`,
  }),
  titleOf: nameOrSlug,
  useCheck:
    () =>
    (value, { definitions, others }): readonly Problem[] => {
      const { user: known } = knownReferences(definitions);
      const missing = listOf(value['members'])
        .map(textOf)
        .filter((member) => !known.has(member));
      const list = missing.map((name) => `“${name}”`).join(', ');
      return [
        ...takenProblems('slug', { value, others }, 'another group has this slug'),
        ...(missing.length === 0
          ? []
          : [{ path: ['members'], text: `There is no user ${list}.`, severity: 'warning' } as const]),
      ];
    },
  useDeletionImpact: useGroupDeletionImpact,
  Fields: GroupFields,
  emptyText: 'Permissions and reviewers of prompts can name a group of users.',
  placeholderText: 'Shows its members.',
};
