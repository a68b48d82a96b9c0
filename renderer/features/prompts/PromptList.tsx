import { CheckIcon } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { FrozenList } from '../../core/data/FrozenList.tsx';
import { promptStatus } from '../../core/data/inbox.ts';
import type { PromptItem } from '../../core/data/hangar.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { answerNote } from './answer-note.ts';
import classes from './prompts.module.css';

// Lazy: its form would delay the list.
const BulkBar = lazyComponent(() => import('./BulkBar.tsx').then((file) => file.BulkBar));

interface PromptListProps {
  readonly items: readonly PromptItem[];
  readonly selected: string;
  /** The query of the links, with its `?`; '' for none. */
  readonly query: string;
  /** Shown when no prompt matches. */
  readonly empty: ReactNode;
}

/** The pending prompts. X selects a row; the bar at the foot answers the selected ones together. */
export function PromptList({ items, selected, query, empty }: PromptListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pending = new Set(items.map(idOf));
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const chosenItems = items.filter((item) => chosen.has(idOf(item)));
  return (
    <>
      <FrozenList
        {...{ label: 'Prompts', path: '/prompts', items, idOf, selected, query, empty }}
        reset={query}
        onRowKey={(key, item) => {
          if (key.toLowerCase() !== 'x') return false;
          toggle(idOf(item));
          return true;
        }}
        render={(item) => (
          <PromptRowView
            item={item}
            isAnswered={!pending.has(idOf(item))}
            isChosen={chosen.has(idOf(item))}
            onToggle={() => toggle(idOf(item))}
          />
        )}
      />
      {chosenItems.length > 0 && (
        <Suspense>
          <BulkBar items={chosenItems} onClear={() => setChosen(new Set())} />
        </Suspense>
      )}
    </>
  );
}

interface PromptRowProps {
  readonly item: PromptItem;
  readonly isAnswered: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function PromptRowView({ item, isAnswered, isChosen, onToggle }: PromptRowProps) {
  const { prompt, name, answer } = item;
  return (
    <Row
      mark={<Mark isChosen={isChosen} onToggle={onToggle} />}
      icon={isAnswered ? <span aria-hidden>–</span> : <StatusIcon status={promptStatus(item)} />}
      title={prompt.description === '' ? name : prompt.description}
      aside={<RelativeTime at={prompt.createdAt} />}
      note={(isAnswered ? 'answered' : answerNote(answer)) || noteOf(item)}
    />
  );
}

/** The task or runbook, the environment, and the reviewers when there are any. */
function noteOf({ prompt, name, environment }: PromptItem): string {
  const { groups, users } = prompt.reviewers;
  const asked = [...groups, ...users].join(', ');
  return [name !== prompt.description && name, environment, asked !== '' && `asks ${asked}`]
    .filter(Boolean)
    .join(' · ');
}

/** A checkbox for the pointer. Not a button: the row is a link, and X does the same. */
function Mark({ isChosen, onToggle }: Pick<PromptRowProps, 'isChosen' | 'onToggle'>) {
  return (
    <span
      className={classes['mark']}
      data-chosen={isChosen}
      title="Select (X)"
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onToggle();
      }}
    >
      {isChosen && <CheckIcon size={12} role="img" aria-label="Selected" />}
    </span>
  );
}

function idOf({ prompt }: PromptItem): string {
  return prompt.id;
}

/** The page of a prompt. */
export function hrefOf(item: PromptItem): string {
  return `/prompts/${idOf(item)}`;
}
