import { Switch } from '@mantine/core';
import { Link } from 'wouter';
import { notify, useAction } from '../../core/action.ts';
import { useCommands } from '../../core/commands.ts';
import { useInfo, useTasks } from '../../core/data.ts';
import { useEntityTitle } from '../../core/page.ts';
import { useNavigate } from '../../core/url.ts';
import { webhooksOf } from '../../../shared/model/task.ts';
import { offerUndo } from '../../ui/confirm.tsx';
import { curlOf } from '../../ui/curl.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DeleteButton } from '../../ui/DeleteButton.tsx';
import { LinkTabs, TabPanel } from '../../ui/LinkTabs.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { PayloadHint } from '../../authoring/webhook/PayloadHint.tsx';
import { Unfilled } from './Unfilled.tsx';
import { withoutWebhook, withWebhook } from './change-webhooks.ts';
import { Deliveries } from './Deliveries.tsx';
import { exampleBody } from './example-body.ts';
import { SendTest } from './SendTest.tsx';
import { useChangeTask } from './use-change-task.ts';
import { hrefOf, type WebhookGroup } from './webhook-groups.ts';
import classes from './webhooks.module.css';

interface WebhookDetailProps {
  readonly group: WebhookGroup;
  readonly tab: string;
  readonly query: string;
}

/** One webhook: its URLs, who may call it, a test, its deliveries. */
export function WebhookDetail({ group, tab, query }: WebhookDetailProps) {
  useEntityTitle(group.slug);
  const to = (name: string) => `${hrefOf(group)}${name}${query}`;
  return (
    <>
      <PageHeader
        title={group.slug}
        badge={group.requireServiceToken ? <ToneBadge tone="wait">key required</ToneBadge> : undefined}
        meta={
          <>
            executes <Link href={`/tasks/${group.taskID}`}>{group.taskName} ↗</Link> · {group.taskID}
          </>
        }
        actions={<Delete group={group} />}
      />
      <LinkTabs
        label="Parts of the webhook"
        tabs={[
          { label: 'URLs', href: to('') },
          { label: 'Send test', href: to('/test') },
          { label: 'Deliveries', href: to('/deliveries') },
        ]}
      />
      {tab === 'test' && <SendTest group={group} />}
      {tab === 'deliveries' && <Deliveries group={group} />}
      {tab === 'urls' && <Urls group={group} />}
    </>
  );
}

function Urls({ group }: { group: WebhookGroup }) {
  const curl = useCurl(group);
  return (
    <TabPanel label="URLs">
      <div className={classes['apart']}>
        <Unfilled taskID={group.taskID} />
      </div>
      <ul className={classes['urls']}>
        {group.urls.map(({ environment, url }) => (
          <li key={environment}>
            <span className={classes['environment']}>{environment}</span>
            <code className={classes['url']}>{url}</code>
            <span className={classes['copies']}>
              <CopyButton value={url} label={`Copy the URL for ${environment}`} short="Copy" />
              <CopyButton value={curl(url)} label={`Copy as curl: the call in ${environment}`} short="Copy as curl" />
            </span>
          </li>
        ))}
      </ul>
      <p className={classes['hint']}>
        {group.requireServiceToken
          ? 'Who knows a URL and has an API key can execute the task in its environment; keep both secret.'
          : 'Anyone who knows a URL can execute the task in its environment; keep it secret.'}
      </p>
      <div className={classes['apart']}>
        <PayloadHint />
      </div>
      <RequireKey group={group} />
    </TabPanel>
  );
}

/** Makes the command that posts to a URL what a test begins with. */
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
    notify(isRequired ? 'Only requests with a valid API key pass now.' : 'The URL alone is enough now.');
  });
  return (
    <Switch
      label="Require an API key"
      description="Only requests that carry a valid API key in X-Service-API-Key may execute the task."
      // Shows what was chosen while it is saved.
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
  const restore = useAction((config: ReturnType<typeof webhooksOf>[string]) =>
    changeTask(taskID, (task) => withWebhook(task, slug, config)),
  );
  const remove = useAction(async () => {
    const before = await changeTask(taskID, (task) => withoutWebhook(task, slug));
    const config = webhooksOf(before)[slug] ?? { requireServiceToken: false };
    navigate('/webhooks', { replace: true });
    offerUndo(`Webhook ${slug} deleted`, () => void restore.run(config));
  });
  useCommands([
    { id: 'webhook-delete', title: 'Delete this webhook', group: 'Webhooks', run: () => void remove.run() },
  ]);
  return <DeleteButton disabled={!loaded} busy={remove.busy} onClick={() => void remove.run()} />;
}
