import { useCommands, type Command } from '../core/commands.ts';
import { useEnvironments, useResources, useRunbooks, useTasks } from '../core/hangar.ts';
import { openRunDialog } from '../core/run/run-dialog-store.ts';
import { useNavigate } from '../core/url.ts';

interface Named {
  readonly id: string;
  readonly slug: string;
  readonly name?: string | undefined;
}

/** Commands that open a definition, or run a task or runbook. */
export function EntityCommands() {
  const navigate = useNavigate();
  const { items: tasks } = useTasks();
  const { items: runbooks } = useRunbooks();
  const { items: resources } = useResources();
  const { items: environments } = useEnvironments();
  const open =
    (path: string, noun: string) =>
    (item: Named): Command => ({
      ...named(item),
      id: `open-${item.id}`,
      title: `Open ${noun} ${item.name ?? item.slug}`,
      group: 'Open',
      run: () => navigate(`${path}/${item.id}`),
    });
  const run =
    (kind: 'task' | 'runbook') =>
    (item: Named): Command => ({
      ...named(item),
      id: `run-${item.id}`,
      title: `Run ${item.name ?? item.slug}…`,
      group: 'Run',
      run: () => openRunDialog({ kind, id: item.id }),
    });
  useCommands([
    ...tasks.map(run('task')),
    ...runbooks.map(run('runbook')),
    ...tasks.map(open('/tasks', 'task')),
    ...runbooks.map(open('/runbooks', 'runbook')),
    ...resources.map(open('/resources', 'resource')),
    ...environments.map(open('/environments', 'environment')),
  ]);
  return null;
}

/** Search keywords. Not in the native menu, which would become too long. */
function named({ slug, id }: Named) {
  return { keywords: `${slug} ${id}`, inMenu: false };
}
