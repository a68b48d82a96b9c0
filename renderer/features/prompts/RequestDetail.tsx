import { ActivityIcon, BlocksIcon } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { EntityView } from '../../core/data/EntityView.tsx';
import { type RequestItem, useActorName, useApi } from '../../core/data/hangar.ts';
import { HeldNotice } from '../../core/held/HeldNotice.tsx';
import { requestStatus } from '../../core/data/inbox.ts';
import { useEntityTitle } from '../../core/page/page.ts';
import { reviewersText } from '../../core/prompt/reviewers.ts';
import card from '../../core/prompt/PromptCard.module.css';
import { RuleNote } from '../../core/prompt/RuleNote.tsx';
import { ParamValues } from '../../core/run/ParamValues.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { MetaItem } from '../../ui/text/MetaLine.tsx';
import { StatusIcon } from '../../ui/text/StatusBadge.tsx';
import { LoadingState } from '../../ui/text/states.tsx';
import { InboxHeader } from './InboxHeader.tsx';
import { stripBidiControls } from '../../ui/text/strip-bidi-controls.ts';

const RequestForm = lazyComponent(() => import('./RequestForm.tsx').then((file) => file.RequestForm));

/** One request for approval: its values, and its form or its answer. */
export function RequestDetail({ id }: { id: string }) {
  const api = useApi();
  return (
    <EntityView kind="request" id={id} load={(of) => api.requests.get({ params: { id: of } })}>
      {(item) => <Loaded item={item} />}
    </EntityView>
  );
}

function Loaded({ item }: { item: RequestItem }) {
  const { request, name, runID, taskID, parameters, paramValues } = item;
  const heading = stripBidiControls(`Execute ${name}?`);
  useEntityTitle(heading);
  const api = useApi();
  const isPending = request.status === 'pending';
  return (
    <>
      <InboxHeader
        {...{ item, id: request.iD, status: requestStatus(item), isPending }}
        title={name}
        created={{ verb: 'requested', at: request.createdAt }}
        links={[
          <MetaItem icon={ActivityIcon}>
            <Link href={`/runs/${runID}`}>run</Link>
          </MetaItem>,
          <MetaItem icon={BlocksIcon}>
            <Link href={`/tasks/${taskID}`}>task</Link>
          </MetaItem>,
        ]}
      />
      <HeldNotice
        isHeld={item.held}
        what="this request"
        release={() => api.requests.release({ params: { id: request.iD } })}
      />
      <div className="scroll" role="region" aria-label="Request" tabIndex={0}>
        <section className={card['card']} data-pending={isPending} aria-label={heading}>
          <h2 className={card['title']}>{heading}</h2>
          <Asked item={item} />
          {isPending && item.answer !== null && <RuleNote answer={item.answer} />}
          {Object.keys(paramValues).length > 0 && <ParamValues params={parameters} values={paramValues} />}
          {isPending ? (
            <Suspense fallback={<LoadingState />}>
              <RequestForm item={item} />
            </Suspense>
          ) : (
            <Answered item={item} />
          )}
        </section>
      </div>
    </>
  );
}

function Asked({ item: { request, reviewers } }: { item: RequestItem }) {
  const who = useActorName()(request.createdBy);
  return (
    <>
      <p className={card['note']}>
        {who} asks{request.reason === '' ? '.' : stripBidiControls(`: ${request.reason}`)}
      </p>
      {request.status === 'pending' && <p className={card['note']}>{reviewersText(reviewers)}</p>}
    </>
  );
}

function Answered({ item: { request, answerReason, answer } }: { item: RequestItem }) {
  const actorName = useActorName();
  const rule = answer === null ? '' : `, by the rule ${answer.rule}`;
  const reason = answerReason === '' ? '' : stripBidiControls(`: ${answerReason}`);
  const runID = request.triggerReceipt?.taskRunID;
  return (
    <p className={card['note']}>
      <StatusIcon status={request.status === 'approved' ? 'Approved' : 'Rejected'} />
      {request.status === 'approved'
        ? `Approved by ${actorName(request.executedBy ?? '')}${rule}${reason} `
        : `Rejected by ${actorName(request.rejectedBy ?? '')}${rule}${reason}`}
      {runID !== undefined && <Link href={`/runs/${runID}`}>Open run</Link>}
    </p>
  );
}
