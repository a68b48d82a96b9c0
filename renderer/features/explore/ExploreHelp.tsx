import { useInfo, useTasks, useTraffic } from '../../core/data/hangar.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { exampleCommand } from './explore-words.ts';
import classes from './explore.module.css';

/** The way to explore, with the command filled in from the tasks of this workspace and the last client seen. */
export function ExploreHelp() {
  const { items } = useTasks();
  const info = useInfo();
  const last = useTraffic().items.find(({ client }) => client !== '' && !client.startsWith('Mozilla/'));
  const [task] = items;
  const command = exampleCommand(info?.url ?? '', task, last?.client ?? '');
  return (
    <EmptyState
      title="Nothing was explored yet"
      action={
        <p className={classes['command']}>
          <code>{command}</code> <CopyButton label="Copy command" short="Copy" value={command} />
        </p>
      }
    >
      Explore runs your client again and again, each time under other failures, and shows the smallest that breaks what
      must hold. Put your client’s command behind the two dashes.{' '}
      <DocsLink href="/docs/explore.html">How to explore</DocsLink>
    </EmptyState>
  );
}
