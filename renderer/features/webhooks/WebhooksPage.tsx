import { Button } from '@mantine/core';
import { WebhookIcon } from 'lucide-react';
import { Link, useRoute } from 'wouter';
import { useCommands } from '../../core/commands/commands.ts';
import { useTasks, useWebhooks } from '../../core/data/hangar.ts';
import { FrozenList } from '../../core/data/frozen-rows.tsx';
import { CollectionView, QueryView } from '../../core/data/QueryView.tsx';
import { NoMatches } from '../../core/filter/FilteredList.tsx';
import { SearchField } from '../../core/filter/SearchField.tsx';
import { useNavigate, useQueryState, usePreviewed } from '../../core/page/page.ts';
import { counted, DocsLink } from '../../ui/text/shown-text.tsx';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { groupWebhooks, hrefOf, idOf, type WebhookGroup } from './webhook-groups.ts';
import { WebhookDetail } from './WebhookDetail.tsx';

/** `/webhooks`, `/webhooks/new` and `/webhooks/:task/:slug/:tab`. */
export function WebhooksPage() {
  const [isNew] = useRoute('/webhooks/new');
  const [, params] = useRoute('/webhooks/:task/:slug/:tab?');
  const navigate = useNavigate();
  const { get, set, query } = useQueryState();
  const text = get('text');
  useCommands([
    { id: 'webhook-new', title: 'New webhook', group: 'Webhooks', shortcut: 'N', run: () => navigate(NEW) },
  ]);
  const webhooks = useWebhooks();
  const { items: tasks } = useTasks();
  const groups = groupWebhooks(webhooks.items, tasks);
  const isEmpty = webhooks.loaded && groups.length === 0;
  const selected = groups.find(({ taskSlug, slug }) => taskSlug === params?.task && slug === params.slug);
  const found = groups.filter((group) => matches(group, text));
  const previewed = usePreviewed(
    found.length === 0 ? groups : found,
    selected === undefined ? '' : idOf(selected),
    idOf,
  );
  const shown = params === null ? previewed : selected;
  // The same element whether chosen or not, so that a tab of it keeps the focus when its address chooses it.
  const detail = (
    <QueryView
      noun="webhook"
      query={{
        data: shown,
        error: webhooks.error,
        notFound: webhooks.loaded && shown === undefined,
        reload: () => undefined,
      }}
    >
      {(group) => <WebhookDetail key={hrefOf(group)} group={group} tab={params?.tab ?? ''} query={query} />}
    </QueryView>
  );
  return (
    <ListDetail
      name="Webhooks"
      path={`/webhooks${query}`}
      filters={
        !isEmpty && (
          <>
            <SearchField label="Search webhooks" value={text} onChange={(value) => set({ text: value })} />
            <Button component={Link} href={NEW}>
              New webhook
            </Button>
          </>
        )
      }
      list={
        <CollectionView collection={webhooks} empty={null}>
          {() => <WebhookList groups={found} selected={shown} query={query} onClear={() => set({ text: '' })} />}
        </CollectionView>
      }
      detail={isNew ? <NewWebhook /> : params !== null && detail}
      empty={isEmpty && <NoWebhooks />}
      preview={previewed !== undefined && detail}
    />
  );
}

const NEW = '/webhooks/new';

interface WebhookListProps {
  readonly onClear: () => void;
  readonly groups: readonly WebhookGroup[];
  readonly selected: WebhookGroup | undefined;
  readonly query: string;
}

function WebhookList({ groups, selected, query, onClear }: WebhookListProps) {
  return (
    <FrozenList
      {...{ label: 'Webhooks', path: '/webhooks', items: groups, idOf, query }}
      selected={selected === undefined ? '' : idOf(selected)}
      reset={query}
      render={(group) => (
        <Row
          title={group.slug}
          aside={group.requireServiceToken ? 'key required' : ''}
          note={`${group.taskSlug} · ${counted(group.urls.length, 'URL')}`}
        />
      )}
      empty={<NoMatches noun="webhook" clear="Clear search" onClear={onClear} />}
    />
  );
}

function NoWebhooks() {
  return (
    <EmptyState
      icon={WebhookIcon}
      title="No webhooks yet"
      action={
        <Button component={Link} href={NEW} variant="filled">
          New webhook
        </Button>
      }
    >
      A <DocsLink href="/docs/webhooks.html">webhook</DocsLink> is a secret URL that executes a task.
    </EmptyState>
  );
}

function matches({ slug, taskSlug, taskName }: WebhookGroup, text: string): boolean {
  return [slug, taskSlug, taskName].some((field) => field.toLowerCase().includes(text.toLowerCase()));
}
