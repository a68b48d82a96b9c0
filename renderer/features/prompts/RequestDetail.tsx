import { ActivityIcon, BlocksIcon } from 'lucide-react';
import { Link } from 'wouter';
import { EntityView } from '../../core/data/EntityView.tsx';
import { type RequestItem, useActorName, useApi } from '../../core/data/hangar.ts';
import { HeldNotice } from '../../core/held/HeldBar.tsx';
import { requestStatus } from '../../core/data/inbox.ts';
import card from '../../core/prompt/PromptCard.module.css';
import { PromptFrame } from '../../core/prompt/PromptFrame.tsx';
import { RuleNote } from '../../core/prompt/PromptCard.tsx';
import { lazyComponent } from '../../ui/deferred-code.ts';
import { MetaLink } from '../../ui/text/MetaLine.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { LoadingState } from '../../ui/text/states.tsx';
import { answerOf, approvalOf } from './inbox/inbox-items.ts';
import { InboxHeader, type Onward } from './InboxHeader.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

const RequestForm = lazyComponent(
  () => import('./RequestForm.tsx').then((file) => file.RequestForm),
  () => <LoadingState />,
);

interface RequestDetailProps extends Onward {
  readonly onAnswered: (byKey: boolean) => void;
}

/** One approval: its values, and its form or its answer. */
export function RequestDetail({ id, ...props }: RequestDetailProps & { id: string }) {
  const api = useApi();
  return (
    <EntityView kind="request" id={id} load={(of) => api.requests.get({ params: { id: of } })}>
      {(item) => <Loaded item={item} {...props} />}
    </EntityView>
  );
}

function Loaded({ item, onAnswered, ...onward }: RequestDetailProps & { item: RequestItem }) {
  const { request, runID, taskID, paramValues } = item;
  const title = approvalOf(item);
  const api = useApi();
  const isPending = request.status === 'pending';
  return (
    <>
      <InboxHeader
        {...{ item, title, status: requestStatus(item), isPending, limit: false, ...onward }}
        links={[
          <MetaLink icon={ActivityIcon} href={`/runs/${runID}`} name="run" />,
          <MetaLink icon={BlocksIcon} href={`/tasks/${taskID}`} name="task" />,
        ]}
      />
      <HeldNotice
        isHeld={item.held}
        what="this approval"
        release={() => api.requests.release({ params: { id: request.iD } })}
      />
      <div className="scroll" role="region" aria-label="Approval" tabIndex={0}>
        <PromptFrame label={title} isPending={isPending} look="page" values={paramValues}>
          <Asked item={item} />
          {isPending && item.answer !== null && <RuleNote answer={item.answer} />}
          {isPending ? <RequestForm {...{ item, onAnswered }} /> : <Answered item={item} />}
        </PromptFrame>
      </div>
    </>
  );
}

function Asked({ item: { request } }: { item: RequestItem }) {
  const who = useActorName()(request.createdBy);
  return (
    <p className={card['note']}>
      {who} asks{request.reason === '' ? '.' : stripBidiControls(`: ${request.reason}`)}
    </p>
  );
}

function Answered({ item }: { item: RequestItem }) {
  const { status, verb, actor } = answerOf(item);
  const who = useActorName()(actor);
  const rule = item.answer === null ? '' : `, by the rule ${item.answer.rule}`;
  const reason = item.answerReason === '' ? '' : stripBidiControls(`: ${item.answerReason}`);
  const runID = item.request.triggerReceipt?.taskRunID;
  return (
    <p className={card['note']}>
      <StatusIcon status={status} /> {`${verb} by ${who}${rule}${reason} `}
      {runID !== undefined && <Link href={`/runs/${runID}`}>Open run</Link>}
    </p>
  );
}
