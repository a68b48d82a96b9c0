import { Button } from '@mantine/core';
import { MessageCircleQuestionMarkIcon } from 'lucide-react';
import { Link } from 'wouter';
import { FrozenList } from '../../core/data/frozen-rows.tsx';
import { useActorName, useAnswered } from '../../core/data/hangar.ts';
import { RelativeTime } from '../../ui/text/time.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { answeredAt, answerOf, idOf, type InboxItem, LISTS, titleOf } from './inbox/inbox-items.ts';

/** The recently answered prompts and approvals, the latest first; those answered by a rule are marked. */
export function AnsweredList({ selected }: { selected: string }) {
  const { items } = useAnswered();
  return (
    <FrozenList
      {...{ label: 'Answered', path: '/prompts', items, idOf, selected }}
      query={`?list=${LISTS.answered}`}
      empty={
        <EmptyState
          icon={MessageCircleQuestionMarkIcon}
          title="Nothing answered yet"
          action={
            <Button component={Link} href="/runs">
              See the runs
            </Button>
          }
        >
          What is answered while this window is open appears here, and stays with its run.
        </EmptyState>
      }
      render={(item) => <AnsweredRow item={item} />}
    />
  );
}

function AnsweredRow({ item }: { item: InboxItem }) {
  const { status, verb, values, actor } = answerOf(item);
  const actorName = useActorName();
  const who = item.answer?.problem === null ? `rule ${item.answer.rule}` : actorName(actor) || 'Hangar';
  return (
    <Row
      icon={<StatusIcon status={status} />}
      title={titleOf(item)}
      aside={<RelativeTime at={answeredAt(item)} />}
      note={`${verb}${status === 'TimedOut' ? '' : ` by ${who}`}${values}`}
    />
  );
}
