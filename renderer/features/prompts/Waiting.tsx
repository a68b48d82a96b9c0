import { Button } from '@mantine/core';
import { MessageCircleQuestionMarkIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { PromptItem } from '../../core/data/hangar.ts';
import { HeldBar } from '../../core/held/HeldBar.tsx';
import { NoMatches, HiddenRows } from '../../core/filter/FilteredList.tsx';
import type { CollectionState } from '../../core/data/collection.ts';
import { CollectionView } from '../../core/data/QueryView.tsx';
import { useQueryState } from '../../core/page/page.ts';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { EmptyState, LoadingState } from '../../ui/text/states.tsx';
import type { InboxItem } from './inbox/inbox-items.ts';
import { nounsOf, type PromptFilter } from './PromptFilterBar.tsx';
import { WaitingList } from './WaitingList.tsx';

interface WaitingProps {
  readonly filter: PromptFilter;
  /** All waiting prompts and approvals. */
  readonly all: readonly InboxItem[];
  readonly prompts: CollectionState<PromptItem>;
  readonly query: string;
  readonly selected: string;
}

/** The waiting prompts and approvals that the filter selects, and what is held. */
export function Waiting({ filter, all, prompts, query, selected }: WaitingProps) {
  const { set } = useQueryState();
  const onClear = () => set({ q: '' });
  const nouns = nounsOf(all);
  const noMatches = filter.isKnown ? <NoMatches {...nouns} onClear={onClear} /> : <LoadingState />;
  return (
    <>
      <CollectionView collection={{ ...prompts, items: all }} empty={undefined}>
        {() => <WaitingList {...{ items: filter.items, query, selected }} empty={noMatches} />}
      </CollectionView>
      <HiddenRows
        {...{ isFiltered: filter.q !== '', onClear, ...nouns }}
        hidden={filter.isKnown ? all.length - filter.items.length : undefined}
      />
      <HeldBar />
    </>
  );
}

/** Shown while nothing waits for an answer. */
export function NoPrompts() {
  return (
    <EmptyState
      icon={MessageCircleQuestionMarkIcon}
      title="No pending prompts"
      action={
        <Button component={Link} href="/tasks">
          Run a task
        </Button>
      }
    >
      A <DocsLink href="/docs/behaviors.html#steps">prompt step</DocsLink> of a task asks here.
    </EmptyState>
  );
}
