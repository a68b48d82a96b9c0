import { FrozenList } from '../../core/data/frozen-rows.tsx';
import { type PromptItem, type RequestItem, useActorName } from '../../core/data/hangar.ts';
import { RelativeTime } from '../../ui/text/time.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { answeredAt, idOf, type InboxItem, isPrompt, LISTS, titleOf } from './inbox/inbox-items.ts';

interface AnsweredListProps {
  readonly items: readonly InboxItem[];
  readonly selected: string;
}

/** The recently answered prompts and approvals, the latest first; those answered by a rule are marked. */
export function AnsweredList({ items, selected }: AnsweredListProps) {
  return (
    <FrozenList
      {...{ label: 'Answered', path: '/prompts', items, idOf, selected }}
      query={`?list=${LISTS.answered}`}
      empty={
        <EmptyState title="Nothing answered yet">
          What is answered while this window is open appears here. Answered prompts are kept with their runs.
        </EmptyState>
      }
      render={(item) => (isPrompt(item) ? <PromptRow item={item} /> : <ApprovalRow item={item} />)}
    />
  );
}

function PromptRow({ item }: { item: PromptItem }) {
  const { prompt, answer } = item;
  const actorName = useActorName();
  const isSubmitted = prompt.submittedAt !== null;
  const who = actorName(isSubmitted ? prompt.submittedBy : prompt.cancelledBy) || 'Hangar';
  return (
    <Row
      icon={<StatusIcon status={isSubmitted ? 'Submitted' : 'Cancelled'} />}
      title={titleOf(item)}
      aside={<RelativeTime at={answeredAt(item)} />}
      note={`${isSubmitted ? prompt.confirmText : prompt.cancelText} by ${answer?.problem === null ? `rule ${answer.rule}` : who}${valuesText(item)}`}
    />
  );
}

function ApprovalRow({ item }: { item: RequestItem }) {
  const { request, answer, answerReason } = item;
  const actorName = useActorName();
  const isApproved = request.status === 'approved';
  const who =
    answer === null ? actorName((isApproved ? request.executedBy : request.rejectedBy) ?? '') : `rule ${answer.rule}`;
  const status = isApproved ? 'Approved' : 'Rejected';
  return (
    <Row
      icon={<StatusIcon status={status} />}
      title={titleOf(item)}
      aside={<RelativeTime at={answeredAt(item)} />}
      note={`${status} by ${who}${answerReason === '' ? '' : `, “${answerReason}”`}`}
    />
  );
}

/** The submitted values in short: `, “Parcel lost”`. */
export function valuesText({ prompt: { submittedAt, values } }: PromptItem): string {
  const texts = Object.values(values).map((value) =>
    typeof value === 'string' ? `“${value}”` : JSON.stringify(value),
  );
  return submittedAt === null || texts.length === 0 ? '' : `, ${texts.join(', ')}`;
}
