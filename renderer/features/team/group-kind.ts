import { Group } from '../../../shared/model/workspace.ts';
import { listOf, textOf } from '../../authoring/context/json-path.ts';
import { type Problem, takenProblems } from '../../authoring/context/problem.ts';
import { nameOrSlug } from '../../authoring/context/slug.ts';
import { knownReferences } from '../../authoring/context/workspace-definitions.ts';
import { type GroupItem, useHangar } from '../../core/hangar.ts';
import type { RecordKind } from '../../authoring/records/record-kind.ts';
import { useRecordStore } from '../../core/record-store.ts';
import { GroupFields } from './GroupFields.tsx';
import { useGroupDeletionImpact } from './person-deletion-impact.ts';

/** Groups, for the shared list and editor. */
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
    note: `${slug} · ${members.length === 1 ? '1 member' : `${members.length} members`}`,
  }),
  titleOf: nameOrSlug,
  useCheck:
    () =>
    (value, { definitions, others }): readonly Problem[] => {
      const { user: known } = knownReferences(definitions);
      const strangers = listOf(value['members'])
        .map(textOf)
        .filter((member) => !known.has(member));
      const said = strangers.map((name) => `“${name}”`).join(', ');
      return [
        ...takenProblems('slug', { value, others }, 'another group has this slug'),
        ...(strangers.length === 0
          ? []
          : [{ path: ['members'], text: `There is no user ${said}.`, severity: 'warning' } as const]),
      ];
    },
  useDeletionImpact: useGroupDeletionImpact,
  Fields: GroupFields,
  emptyText: 'A group names users together, for permissions and for who may answer a prompt.',
  placeholderText: 'Its members appear here.',
};
