import { Button } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'wouter';
import { FrozenList } from '../../core/data/FrozenList.tsx';
import { type AnsweredItem, type PromptItem, type RequestItem, useActorName } from '../../core/data/hangar.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import classes from './prompts.module.css';
import { useRuleDialog } from './rules/use-rule-dialog.ts';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

interface AnsweredListProps {
  readonly items: readonly AnsweredItem[];
  /** The query of the links, with its `?`; '' for none. */
  readonly query: string;
  readonly selected: string;
}

/** The recently answered prompts and requests; those answered by a rule are marked. */
export function AnsweredList({ items, query, selected }: AnsweredListProps) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section className={classes['answered']} aria-labelledby={id}>
      <h2 id={id}>Answered</h2>
      <FrozenList
        {...{ label: 'Answered', path: '/prompts', items, query, selected }}
        idOf={(item) => ('prompt' in item ? item.prompt.id : item.request.iD)}
        render={(item) => ('prompt' in item ? <PromptRow item={item} /> : <RequestRow item={item} />)}
      />
    </section>
  );
}

function PromptRow({ item }: { item: PromptItem }) {
  const { prompt, name, answer } = item;
  const actorName = useActorName();
  const isSubmitted = prompt.submittedAt !== null;
  const who = actorName(isSubmitted ? prompt.submittedBy : prompt.cancelledBy) || 'Hangar';
  return (
    <Row
      icon={<StatusIcon status={isSubmitted ? 'Submitted' : 'Cancelled'} />}
      title={prompt.description === '' ? name : prompt.description}
      aside={<RelativeTime at={prompt.submittedAt ?? prompt.cancelledAt ?? prompt.createdAt} />}
      note={`${isSubmitted ? prompt.confirmText : prompt.cancelText} by ${answer?.problem === null ? `rule ${answer.rule}` : who}${valuesText(item)}`}
    />
  );
}

function RequestRow({ item: { request, name, answer, answerReason } }: { item: RequestItem }) {
  const actorName = useActorName();
  const isApproved = request.status === 'approved';
  const who =
    answer === null ? actorName((isApproved ? request.executedBy : request.rejectedBy) ?? '') : `rule ${answer.rule}`;
  const status = isApproved ? 'Approved' : 'Rejected';
  return (
    <Row
      icon={<StatusIcon status={status} />}
      title={request.reason === '' ? name : request.reason}
      aside={<RelativeTime at={request.executedAt ?? request.rejectedAt ?? request.createdAt} />}
      note={`${status} by ${who}${answerReason === '' ? '' : `, “${answerReason}”`}`}
    />
  );
}

/** The submitted values in short: `, “Parcel lost”`. */
function valuesText({ prompt: { submittedAt, values } }: PromptItem): string {
  const texts = Object.values(values).map((value) =>
    typeof value === 'string' ? `“${value}”` : JSON.stringify(value),
  );
  return submittedAt === null || texts.length === 0 ? '' : `, ${texts.join(', ')}`;
}

/** The previous answer, with a button that makes a rule of it. */
export function LastAnswer({ item }: { item: PromptItem }) {
  const { answerLike } = useRuleDialog();
  const { prompt, name } = item;
  return (
    <div className={classes['last']} role="status">
      <span className="grow">
        <StatusIcon status={prompt.submittedAt === null ? 'Cancelled' : 'Submitted'} /> You answered{' '}
        <strong>{stripBidiControls(prompt.description || name)}</strong> with{' '}
        {stripBidiControls(prompt.submittedAt === null ? prompt.cancelText : prompt.confirmText)}
        {stripBidiControls(valuesText(item))}. <Link href={`/runs/${prompt.runID}`}>Open run</Link>
      </span>
      <Button size="compact-sm" onClick={() => answerLike(item)}>
        Always answer like this
      </Button>
    </div>
  );
}
