import { Button } from '@mantine/core';
import { Link, useRoute } from 'wouter';
import { useCommands } from '../../core/commands.ts';
import { usePrompts } from '../../core/data.ts';
import type { PromptItem } from '../../core/hangar.ts';
import { useFrozenRows } from '../../core/frozen-rows.ts';
import { reviewersText } from '../../core/prompt/reviewers.ts';
import { CollectionView } from '../../core/QueryView.tsx';
import { useNavigate } from '../../core/url.ts';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Row } from '../../ui/Row.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusIcon } from '../../ui/StatusBadge.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { nextAfter } from './next-prompt.ts';
import { PromptDetail } from './PromptDetail.tsx';

/** `/prompts` and `/prompts/:id`: what waits for an answer, oldest first. */
export function PromptsPage() {
  const [, params] = useRoute('/prompts/:id');
  const prompts = usePrompts();
  const id = params?.id;
  const next = nextAfter(prompts.items, id ?? '');
  const navigate = useNavigate();
  useCommands([
    {
      id: 'prompt-next',
      title: 'Answer the next prompt',
      group: 'Prompt',
      shortcut: 'N',
      when: next !== undefined,
      run: () => next !== undefined && navigate(hrefOf(next)),
    },
  ]);
  return (
    <ListDetail
      name="Prompts"
      path="/prompts"
      list={
        <CollectionView
          collection={prompts}
          empty={
            <EmptyState title="Nothing waits for an answer">
              When a run asks for approval or input, it appears here, and beside the name of this place.
            </EmptyState>
          }
        >
          {(items) => <PromptList items={items} selected={id ?? ''} />}
        </CollectionView>
      }
      detail={id === undefined ? undefined : <PromptDetail key={id} id={id} next={next} />}
      placeholder={<Placeholder count={prompts.items.length} next={next} />}
    />
  );
}

function Placeholder({ count, next }: { count: number; next: PromptItem | undefined }) {
  if (next === undefined)
    return <EmptyState title="Nothing to answer">Answered prompts stay with their runs.</EmptyState>;
  return (
    <EmptyState
      title={count === 1 ? 'One prompt waits' : `${count} prompts wait`}
      action={
        <Button variant="filled" component={Link} href={hrefOf(next)}>
          Answer the oldest
        </Button>
      }
    >
      Each belongs to a run that goes on once it is answered. The key N goes to the next one.
    </EmptyState>
  );
}

function PromptList({ items, selected }: { items: readonly PromptItem[]; selected: string }) {
  const held = useFrozenRows(items, ({ prompt }) => prompt.id);
  const isGone = (item: PromptItem) => !items.some(({ prompt }) => prompt.id === item.prompt.id);
  return (
    <VirtualList
      label="Prompts"
      count={held.rows.length}
      selected={selected}
      keyOf={(index) => held.rows[index]?.prompt.id ?? ''}
      hrefOf={(index) => `/prompts/${held.rows[index]?.prompt.id ?? ''}`}
      pending={held.waiting}
      onFreeze={held.hold}
      onShowPending={held.release}
      render={(index) => {
        const item = held.rows[index];
        return item !== undefined && <PromptRowView item={item} isGone={isGone(item)} />;
      }}
    />
  );
}

function PromptRowView({ item, isGone }: { item: PromptItem; isGone: boolean }) {
  const { prompt, name, environment } = item;
  return (
    <Row
      icon={isGone ? <span aria-hidden>–</span> : <StatusIcon status="WaitingForPrompt" />}
      title={prompt.description === '' ? `${name} asks` : prompt.description}
      aside={<RelativeTime at={prompt.createdAt} />}
      note={isGone ? 'answered' : `${name} · ${environment} · ${reviewersText(prompt.reviewers)}`}
    />
  );
}

function hrefOf({ prompt }: PromptItem): string {
  return `/prompts/${prompt.id}`;
}
