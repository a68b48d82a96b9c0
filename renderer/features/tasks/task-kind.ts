import { Task } from '../../../shared/model/task.ts';
import { accessTab, parametersTab } from '../../authoring/editor/common-tabs.tsx';
import type { DefinitionKind } from '../../authoring/editor/definition-kind.ts';
import { jsonOf, listOf, objectOf } from '../../authoring/context/json-path.ts';
import { copyOf, nameOrSlug } from '../../authoring/context/slug.ts';
import { type Usage, usagesOf } from '../../authoring/checks/usages.ts';
import type { TaskItem } from '../../core/hangar.ts';
import { counted } from '../../ui/counted.ts';
import { BehaviorTab } from './BehaviorTab.tsx';
import { DetailsTab } from './DetailsTab.tsx';
import { LatestRun } from './LatestRun.tsx';
import { LimitsTab } from './LimitsTab.tsx';
import { ResourcesTab } from './ResourcesTab.tsx';
import { useTaskDeletionImpact } from './task-deletion-impact.ts';
import { taskProblems } from './task-checks.ts';
import { useExecuteTask, useTaskStore } from './task-store.ts';
import { webhookRows } from './webhook-rows.ts';
import { WebhooksTab } from './WebhooksTab.tsx';

/** Tasks, for the shared list and editor. */
export const taskKind: DefinitionKind<TaskItem> = {
  noun: 'task',
  collection: 'tasks',
  name: 'Tasks',
  path: '/tasks',
  schema: Task,
  // An empty slug is what one begins with; the schema refuses it only when saving.
  blank: { ...jsonOf(Task.parse({ slug: 'new' })), slug: '' },
  tabs: [
    { slug: 'details', label: 'Details', fields: ['name', 'slug', 'description', 'id'], Panel: DetailsTab },
    parametersTab('task'),
    { slug: 'behavior', label: 'Behavior', fields: ['behavior'], Panel: BehaviorTab },
    {
      slug: 'resources',
      label: 'Resources',
      fields: ['resources'],
      Panel: ResourcesTab,
      count: ({ resources }) => Object.keys(objectOf(resources)).length,
    },
    {
      slug: 'webhooks',
      label: 'Webhooks',
      fields: ['webhooks'],
      Panel: WebhooksTab,
      count: ({ webhooks }) => webhookRows(webhooks).length,
    },
    {
      slug: 'limits',
      label: 'Limits',
      fields: ['timeout', 'concurrency', 'allowCachedMaxAge', 'runtime', 'constraints'],
      Panel: LimitsTab,
    },
    accessTab('task', 'runs'),
  ],
  useStore: useTaskStore,
  titleOf: nameOrSlug,
  copyOf: copyOf,
  check: taskProblems,
  note: ({ behavior, parameters, webhooks }) =>
    [
      behavior.kind === 'steps' ? counted(behavior.steps.length, 'step') : behavior.kind,
      ...withSome(parameters.length, 'parameter'),
      ...withSome(webhookRows(Array.isArray(webhooks) ? webhooks : jsonOf(webhooks)).length, 'webhook'),
    ].join(' · '),
  meta: (draft, id, definitions) => {
    // Those who use it go by the name that is saved.
    const { slug = '' } = definitions.tasks.find((task) => task.id === id) ?? {};
    const found = usagesOf('task', { id, slug }, definitions);
    const those = (name: Usage['collection']) => found.filter(({ collection }) => collection === name).length;
    const uses = [...withSome(those('runbooks'), 'runbook'), ...withSome(those('tasks'), 'task')];
    return [
      counted(listOf(draft['parameters']).length, 'parameter'),
      ...withSome(webhookRows(draft['webhooks']).length, 'webhook'),
      ...(uses.length === 0 ? [] : [`used by ${uses.join(' and ')}`]),
    ].join(' · ');
  },
  emptyText: 'A task is an automation that programs execute through the API: write the first one here, without code.',
  useExecute: useExecuteTask,
  useDeletionImpact: useTaskDeletionImpact,
  Latest: LatestRun,
};

function withSome(count: number, noun: string): string[] {
  return count === 0 ? [] : [counted(count, noun)];
}
