import { Button } from '@mantine/core';
import { BlocksIcon, BookOpenIcon, WebhookIcon } from 'lucide-react';
import { Link } from 'wouter';
import { useRunbooks, useTasks, useWebhooks } from '../../core/data/hangar.ts';
import { openRunDialog } from '../../core/run/RunDialog.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { DocsLink, stripBidiControls } from '../../ui/text/shown-text.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import classes from './Overview.module.css';

const MAX_TASKS = 4;

/** Tasks, a runbook and a webhook to try without a program. */
export function TryIt({ isFirstStart }: { isFirstStart: boolean }) {
  const { items: tasks, loaded } = useTasks();
  const { items: runbooks } = useRunbooks();
  const { items: webhooks } = useWebhooks();
  const newTask = (
    <Button variant="filled" component={Link} href="/tasks/new">
      New task
    </Button>
  );
  const webhook = webhooks.find(({ requireServiceToken }) => !requireServiceToken);
  return (
    <section aria-labelledby="try">
      <div className={classes['heading']}>
        <h2 id="try">Try it</h2>
        <span className="grow" />
        {tasks.length > 0 && <Link href="/tasks/new">Create a task</Link>}
      </div>
      {isFirstStart && (
        <p className={classes['none']}>
          This workspace holds examples. Run them, then <Link href="/tasks">edit them</Link> or{' '}
          <DocsLink href="/docs/#the-first-request">send a request</DocsLink>.
        </p>
      )}
      {loaded && tasks.length === 0 && (
        <EmptyState icon={BlocksIcon} title="No tasks yet" action={newTask}>
          Programs execute tasks; <Link href="/settings#reset">restore the examples</Link> for some.
        </EmptyState>
      )}
      <ul className="plain">
        {tasks.slice(0, MAX_TASKS).map(({ id, slug, name = slug, description }) => (
          <Try key={id} kind="task" id={id} name={name} text={description} />
        ))}
        {runbooks.slice(0, 1).map(({ id, slug, name = slug, description }) => (
          <Try key={id} kind="runbook" id={id} name={name} text={description} />
        ))}
        {webhook !== undefined && (
          <li className={classes['try']}>
            <WebhookIcon size={16} />
            <span className={classes['what']}>
              <Link href="/webhooks">Webhook {webhook.webhook}</Link>
              <span>Accepts any JSON, without an API key.</span>
            </span>
            <CopyButton value={`curl ${webhook.url} -d '{}'`} label="Copy as curl: the webhook" short="Copy as curl" />
          </li>
        )}
      </ul>
    </section>
  );
}

function Try({ kind, id, ...texts }: { kind: 'task' | 'runbook'; id: string; name: string; text: string }) {
  const [name, text] = [stripBidiControls(texts.name), stripBidiControls(texts.text)];
  return (
    <li className={classes['try']}>
      {kind === 'task' ? <BlocksIcon size={16} /> : <BookOpenIcon size={16} />}
      <span className={classes['what']}>
        <Link href={`/${kind}s/${id}`} title={name}>
          {name}
        </Link>
        <span title={text}>{text}</span>
      </span>
      <Button size="compact-sm" onClick={() => openRunDialog({ kind, id })} aria-label={`Run… ${name}`}>
        Run…
      </Button>
    </li>
  );
}
