import { Button } from '@mantine/core';
import { ArrowLeftRightIcon, BookOpenIcon, ClockIcon, LayersIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SessionRow } from '../../../../shared/contract/emulator/rows.ts';
import { useAction } from '../../../core/data/action.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { detailPage, type LoadedPageProps } from '../../../core/page/detail-page.tsx';
import { useActorName, useApi, useInfo, useRunbooks } from '../../../core/data/hangar.ts';
import { useEntityTitle } from '../../../core/page/page.ts';
import { HeldNotice } from '../../../core/held/HeldBar.tsx';
import { CopyAs } from '../../../core/request/CopyAs.tsx';
import { executeRequest } from '../../../core/run/CopyExecution.tsx';
import { openRunDialog } from '../../../core/run/RunDialog.tsx';
import { ActionBar } from '../../../ui/inputs/ActionBar.tsx';
import { CopiedID } from '../../../ui/inputs/CopyButton.tsx';
import { MetaItem, MetaLine } from '../../../ui/text/MetaLine.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { RelativeTime } from '../../../ui/text/time.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { SessionBody, SessionGlance } from './SessionBody.tsx';
import { readSession, type SessionData, hasEnded, sessionStatus } from './session-look.ts';

/** One session: actions, failure, timeline, pending prompts and the panel with the tabs. */
export const SessionDetail = detailPage('session', readSession, (page: LoadedPageProps<SessionData>) => (
  <Loaded row={page.data.row}>
    <SessionBody {...page} />
  </Loaded>
));

/** A look at a session: why it does not go on, its values, its blocks and its time. */
export const SessionPeek = detailPage('session', readSession, ({ data }: LoadedPageProps<SessionData>) => (
  <Loaded row={data.row}>
    <SessionGlance data={data} />
  </Loaded>
));

function Loaded({ row, children }: { row: SessionRow; children: ReactNode }) {
  const { session } = row;
  const api = useApi();
  useEntityTitle(session.name);
  return (
    <>
      <PageHeader
        title={session.name}
        badge={<StatusBadge status={sessionStatus(row)} />}
        meta={<Meta row={row} />}
        actions={<Actions row={row} />}
      />
      <HeldNotice
        isHeld={row.held}
        what="this session"
        release={() => api.sessions.release({ params: { id: session.id } })}
      />
      {children}
    </>
  );
}

function Meta({ row }: { row: SessionRow }) {
  const { session, environment, origin, runbookSlug } = row;
  const actorName = useActorName();
  return (
    <MetaLine
      items={[
        <MetaItem icon={BookOpenIcon}>
          {useHasRunbook(row) ? <Link href={`/runbooks/${session.runbookID}`}>{runbookSlug}</Link> : runbookSlug}
        </MetaItem>,
        <MetaItem icon={LayersIcon}>{environment}</MetaItem>,
        <MetaItem icon={ClockIcon}>
          created <RelativeTime at={session.createdAt} suffix="ago" /> by {actorName(session.createdBy)}
        </MetaItem>,
        origin.trafficID !== '' && (
          <MetaItem icon={ArrowLeftRightIcon}>
            <Link href={`/traffic/${origin.trafficID}`}>request</Link>
          </MetaItem>
        ),
        <CopiedID id={session.id} label="Copy session ID" />,
      ]}
    />
  );
}

/** True when the runbook of a session still exists, or is not loaded yet. */
function useHasRunbook({ session }: SessionRow): boolean {
  const { items, loaded } = useRunbooks();
  return !loaded || items.some(({ id }) => id === session.runbookID);
}

function Actions({ row }: { row: SessionRow }) {
  const { session, environment, runbookSlug: slug } = row;
  const { paramValues } = session;
  const api = useApi();
  const info = useInfo();
  const cancel = useAction(() => api.sessions.cancel({ params: { id: session.id } }));
  const canCancel = !hasEnded(row) && session.status !== 'Cancelling';
  const runAgain = () => openRunDialog({ kind: 'runbook', id: session.runbookID, paramValues, environment });
  const act = () => void cancel.run();
  useCommands([
    { id: 'session-again', title: 'Run again…', group: 'Session', shortcut: 'E', run: runAgain },
    { id: 'session-cancel', title: 'Cancel this session', group: 'Session', when: canCancel, run: act },
  ]);
  return (
    <ActionBar>
      {info !== undefined && (
        <CopyAs request={executeRequest(info, { kind: 'runbook', slug, paramValues, environment })} />
      )}
      {canCancel && (
        <Button variant="outline" color="bad" loading={cancel.busy} onClick={act}>
          Cancel session
        </Button>
      )}
      <Button variant={canCancel ? 'default' : 'filled'} onClick={runAgain}>
        Run again…
      </Button>
    </ActionBar>
  );
}
