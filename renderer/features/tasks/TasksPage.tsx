import { BlocksIcon } from 'lucide-react';
import { sluggedKind, type DefinitionKind } from '../../authoring/editor/definition-kind.ts';
import { Task, webhooksOf } from '../../../shared/model/task.ts';
import { definitionTabs } from '../../authoring/editor/common-tabs.tsx';
import { DefinitionPage } from '../../authoring/editor/DefinitionPage.tsx';
import { jsonOf, listOf, objectOf } from '../../../shared/values/json.ts';
import { usagesOf, usageText, unfinishedRunsText, useUnfinishedRunCount } from '../../authoring/checks/usages.ts';
import { type TaskItem, useApi, useLiveQuery } from '../../core/data/hangar.ts';
import { runStatus } from '../../core/run/run-display.ts';
import { counted, DocsLink } from '../../ui/text/shown-text.tsx';
import { BehaviorTab, STEPS } from './BehaviorTab.tsx';
import { ScriptFile } from './ScriptFile.tsx';
import { LimitsTab } from './LimitsTab.tsx';
import { ResourcesTab } from './ResourcesTab.tsx';
import { taskProblems } from './task-checks.ts';
import { webhookRows, WebhooksTab } from './WebhooksTab.tsx';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';

/** `/tasks`, `/tasks/new` and `/tasks/:id/:tab`. */
export function TasksPage() {
  return <DefinitionPage kind={taskKind} />;
}

const taskKind: DefinitionKind<TaskItem> = {
  ...sluggedKind('tasks', 'task', Task),
  tabs: definitionTabs('task', 'runs', [
    {
      slug: 'behavior',
      label: 'Behavior',
      fields: ['behavior'],
      Panel: BehaviorTab,
      Below: ScriptFile,
      count: ({ behavior }) => listOf(objectOf(behavior)['steps']).length,
    },
    {
      slug: 'resources',
      label: 'Resources',
      fields: ['resources', 'configVars'],
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
      fields: ['timeout', 'concurrency', 'allowCachedMaxAge', 'requireRequests', 'runtime', 'constraints'],
      Panel: LimitsTab,
    },
  ]),
  work: STEPS,
  check: taskProblems,
  note: ({ behavior, parameters, webhooks, source }) =>
    [
      ...(source === undefined ? [] : [source.file]),
      behavior.kind === 'steps' ? counted(behavior.steps.length, 'step') : behavior.kind.replace('builtin', 'built-in'),
      ...countedUnlessZero(parameters.length, 'parameter'),
      ...countedUnlessZero(webhookRows(Array.isArray(webhooks) ? webhooks : jsonOf(webhooks)).length, 'webhook'),
    ].join(' · '),
  icon: BlocksIcon,
  emptyText: (
    <>
      A <DocsLink href="/docs/behaviors.html">task</DocsLink> is what programs execute through the API.
    </>
  ),
  useExecute: () => {
    const api = useApi();
    return (id, body) => api.runs.execute({ params: { id }, body: { ...body, resources: {} } });
  },
  useDeletionImpact: useTaskDeletionImpact,
  useLatest: (id) => {
    const api = useApi();
    const { data } = useLiveQuery(
      `latest run of ${id}`,
      () => api.runs.list({ query: { task: id, limit: '1' } }),
      (event) => event.type === 'run' && event.row.taskID === id,
    );
    const [run] = data?.runs ?? [];
    const isAsking = run?.waiting === true;
    const link = {
      href: `/runs/${run?.id ?? ''}${isAsking ? '#prompt' : ''}`,
      linkText: isAsking ? 'Answer prompt' : 'Open run',
    };
    return { noun: 'run', loaded: data !== undefined, latest: run && { ...run, run, status: runStatus(run), ...link } };
  },
};

function countedUnlessZero(count: number, noun: string): string[] {
  return count === 0 ? [] : [counted(count, noun)];
}

/** Returns a function that describes the effects of deleting a task on webhooks, unfinished runs and callers. */
function useTaskDeletionImpact() {
  const countUnfinishedRuns = useUnfinishedRunCount();
  return async (item: TaskItem, definitions: WorkspaceDefinitions): Promise<readonly string[]> => {
    const webhooks = Object.keys(webhooksOf(item));
    const callers = usagesOf('task', item, definitions).filter(({ id }) => id !== item.id);
    return [
      ...(webhooks.length === 0
        ? []
        : [`The URLs of its ${webhooks.length === 1 ? 'webhook' : 'webhooks'} ${webhooks.join(', ')} stop working.`]),
      ...unfinishedRunsText(await countUnfinishedRuns({ task: item.slug }), 'run'),
      ...usageText(callers, (names) => `${names} can no longer execute it.`),
    ];
  };
}
