import { Button } from '@mantine/core';
import { Link, useRoute } from 'wouter';
import { useCommands } from '../../core/commands.ts';
import { type PromptItem, usePrompts } from '../../core/hangar.ts';
import { FrozenList } from '../../core/FrozenList.tsx';
import { reviewersText } from '../../core/prompt/reviewers.ts';
import { CollectionView } from '../../core/QueryView.tsx';
import { useNavigate } from '../../core/url.ts';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { counted } from '../../ui/counted.ts';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Row } from '../../ui/Row.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusIcon } from '../../ui/StatusBadge.tsx';
import { PromptDetail } from './PromptDetail.tsx';

/** `/prompts` and `/prompts/:id`: the pending prompts, oldest first. */
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
            <EmptyState title="No pending prompts">
              A <DocsLink href="/docs/behaviors.html#steps">prompt step</DocsLink> asks for approval or input.
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
    return <EmptyState title="No prompt selected">Answered prompts are kept with their runs.</EmptyState>;
  return (
    <EmptyState
      title={counted(count, 'pending prompt')}
      action={
        <Button variant="filled" component={Link} href={hrefOf(next)}>
          Answer the oldest prompt
        </Button>
      }
    >
      A run continues when its prompt is answered. Press N for the next prompt.
    </EmptyState>
  );
}

function PromptList({ items, selected }: { items: readonly PromptItem[]; selected: string }) {
  const pending = new Set(items.map(idOf));
  return (
    <FrozenList
      {...{ label: 'Prompts', path: '/prompts', items, idOf, selected }}
      render={(item) => <PromptRowView item={item} isAnswered={!pending.has(idOf(item))} />}
    />
  );
}

function PromptRowView({ item, isAnswered }: { item: PromptItem; isAnswered: boolean }) {
  const { prompt, name, environment } = item;
  return (
    <Row
      icon={isAnswered ? <span aria-hidden>–</span> : <StatusIcon status="WaitingForPrompt" />}
      title={prompt.description === '' ? name : prompt.description}
      aside={<RelativeTime at={prompt.createdAt} />}
      note={isAnswered ? 'answered' : `${name} · ${environment} · ${reviewersText(prompt.reviewers)}`}
    />
  );
}

function idOf({ prompt }: PromptItem): string {
  return prompt.id;
}

function hrefOf(item: PromptItem): string {
  return `/prompts/${idOf(item)}`;
}

/** The pending prompt to answer after `id`: the next newer one, else the oldest; undefined when there is no other. */
function nextAfter(items: readonly PromptItem[], id: string): PromptItem | undefined {
  const others = items.filter(({ prompt }) => prompt.id !== id);
  const at = items.findIndex(({ prompt }) => prompt.id === id);
  return (at < 0 ? undefined : items[at + 1]) ?? others[0];
}
