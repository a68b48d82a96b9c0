import { Button } from '@mantine/core';
import { Link, useRoute } from 'wouter';
import { useCommands } from '../../core/commands.ts';
import { useTasks, useWebhooks } from '../../core/data.ts';
import { useFrozenRows } from '../../core/frozen-rows.ts';
import { CollectionView, QueryView } from '../../core/QueryView.tsx';
import { SearchField } from '../../core/SearchField.tsx';
import { useNavigate, useQueryState } from '../../core/url.ts';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { Row } from '../../ui/Row.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { groupWebhooks, hrefOf, type WebhookGroup } from './webhook-groups.ts';
import { WebhookDetail } from './WebhookDetail.tsx';

/** `/webhooks`, `/webhooks/new` and `/webhooks/:task/:slug/:tab`. */
export function WebhooksPage() {
  const [isNew] = useRoute('/webhooks/new');
  const [, params] = useRoute('/webhooks/:task/:slug/:tab?');
  const navigate = useNavigate();
  const { get, set, search } = useQueryState();
  const query = search === '' ? '' : `?${search}`;
  const text = get('text');
  useCommands([
    { id: 'webhook-new', title: 'Declare a webhook…', group: 'Webhooks', shortcut: 'N', run: () => navigate(NEW) },
  ]);
  const webhooks = useWebhooks();
  const { items: tasks } = useTasks();
  const groups = groupWebhooks(webhooks.items, tasks);
  const chosen = groups.find(({ taskSlug, slug }) => taskSlug === params?.task && slug === params.slug);
  return (
    <ListDetail
      name="Webhooks"
      path={`/webhooks${query}`}
      filters={
        <>
          <SearchField label="Filter webhooks" value={text} onChange={(value) => set({ text: value })} />
          <Button component={Link} href={NEW}>
            New webhook
          </Button>
        </>
      }
      list={
        <CollectionView collection={webhooks} empty={<NoWebhooks />}>
          {() => (
            <WebhookList groups={groups.filter((group) => matches(group, text))} selected={chosen} query={query} />
          )}
        </CollectionView>
      }
      detail={
        isNew ? (
          <NewWebhook />
        ) : params === null ? undefined : (
          <QueryView
            noun="webhook"
            query={{
              data: chosen,
              error: webhooks.error,
              notFound: webhooks.loaded && chosen === undefined,
              reload: () => undefined,
            }}
          >
            {(group) => <WebhookDetail key={hrefOf(group)} group={group} tab={params.tab ?? 'urls'} query={query} />}
          </QueryView>
        )
      }
      placeholder={<EmptyState title="Choose a webhook">Its URLs, a test and its deliveries appear here.</EmptyState>}
    />
  );
}

const NEW = '/webhooks/new';

interface WebhookListProps {
  readonly groups: readonly WebhookGroup[];
  readonly selected: WebhookGroup | undefined;
  readonly query: string;
}

function WebhookList({ groups, selected, query }: WebhookListProps) {
  const held = useFrozenRows(groups, hrefOf, query);
  if (held.rows.length === 0)
    return <EmptyState title="No webhook matches">Filter by slug or by the task’s name.</EmptyState>;
  const at = (index: number) => held.rows[index];
  const keyAt = (index: number) => {
    const group = at(index);
    return group === undefined ? '' : hrefOf(group);
  };
  return (
    <VirtualList
      label="Webhooks"
      count={held.rows.length}
      selected={selected === undefined ? '' : hrefOf(selected)}
      keyOf={keyAt}
      hrefOf={(index) => `${keyAt(index)}${query}`}
      pending={held.waiting}
      onFreeze={held.hold}
      onShowPending={held.release}
      render={(index) => {
        const group = at(index);
        return (
          group !== undefined && (
            <Row
              title={group.slug}
              aside={group.requireServiceToken ? 'key required' : ''}
              note={`${group.taskSlug} · ${group.urls.length} ${group.urls.length === 1 ? 'URL' : 'URLs'}`}
            />
          )
        );
      }}
    />
  );
}

function NoWebhooks() {
  return (
    <EmptyState
      title="No webhooks yet"
      action={
        <Button component={Link} href={NEW} variant="filled">
          New webhook
        </Button>
      }
    >
      A webhook is a secret URL that executes a task with whatever is posted to it.
    </EmptyState>
  );
}

function matches({ slug, taskSlug, taskName }: WebhookGroup, text: string): boolean {
  return [slug, taskSlug, taskName].some((field) => field.toLowerCase().includes(text.toLowerCase()));
}
