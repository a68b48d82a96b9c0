import { RadarIcon } from 'lucide-react';
import { useInfo, useTasks, useTraffic } from '../../core/data/hangar.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { DocsLink } from '../../ui/text/links.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { exampleCommand } from './explore-words.ts';
import classes from './explore.module.css';

/**
 * The way to explore, with the command filled in from a task of this workspace and the last client seen.
 *
 * @param props `task` is a slug; '' for the last task executed
 */
export function ExploreHelp({ task: slug }: { task: string }) {
  const { items } = useTasks();
  const info = useInfo();
  const requests = useTraffic().items.filter(({ client }) => client !== '' && !client.startsWith('Mozilla/'));
  const wanted = slug || (requests.find(({ subject }) => subject !== undefined)?.subject?.slug ?? '');
  const task = items.find((item) => item.slug === wanted) ?? items[0];
  const command = exampleCommand(info?.url ?? '', task, requests[0]?.client ?? '');
  return (
    <EmptyState
      icon={RadarIcon}
      title="Explore every fault"
      action={
        <>
          <p className={classes['command']}>
            <code>{command}</code>
          </p>
          <CopyButton size="sm" label="Copy command" value={command} />
        </>
      }
    >
      Explore runs your client again and again, each time under other failures, and shows the smallest that breaks what
      must hold. <DocsLink href="/docs/explore.html">How to explore</DocsLink>
    </EmptyState>
  );
}
