import { Button } from '@mantine/core';
import { ArrowLeftRightIcon, BookOpenIcon, ClockIcon, LayersIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { RunRow, SessionRow } from '../../../shared/contract/emulator/rows.ts';
import { useAction } from '../../core/data/action.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { detailPage, type LoadedPageProps } from '../../core/page/detail-page.tsx';
import { useActorName, useApi, useRunbooks } from '../../core/data/hangar.ts';
import { useEntityTitle } from '../../core/page/page.ts';
import { HeldNotice } from '../../core/held/HeldNotice.tsx';
import { openRunDialog } from '../../core/run/run-dialog-store.ts';
import { ActionBar } from '../../ui/inputs/ActionBar.tsx';
import { FailureText } from '../../ui/text/FailureText.tsx';
import { CopiedID } from '../../ui/inputs/CopiedID.tsx';
import { MetaItem, MetaLine } from '../../ui/text/MetaLine.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import { StableHeight } from '../../ui/layout/StableHeight.tsx';
import { Timeline } from '../../ui/lists/Timeline.tsx';
import { blockTimeline, hasEnded, sessionStatus } from './session-look.ts';
import { ApiResponse } from '../../core/request/ApiResponse.tsx';
import { ParamValues } from '../../core/run/ParamValues.tsx';
import { RunLinks } from '../../core/run/RunLinks.tsx';
import { DetailTabs } from '../../ui/layout/DetailTabs.tsx';
import { DocsLink } from '../../ui/text/DocsLink.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { SessionBlocks } from './SessionBlocks.tsx';

/** A session with its runs. */
export interface SessionData {
  readonly row: SessionRow;
  readonly runs: readonly RunRow[];
}

/** One session: progress, actions, timeline and tabs. */
export const SessionDetail = detailPage('session', (api, id) => api.sessions.get({ params: { id } }), Loaded);

function Loaded({ data, tab, query }: LoadedPageProps<SessionData>) {
  const { row, runs } = data;
  const { session } = row;
  const api = useApi();
  useEntityTitle(session.name);
  const timeline = blockTimeline(row.blocks, runs);
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
      <FailureText text={row.failure} />
      <StableHeight above={timeline.length > 0 && <Timeline label="Timeline" rows={timeline} />}>
        <SessionTabs data={data} tab={tab} query={query} />
      </StableHeight>
    </>
  );
}

function Meta({ row }: { row: SessionRow }) {
  const { session, environment, origin, runbookSlug } = row;
  const actorName = useActorName();
  const { items: runbooks, loaded } = useRunbooks();
  const hasRunbook = !loaded || runbooks.some(({ id }) => id === session.runbookID);
  return (
    <MetaLine
      items={[
        <MetaItem icon={BookOpenIcon}>
          {hasRunbook ? <Link href={`/runbooks/${session.runbookID}`}>{runbookSlug}</Link> : runbookSlug}
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

function Actions({ row }: { row: SessionRow }) {
  const { session, environment } = row;
  const api = useApi();
  const cancel = useAction(() => api.sessions.cancel({ params: { id: session.id } }));
  const canCancel = !hasEnded(row) && session.status !== 'Cancelling';
  const runAgain = () =>
    openRunDialog({ kind: 'runbook', id: session.runbookID, paramValues: session.paramValues, environment });
  useCommands([
    { id: 'session-again', title: 'Run again…', group: 'Session', shortcut: 'E', run: runAgain },
    {
      id: 'session-cancel',
      title: 'Cancel this session',
      group: 'Session',
      when: canCancel,
      run: () => void cancel.run(),
    },
  ]);
  return (
    <ActionBar>
      {canCancel && (
        <Button variant="outline" color="bad" loading={cancel.busy} onClick={() => void cancel.run()}>
          Cancel session
        </Button>
      )}
      <Button onClick={runAgain}>Run again…</Button>
    </ActionBar>
  );
}

/** Blocks, parameters, runs and API response of a session. */
function SessionTabs({ data, tab, query }: LoadedPageProps<SessionData>) {
  const { session } = data.row;
  const { runs } = data;
  return (
    <DetailTabs
      label="Parts of the session"
      path={`/sessions/${session.id}`}
      query={query}
      selected={tab}
      tabs={[
        { slug: '', label: 'Blocks', content: <SessionBlocks data={data} /> },
        { slug: 'parameters', label: 'Parameters', content: <Parameters data={data} /> },
        { slug: 'runs', label: 'Runs', count: runs.length, content: <Runs data={data} /> },
        {
          slug: 'api',
          label: 'API response',
          fill: true,
          content: <ApiResponse path={`/v0/sessions/get?id=${session.id}`} value={session} />,
        },
      ]}
    />
  );
}

function Parameters({ data }: { data: SessionData }) {
  const { paramValues, params } = data.row.session;
  if (Object.keys(paramValues).length > 0) return <ParamValues params={params} values={paramValues} />;
  return (
    <EmptyState title="No parameter values">
      A <DocsLink href="/docs/#the-first-request">request</DocsLink> gives them as paramValues.
    </EmptyState>
  );
}

function Runs({ data: { runs } }: { data: SessionData }) {
  if (runs.length > 0) return <RunLinks runs={runs} />;
  return <EmptyState title="No runs yet">Each block creates a run when it starts.</EmptyState>;
}
