import { CheckIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { FrozenList } from '../../core/data/frozen-rows.tsx';
import { promptStatus, requestStatus } from '../../core/data/inbox.ts';
import { type PromptItem, type RequestItem, useActorName } from '../../core/data/hangar.ts';
import { TimesOut } from '../../core/prompt/TimesOut.tsx';
import { RelativeTime } from '../../ui/text/time.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';
import { lazyComponent } from '../../ui/deferred-code.ts';
import { approvalOf, createdAt, idOf, type InboxItem, isPrompt, titleOf } from './inbox/inbox-items.ts';
import type { PromptAnswer } from '../../../shared/contract/emulator/rows.ts';
import classes from './prompts.module.css';

// Lazy: its form would delay the list.
const BulkBar = lazyComponent(() => import('./BulkBar.tsx').then((file) => file.BulkBar));

interface WaitingListProps {
  readonly items: readonly InboxItem[];
  readonly selected: string;
  /** The query of the links, with its `?`; '' for none. */
  readonly query: string;
  /** Shown when nothing matches. */
  readonly empty: ReactNode;
}

/** The waiting prompts and approvals. X selects a prompt, Shift X all up to it; the bar at the foot answers them together. */
export function WaitingList({ items, selected, query, empty }: WaitingListProps) {
  const { chosen, toggle, chooseTo, clear } = useChosen(items);
  const waiting = new Set(items.map(idOf));
  const chosenItems = items.filter(isPrompt).filter((item) => chosen.has(idOf(item)));
  return (
    <>
      <FrozenList
        {...{ label: 'Prompts', path: '/prompts', items, idOf, selected, query, empty }}
        reset={query}
        onRowKey={(key, item) => {
          if (key.toLowerCase() !== 'x' || !isPrompt(item)) return false;
          (key === 'X' ? chooseTo : toggle)(idOf(item));
          return true;
        }}
        render={(item) => {
          const id = idOf(item);
          const mark = isPrompt(item) ? (
            <Mark isChosen={chosen.has(id)} onToggle={() => toggle(id)} />
          ) : (
            <span className={classes['noMark']} />
          );
          return <WaitingRow item={item} isAnswered={!waiting.has(id)} mark={mark} />;
        }}
      />
      {chosenItems.length > 0 && <BulkBar items={chosenItems} onClear={clear} />}
    </>
  );
}

/** The prompts that are selected to be answered together. */
function useChosen(items: readonly InboxItem[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef('');
  const toggle = (id: string): void => {
    latest.current = id;
    setChosen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  };
  const chooseTo = (id: string): void => {
    const ids = items.filter(isPrompt).map(idOf);
    const [from, to] = [Math.max(ids.indexOf(latest.current), 0), ids.indexOf(id)];
    latest.current = id;
    setChosen((before) => new Set([...before, ...ids.slice(Math.min(from, to), Math.max(from, to) + 1)]));
  };
  return { chosen, toggle, chooseTo, clear: () => setChosen(new Set()) };
}

interface WaitingRowProps {
  readonly item: InboxItem;
  /** True for a row that is kept in place though it was answered. */
  readonly isAnswered: boolean;
  readonly mark: ReactNode;
}

function WaitingRow({ item, isAnswered, mark }: WaitingRowProps) {
  const status = isPrompt(item) ? promptStatus(item) : requestStatus(item);
  const note = isAnswered ? 'answered' : answerNote(item.answer);
  return (
    <Row
      mark={mark}
      icon={isAnswered ? <span aria-hidden>–</span> : <StatusIcon status={status} />}
      title={titleOf(item)}
      aside={<RelativeTime at={createdAt(item)} />}
      note={note || (isPrompt(item) ? <Asker item={item} /> : <Requester item={item} />)}
    />
  );
}

function Asker({ item: { name, reason, environment } }: { item: PromptItem }) {
  return (
    <span className={classes['note']}>
      <span className="ellipsis">{stripBidiControls(name)} · </span>
      <span>{reason?.kind === 'prompt' ? <TimesOut reason={reason} /> : environment}</span>
    </span>
  );
}

function Requester({ item }: { item: RequestItem }) {
  const who = useActorName()(item.request.createdBy);
  return stripBidiControls(`${titleOf(item) === approvalOf(item) ? '' : `${approvalOf(item)} · `}asked by ${who}`);
}

interface MarkProps {
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

/** A checkbox for the pointer. Not a button: the row is a link, and X does the same. */
function Mark({ isChosen, onToggle }: MarkProps) {
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

/** The automatic answer to a waiting item, for its row; '' for none, or for one that is held, as its icon says. */
function answerNote(answer: PromptAnswer | null): string {
  if (answer === null || answer.held === true) return '';
  return answer.problem === null ? `rule ${answer.rule} will answer` : `rule ${answer.rule} refused: ${answer.problem}`;
}
