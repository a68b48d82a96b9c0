import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link, useRoute } from 'wouter';
import { useCommands } from '../../core/commands/commands.ts';
import { type AnsweredItem, type PromptItem, useAnswered, usePrompts, useRequests } from '../../core/data/hangar.ts';
import { HeldBar } from '../../core/held/HeldBar.tsx';
import { NoMatches } from '../../core/filter/NoMatches.tsx';
import { HiddenRows } from '../../core/filter/HiddenRows.tsx';
import type { CollectionState } from '../../core/data/collection.ts';
import { CollectionView } from '../../core/data/QueryView.tsx';
import { isAt, useNavigate, useQueryState } from '../../core/page/url.ts';
import { counted } from '../../ui/text/counted.ts';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { ListDetail } from '../../ui/layout/ListDetail.tsx';
import { EmptyState, LoadingState } from '../../ui/text/states.tsx';
import { AnsweredList, LastAnswer } from './AnsweredList.tsx';
import { nounsOf, type PromptFilter, PromptFilterBar, usePromptFilter, type Waiting } from './PromptFilterBar.tsx';
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
  const nextHref = next === undefined ? undefined : hrefOf(next) + query;
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
      when: nextHref !== undefined,
      run: () => nextHref !== undefined && navigate(nextHref),
    },
  ]);
  const onAnswered = (item: PromptItem, byEnter: boolean) => {
    setLast(item);
    if (byEnter && nextHref !== undefined && isAt(hrefOf(item))) navigate(nextHref);
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
            <Pending {...{ filter, all, query, prompts }} selected={id ?? ''} onClear={clear} />
            <AnsweredList items={answered} query={query} selected={id ?? ''} />
            <RulesLink query={query} />
            <HeldBar />
          </>
        }
        detail={
          id === undefined ? undefined : id === RULES ? (
            <RulesView />
          ) : isRequest(id) ? (
            <RequestDetail key={id} id={id} />
          ) : (
            <>
              <PromptDetail key={id} id={id} nextHref={nextHref} onAnswered={onAnswered} />
              {shownLast !== undefined && <LastAnswer item={shownLast} />}
            </>
          )
        }
        empty={hasNone && <NoPrompts />}
        placeholder={<Placeholder filter={filter} nextHref={nextHref} />}
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
  /** All pending prompts and requests. */
  readonly all: Waiting;
  readonly query: string;
  readonly prompts: CollectionState<PromptItem>;
  readonly selected: string;
  readonly onClear: () => void;
}

/** The pending requests and prompts that the filter selects. */
function Pending({ filter, all, query, prompts, selected, onClear }: PendingProps) {
  const nouns = nounsOf(all);
  const shown = filter.items.length + filter.requests.length;
  const noMatches = filter.isKnown ? <NoMatches {...nouns} onClear={onClear} /> : <LoadingState />;
  const noPrompts = filter.requests.length > 0 && <EmptyState title="No pending prompts" />;
  return (
    <>
      <RequestList {...{ items: filter.requests, query, selected }} />
      <CollectionView collection={prompts} empty={shown === 0 && all.requests.length > 0 ? noMatches : noPrompts}>
        {() => <PromptList {...{ items: filter.items, query, selected }} empty={noMatches} />}
      </CollectionView>
      <HiddenRows
        {...{ isFiltered: filter.q !== '', onClear, ...nouns }}
        hidden={filter.isKnown ? all.items.length + all.requests.length - shown : undefined}
      />
    </>
  );
}

function promptIn(answered: readonly AnsweredItem[], id: string | undefined): PromptItem | undefined {
  return answered.find((item): item is PromptItem => 'prompt' in item && item.prompt.id === id);
}

/** The link to the rules of automatic answers, with their number. */
function RulesLink({ query }: { query: string }) {
  const { data = [] } = useRules();
  return (
    <p style={{ margin: 'auto 0 0', padding: '6px 12px', borderTop: '1px solid var(--h-line)' }}>
      <Link href={`/prompts/${RULES}${query}`}>{data.length === 0 ? 'Rules' : `Rules ${data.length}`}</Link>
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

interface PlaceholderProps {
  readonly filter: PromptFilter;
  /** The page of the oldest prompt; undefined without one. */
  readonly nextHref: string | undefined;
}

function Placeholder({ filter: { items, requests }, nextHref }: PlaceholderProps) {
  if (nextHref === undefined) {
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
        <Button variant="filled" component={Link} href={nextHref}>
          Answer the oldest prompt
        </Button>
      }
    >
      {items.every(({ held }) => held)
        ? 'They came from a file: a run continues when its prompt is answered and it is released.'
        : 'A run continues when its prompt is answered. Press N for the next prompt.'}
    </EmptyState>
  );
}

/** The pending prompt to answer after `id`: the next newer one, else the oldest; undefined when there is no other. */
function nextAfter(items: readonly PromptItem[], id: string): PromptItem | undefined {
  const others = items.filter(({ prompt }) => prompt.id !== id);
  const at = items.findIndex(({ prompt }) => prompt.id === id);
  return (at < 0 ? undefined : items[at + 1]) ?? others[0];
}
