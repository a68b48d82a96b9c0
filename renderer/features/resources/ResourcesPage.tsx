import { DatabaseIcon } from 'lucide-react';
import { kindOf } from '../../authoring/editor/use-editing.ts';
import { resourceProblems } from '../../../shared/model/resource-config.ts';
import { Resource } from '../../../shared/model/workspace.ts';
import { resourceKindOf } from '../../../shared/registry/resource-kinds.ts';
import { referenceWarnings } from '../../authoring/checks/definition-checks.ts';
import { type JsonObject, objectOf, textOf } from '../../../shared/values/json.ts';
import type { Problem } from '../../authoring/context/problem.ts';
import { copyOf, nameOrSlug } from '../../authoring/context/slug.ts';
import type { ResourceItem } from '../../core/data/hangar.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { type RecordKind, RecordPage } from '../../authoring/records/RecordPage.tsx';
import { ResourceEditorFields } from './ResourceEditorFields.tsx';
import { unfinishedRunsText, useUnfinishedRunCount, usagesOf, usageText } from '../../authoring/checks/usages.ts';

/** `/resources`, `/resources/new` and `/resources/:id`. */
export function ResourcesPage() {
  return <RecordPage kind={resourceKind} />;
}

const resourceKind: RecordKind<ResourceItem> = {
  ...kindOf('resources'),
  schema: Resource,
  blank: { slug: '', kind: '', isPrivate: false, permissions: [], resource: {} },
  summarize: ({ name, slug, kind, isPrivate }) => ({
    title: name ?? slug,
    marks: isPrivate ? ['private'] : [],
    note: `${slug} · ${kindName(kind)}`,
  }),
  titleOf: nameOrSlug,
  fieldLabel: ([field, name], { kind }) =>
    field === 'resource' ? resourceKindOf(textOf(kind))?.fields.find((each) => each.name === name)?.label : undefined,
  check: resourceChecks,
  copyOf,
  useDeletionImpact: useResourceDeletionImpact,
  Fields: ResourceEditorFields,
  icon: DatabaseIcon,
  emptyText: 'A resource is a connection, such as a database or an HTTP API.',
};

/** The label of a kind; the kind itself if it is not in the registry. */
function kindName(kind: string): string {
  return resourceKindOf(kind)?.label ?? kind;
}

function resourceChecks(value: JsonObject, definitions: WorkspaceDefinitions): readonly Problem[] {
  const config = Object.entries(resourceProblems(textOf(value['kind']), objectOf(value['resource'])));
  return [
    ...config.map(([field, text]): Problem => {
      return { path: ['resource', field], text, severity: 'error', isMissing: text.startsWith('is required') };
    }),
    ...referenceWarnings('resources', value, definitions),
  ];
}

/** Returns a function that describes the effects of deleting a resource on tasks and unfinished runs. */
function useResourceDeletionImpact() {
  const countUnfinishedRuns = useUnfinishedRunCount();
  return async (item: ResourceItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> => {
    const uses = usagesOf('resource', item, definitions);
    const bound = uses.filter(({ paths }) => paths.some(([top]) => top === 'resources'));
    const passing = uses.filter((use) => !bound.includes(use));
    const counts = await Promise.all(bound.map(({ id }) => countUnfinishedRuns({ task: id })));
    return [
      ...usageText(bound, (names) => `${names} ${bound.length === 1 ? 'needs' : 'need'} it to execute.`),
      ...unfinishedRunsText(
        counts.reduce((sum, count) => sum + count, 0),
        'run',
      ),
      ...usageText(
        passing,
        (names) => `${names} ${passing.length === 1 ? 'passes' : 'pass'} it to other tasks, which then cannot execute.`,
      ),
    ];
  };
}
