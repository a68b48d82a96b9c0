import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link, useRoute } from 'wouter';
import { useCommands } from '../../core/commands.ts';
import { type AnsweredItem, type PromptItem, useAnswered, usePrompts, useRequests } from '../../core/hangar.ts';
import { NoMatches } from '../../core/filter/NoMatches.tsx';
import { HiddenRows } from '../../core/filter/HiddenRows.tsx';
import type { CollectionState } from '../../core/collection.ts';
import { CollectionView } from '../../core/QueryView.tsx';
import { isAt, useNavigate, useQueryState } from '../../core/url.ts';
import { counted } from '../../ui/counted.ts';
import { DocsLink } from '../../ui/DocsLink.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { ListDetail } from '../../ui/ListDetail.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AnsweredList, LastAnswer } from './AnsweredList.tsx';
import { type PromptFilter, PromptFilterBar, usePromptFilter } from './PromptFilterBar.tsx';
import { PromptDetail } from './PromptDetail.tsx';
import { hrefOf, PromptList } from './PromptList.tsx';
import { isRequest } from './is-request.ts';
import { RequestDetail } from './RequestDetail.tsx';
import { RequestList } from './RequestList.tsx';
import { closeRuleDialog, useRuleRequest } from './rules/use-rule-dialog.ts';
import { RulesView, useRules } from './rules/RulesView.tsx';

const RULES = 'rules';
// Lazy: their forms would delay the list.
const RuleDialog = lazyComponent(() => import('./rules/RuleDialog.tsx').then((file) => file.RuleDialog));

/** `/prompts`, `/prompts/:id` and `/prompts/rules`: the pending prompts, oldest first, the answered ones, and the rules. */
export function PromptsPage() {
  const [, params] = useRoute('/prompts/:id');
  const prompts = usePrompts();
  const requests = useRequests().items;
  const id = params?.id;
  const all = { items: prompts.items, requests };
  const hasNone = prompts.loaded && prompts.items.length + requests.length === 0;
  const filter = usePromptFilter(all);
  const { query, set } = useQueryState();
  const next = nextAfter(filter.items, id ?? '');
  const navigate = useNavigate();
  const clear = () => set({ q: '' });
  const request = useRuleRequest();
  const [last, setLast] = useState<PromptItem>();
  const answered = useAnswered().items;
  useCommands([
    {
      id: 'prompt-next',
      title: 'Answer the next prompt',
      group: 'Prompt',
      shortcut: 'N',
      when: next !== undefined,
      run: () => next !== undefined && navigate(hrefOf(next) + query),
    },
  ]);
  const onAnswered = (item: PromptItem, byEnter: boolean) => {
    setLast(item);
    if (byEnter && next !== undefined && isAt(hrefOf(item))) navigate(hrefOf(next) + query);
  };
  const shownLast = last?.prompt.id === id ? undefined : promptIn(answered, last?.prompt.id);
  return (
    <>
      <ListDetail
        name="Prompts"
        path={`/prompts${query}`}
        filters={<PromptFilterBar filter={filter} all={all} />}
        list={
          <>
            <Pending {...{ filter, query, prompts }} selected={id ?? ''} onClear={clear} />
            <AnsweredList items={answered} selected={id ?? ''} />
            <RulesLink />
          </>
        }
        detail={
          id === undefined ? undefined : id === RULES ? (
            <RulesView />
          ) : isRequest(id) ? (
            <RequestDetail key={id} id={id} />
          ) : (
            <>
              <PromptDetail key={id} id={id} next={next} onAnswered={onAnswered} />
              {shownLast !== undefined && <LastAnswer item={shownLast} />}
            </>
          )
        }
        empty={hasNone && <NoPrompts />}
        placeholder={<Placeholder filter={filter} next={next} />}
      />
      {request !== undefined && (
        <Suspense>
          <RuleDialog request={request} onClose={closeRuleDialog} />
        </Suspense>
      )}
    </>
  );
}

interface PendingProps {
  readonly filter: PromptFilter;
  readonly query: string;
  readonly prompts: CollectionState<PromptItem>;
  readonly selected: string;
  readonly onClear: () => void;
}

/** The pending requests and prompts that the filter selects. */
function Pending({ filter, query, prompts, selected, onClear }: PendingProps) {
  return (
    <>
      <RequestList {...{ items: filter.requests, query, selected }} />
      <CollectionView
        collection={prompts}
        empty={filter.requests.length > 0 && <EmptyState title="No pending prompts" />}
      >
        {() => (
          <PromptList
            {...{ items: filter.items, query, selected }}
            empty={<NoMatches noun="prompt" onClear={onClear} />}
          />
        )}
      </CollectionView>
      <HiddenRows
        {...{ isFiltered: filter.q !== '', noun: 'prompt', onClear }}
        hidden={filter.isKnown ? prompts.items.length - filter.items.length : undefined}
      />
    </>
  );
}

function promptIn(answered: readonly AnsweredItem[], id: string | undefined): PromptItem | undefined {
  return answered.find((item): item is PromptItem => 'prompt' in item && item.prompt.id === id);
}

/** The link to the rules of automatic answers, with their number. */
function RulesLink() {
  const { data = [] } = useRules();
  return (
    <p style={{ margin: 'auto 0 0', padding: '6px 12px', borderTop: '1px solid var(--h-line)' }}>
      <Link href={`/prompts/${RULES}`}>{data.length === 0 ? 'Rules' : `Rules ${data.length}`}</Link>
    </p>
  );
}

/** Shown while nothing waits for an answer. */
function NoPrompts() {
  return (
    <EmptyState title="No pending prompts">
      A <DocsLink href="/docs/behaviors.html#steps">prompt step</DocsLink> asks for an approval or input. Answered
      prompts are kept with their runs.
    </EmptyState>
  );
}

function Placeholder({ filter: { items, requests }, next }: { filter: PromptFilter; next: PromptItem | undefined }) {
  if (next === undefined) {
    return requests.length > 0 ? (
      <EmptyState title={counted(requests.length, 'pending request')}>Select one to approve or reject it.</EmptyState>
    ) : (
      <EmptyState title="No prompt selected">Answered prompts are kept with their runs.</EmptyState>
    );
  }
  return (
    <EmptyState
      title={counted(items.length, 'pending prompt')}
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

/** The pending prompt to answer after `id`: the next newer one, else the oldest; undefined when there is no other. */
function nextAfter(items: readonly PromptItem[], id: string): PromptItem | undefined {
  const others = items.filter(({ prompt }) => prompt.id !== id);
  const at = items.findIndex(({ prompt }) => prompt.id === id);
  return (at < 0 ? undefined : items[at + 1]) ?? others[0];
}
