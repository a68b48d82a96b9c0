import { PLAIN_INPUT } from '../../ui/inputs/mono-input.ts';
import { Form } from '../../ui/inputs/Form.tsx';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { BlocksIcon } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { capitalized } from '../../../shared/values/messages.ts';
import { WebhookSlug } from '../../../shared/values/identifier.ts';
import { webhooksOf } from '../../../shared/model/task.ts';
import { useAction } from '../../core/data/action.ts';
import { freeSlug } from '../../authoring/context/slug.ts';
import { focusInvalid, useFocusFirst } from '../../ui/focus/move-focus.ts';
import { DraftBar } from '../../core/drafts/DraftBar.tsx';
import { useDraft } from '../../core/drafts/drafts.ts';
import { type TaskItem, useTasks } from '../../core/data/hangar.ts';
import { useEntityTitle, useNavigate } from '../../core/page/page.ts';
import { CollectionView } from '../../core/data/QueryView.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { withWebhook } from '../../../shared/model/change-webhooks.ts';
import { RequiredParameters, useChangeTask } from './RequiredParameters.tsx';
import { hrefOf } from './webhook-groups.ts';
import classes from './webhooks.module.css';
import { Select } from '../../ui/inputs/Select.tsx';

/** The form that creates a webhook of a task. */
export function NewWebhook() {
  const tasks = useTasks();
  useEntityTitle('New webhook');
  if (tasks.items.length > 0) return <WebhookForm tasks={tasks.items} />;
  const add = (
    <Button variant="filled" component={Link} href="/tasks/new">
      New task
    </Button>
  );
  const empty = <EmptyState icon={BlocksIcon} title="A webhook executes a task, and there is none yet" action={add} />;
  return (
    <>
      <Header />
      <CollectionView collection={tasks} empty={empty}>
        {() => empty}
      </CollectionView>
    </>
  );
}

function Header({ actions }: { actions?: ReactNode }) {
  return <PageHeader title="New webhook" meta="Each environment gets a secret URL." actions={actions} />;
}

const EMPTY = { task: '', slug: '', requireServiceToken: false };

function WebhookForm({ tasks }: { tasks: readonly TaskItem[] }) {
  const { draft, task, create, chooseTask, ...problems } = useNewWebhook(tasks);
  const { value, set } = draft;
  const id = useId();
  const place = useRef<HTMLFormElement>(null);
  useFocusFirst(place);
  const button = (
    <Button type="submit" form={id} variant="filled" loading={create.busy}>
      Create webhook
    </Button>
  );
  return (
    <>
      <Header actions={button} />
      <div className="scroll" style={{ padding: '12px var(--h-pad)' }}>
        <Form id={id} ref={place} className={classes['form']} onSubmit={create.run}>
          <Select
            label="Task"
            value={value.task}
            data={[{ value: '', label: 'Choose…' }, ...tasks.map(optionOf)]}
            error={problems.ofTask}
            onValue={chooseTask}
          />
          {task !== undefined && <RequiredParameters taskID={task.id} />}
          <TextInput
            label="Slug"
            description="Part of the URL; cannot be changed later."
            value={value.slug}
            error={problems.ofSlug}
            onBlur={problems.leaveSlug}
            onChange={(event) => set({ ...value, slug: event.currentTarget.value })}
            {...PLAIN_INPUT}
          />
          <Checkbox
            label="Require an API key"
            description="Requests need a valid API key in X-Service-API-Key."
            checked={value.requireServiceToken}
            onChange={(event) => set({ ...value, requireServiceToken: event.currentTarget.checked })}
          />
          <DraftBar draft={draft} noun="webhook" plain />
        </Form>
      </div>
    </>
  );
}

function optionOf({ id, name, slug }: TaskItem) {
  return { value: id, label: name === undefined ? slug : `${name} (${slug})` };
}

/** The values of the form, their problems, and the action that creates the webhook. A field has no problem until it is left. */
function useNewWebhook(tasks: readonly TaskItem[]) {
  const draft = useDraft('webhook:new', EMPTY);
  const { value, set } = draft;
  const [tried, setTried] = useState(false);
  const [hasLeftSlug, setLeftSlug] = useState(false);
  const navigate = useNavigate();
  const changeTask = useChangeTask();
  const task = tasks.find(({ id }) => id === value.task);
  const problem = slugProblem(value.slug, task);
  const create = useAction(async () => {
    setTried(true);
    if (task === undefined || problem !== undefined) {
      focusInvalid();
      return;
    }
    const { slug, requireServiceToken } = value;
    await changeTask(task.id, (saved) => withWebhook(saved, slug, { requireServiceToken }));
    draft.discard();
    navigate(hrefOf({ taskSlug: task.slug, slug }));
  });
  const chooseTask = (id: string) => {
    const isOwn = value.slug !== '' && value.slug !== slugFor(task);
    set({ ...value, task: id, slug: isOwn ? value.slug : slugFor(tasks.find((each) => each.id === id)) });
  };
  return {
    ...{ draft, task, create, chooseTask },
    ofTask: tried && task === undefined ? 'Choose a task' : undefined,
    ofSlug: hasLeftSlug || tried ? problem : undefined,
    leaveSlug: () => setLeftSlug(value.slug !== ''),
  };
}

/** Maximum length of a webhook's slug, in characters. */
const MAX_SLUG = 49;

/** The suggested slug of a task's next webhook; '' without a task, or when its slug is unsuitable. */
function slugFor(task: TaskItem | undefined): string {
  if (task === undefined) return '';
  const slug = freeSlug(task.slug, new Set(Object.keys(webhooksOf(task))), MAX_SLUG);
  return WebhookSlug.safeParse(slug).success ? slug : '';
}

function slugProblem(slug: string, task: TaskItem | undefined): string | undefined {
  if (slug === '') return 'Is required';
  const issue = WebhookSlug.safeParse(slug).error?.issues[0]?.message;
  if (issue !== undefined) return capitalized(issue);
  return task !== undefined && Object.hasOwn(webhooksOf(task), slug)
    ? 'This task already has a webhook with this slug'
    : undefined;
}
