import { Switch } from '@mantine/core';
import { BlocksIcon } from 'lucide-react';
import { useAction } from '../../core/data/action.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { useInfo, useTasks } from '../../core/data/hangar.ts';
import { useEntityTitle, useNavigate } from '../../core/page/page.ts';
import { webhooksOf } from '../../../shared/model/task.ts';
import { useUndoable } from '../../core/undo/undo.tsx';
import { curlOf } from '../../ui/text/curl.ts';
import { CopyButton, CopiedID } from '../../ui/inputs/CopyButton.tsx';
import { DeleteButton } from '../../ui/inputs/DeleteButton.tsx';
import { DetailTabs } from '../../ui/layout/DetailTabs.tsx';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { MetaLine, MetaLink } from '../../ui/text/MetaLine.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { PayloadHint } from '../../authoring/webhook/webhook-notes.tsx';
import { RequiredParameters, useChangeTask } from './RequiredParameters.tsx';
import { withoutWebhook, withWebhook } from '../../../shared/model/change-webhooks.ts';
import { Deliveries } from './Deliveries.tsx';
import { exampleBody, SendTest } from './SendTest.tsx';
import { hrefOf, type WebhookGroup } from './webhook-groups.ts';
import classes from './webhooks.module.css';

/** One webhook: its URLs, a test form and its deliveries. */
export function WebhookDetail({ group, tab, query }: { group: WebhookGroup; tab: string; query: string }) {
  useEntityTitle(group.slug);
  return (
    <>
      <PageHeader
        title={group.slug}
        badge={group.requireServiceToken ? <ToneBadge tone="wait">key required</ToneBadge> : undefined}
        meta={
          <MetaLine
            items={[
              <MetaLink icon={BlocksIcon} href={`/tasks/${group.taskID}`} name={group.taskName} />,
              <CopiedID id={group.taskID} label="Copy task ID" />,
            ]}
          />
        }
        actions={<Delete group={group} />}
      />
      <DetailTabs
        label="Parts of the webhook"
        path={hrefOf(group)}
        query={query}
        selected={tab}
        tabs={[
          { slug: '', label: 'URLs', content: <Urls group={group} /> },
          { slug: 'test', label: 'Send test', content: <SendTest group={group} /> },
          { slug: 'deliveries', label: 'Deliveries', content: <Deliveries group={group} /> },
        ]}
      />
    </>
  );
}

function Urls({ group }: { group: WebhookGroup }) {
  const curl = useCurl(group);
  return (
    <>
      <div className={classes['notice']}>
        <RequiredParameters taskID={group.taskID} />
      </div>
      <ul className={`lines ${classes['urls']}`}>
        {group.urls.map(({ environment, url }) => (
          <li key={environment}>
            <span className={classes['environment']}>{environment}</span>
            <code className="code">{url}</code>
            <span className="row" style={{ justifyContent: 'flex-end' }}>
              <CopyButton value={url} label={`Copy the URL for ${environment}`} short="Copy" />
              <CopyButton value={curl(url)} label={`Copy as curl: the call in ${environment}`} short="Copy as curl" />
            </span>
          </li>
        ))}
      </ul>
      <p className={classes['hint']}>
        {group.requireServiceToken
          ? 'Requests need the URL and an API key. '
          : 'Anyone with a URL can execute the task. Keep the URLs secret. '}
        <DocsLink href="/docs/webhooks.html">About webhooks</DocsLink>
      </p>
      <div className={classes['notice']}>
        <PayloadHint />
      </div>
      <RequireKey group={group} />
    </>
  );
}

/** Returns a function that makes the curl command that posts the example body to a URL. */
function useCurl({ taskID, requireServiceToken }: WebhookGroup): (url: string) => string {
  const task = useTasks().items.find(({ id }) => id === taskID);
  const apiKey = useInfo()?.apiKey ?? '';
  const key = requireServiceToken ? { 'X-Service-API-Key': apiKey } : {};
  const headers = { ...key, 'Content-Type': 'application/json' };
  const body = task === undefined ? '{}' : JSON.stringify(exampleBody(task));
  return (url) => curlOf({ method: 'POST', url, headers, body });
}

function RequireKey({ group }: { group: WebhookGroup }) {
  const { taskID, slug, requireServiceToken } = group;
  const changeTask = useChangeTask();
  const save = useAction(async (isRequired: boolean) => {
    await changeTask(taskID, (task) =>
      withWebhook(task, slug, { ...webhooksOf(task)[slug], requireServiceToken: isRequired }),
    );
  });
  return (
    <Switch
      label="Require an API key"
      description="Requests need a valid API key in X-Service-API-Key."
      // Shows the new value while it is being saved.
      checked={save.busy ? !requireServiceToken : requireServiceToken}
      onChange={(event) => {
        if (!save.busy) void save.run(event.currentTarget.checked);
      }}
    />
  );
}

function Delete({ group }: { group: WebhookGroup }) {
  const { taskID, slug } = group;
  const changeTask = useChangeTask();
  const navigate = useNavigate();
  const { loaded } = useTasks();
  const undoable = useUndoable();
  const remove = useAction(() =>
    undoable(`Deleted webhook ${slug}`, async () => {
      await changeTask(taskID, (task) => withoutWebhook(task, slug));
      navigate('/webhooks', { replace: true });
    }),
  );
  useCommands([
    { id: 'webhook-delete', title: 'Delete this webhook', group: 'Webhooks', run: () => void remove.run() },
  ]);
  return <DeleteButton disabled={!loaded} loading={remove.busy} onClick={() => void remove.run()} />;
}
