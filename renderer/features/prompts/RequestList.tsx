import { useId } from 'react';
import { FrozenList } from '../../core/data/FrozenList.tsx';
import { requestStatus } from '../../core/data/inbox.ts';
import { type RequestItem, useActorName } from '../../core/data/hangar.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { Row } from '../../ui/lists/Row.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { answerNote } from './answer-note.ts';
import classes from './prompts.module.css';

/** Heights in pixels, since the list scrolls within a given height. */
const HEADING_HEIGHT = 32;
const ROW_HEIGHT = 44;

interface RequestListProps {
  readonly items: readonly RequestItem[];
  readonly selected: string;
  /** The query of the URL, which filters them. */
  readonly query: string;
}

/** The pending requests for approval, oldest first, and the heading of the prompts below them. */
export function RequestList({ items, selected, query }: RequestListProps) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <>
      <section
        className={classes['requests']}
        aria-labelledby={id}
        style={{ flexBasis: HEADING_HEIGHT + items.length * ROW_HEIGHT }}
      >
        <h2 id={id}>Requests for approval</h2>
        <FrozenList
          {...{ label: 'Requests for approval', path: '/prompts', items, selected, query }}
          reset={query}
          idOf={({ request }) => request.iD}
          render={(item) => <RequestRow item={item} />}
        />
      </section>
      <h2 className={classes['heading']}>Prompts</h2>
    </>
  );
}

function RequestRow({ item }: { item: RequestItem }) {
  const { request, name, environment, answer } = item;
  const who = useActorName()(request.createdBy);
  const title = request.reason === '' ? name : request.reason;
  const details = [title !== name && name, environment, `requested by ${who}`].filter(Boolean).join(' · ');
  return (
    <Row
      icon={<StatusIcon status={requestStatus(item)} />}
      title={title}
      aside={<RelativeTime at={request.createdAt} />}
      note={answerNote(answer) || details}
    />
  );
}
