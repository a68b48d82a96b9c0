import { Button } from '@mantine/core';
import { ClockIcon, ExternalLinkIcon, FileCodeIcon, ZapIcon } from 'lucide-react';
import type { TestDetail as Detail, TestRow, TestView } from '../../../shared/contract/emulator/tests.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { EntityView } from '../../core/data/EntityView.tsx';
import { useApi, useInfo } from '../../core/data/hangar.ts';
import { routes } from '../../core/data/routes.ts';
import { Ladder } from '../../core/ladder/Ladder.tsx';
import { useEntityTitle } from '../../core/page/page.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import { ActionBar } from '../../ui/inputs/ActionBar.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { StableHeight } from '../../ui/layout/StableHeight.tsx';
import { counted } from '../../ui/text/shown-text.tsx';
import { usualShell } from '../../ui/text/curl.ts';
import { FailureText } from '../../ui/text/FailureText.tsx';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import { MetaItem, MetaLine } from '../../ui/text/MetaLine.tsx';
import { RelativeTime, duration, instantOf } from '../../ui/text/time.tsx';
import { EmptyState } from '../../ui/text/states.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { TestTabs } from './TestTabs.tsx';
import { clockText, commandOf, failureText, placeText, STATES, urlHere, firstLine } from './test-words.ts';
import { isRealTime } from '../../core/clock/clock-time.ts';
import type { LadderData, LadderLane } from '../../core/ladder/ladder.ts';
import { ladderCall, ladderLane } from '../../core/traffic/ladder-parts.ts';

interface TestDetailProps {
  readonly id: string;
  readonly tab: string;
  readonly query: string;
}

/** One test: its outcome, its client between the test and Hangar, and what happened in its emulator, live or as it ended. */
export function TestDetail({ id, tab, query }: TestDetailProps) {
  const api = useApi();
  return (
    <EntityView kind="test" id={id} load={(of) => api.tests.get({ params: { id: of } })}>
      {(detail) => <Loaded detail={detail} tab={tab} query={query} />}
    </EntityView>
  );
}

function Loaded({ detail, tab, query }: Omit<TestDetailProps, 'id'> & { readonly detail: Detail }) {
  const { row, view } = detail;
  const { test, state, outcome } = row;
  useEntityTitle(test.name);
  return (
    <>
      <PageHeader
        title={test.name}
        badge={<ToneBadge tone={STATES[state].tone}>{STATES[state].text}</ToneBadge>}
        meta={<Meta row={row} view={view} />}
        actions={<Actions row={row} />}
      />
      {outcome?.state === 'failed' && <FailureText text={failureText(outcome)} />}
      {view === null ? (
        <EmptyState title="No longer kept">
          What happened in its emulator made room for later tests. Run it again to see it.
        </EmptyState>
      ) : (
        <StableHeight
          above={view.requests.length > 0 && <Ladder label="Ladder" client="Test" data={testLadder({ row, view })} />}
        >
          <TestTabs row={row} view={view} tab={tab} query={query} />
        </StableHeight>
      )}
    </>
  );
}

function Meta({ row, view }: { row: TestRow; view: TestView | null }) {
  const { test, endedAt, kept } = row;
  const faults = new Set(view?.requests.flatMap(({ row: { fault } }) => fault?.slug.split(',') ?? []));
  return (
    <MetaLine
      items={[
        test.file !== '' && <MetaItem icon={FileCodeIcon}>{placeText(test)}</MetaItem>,
        faults.size > 0 && <MetaItem icon={ZapIcon}>{counted(faults.size, 'fault')}</MetaItem>,
        view !== null && <MetaItem icon={ClockIcon}>{clockText(view.clock)}</MetaItem>,
        endedAt === null ? (
          <>
            began <RelativeTime at={row.startedAt} suffix="ago" />
          </>
        ) : (
          <>
            ended <RelativeTime at={endedAt} suffix="ago" />
          </>
        ),
        kept && 'kept',
      ]}
    />
  );
}

function Actions({ row }: { row: TestRow }) {
  const { id, url, kept } = row;
  const info = useInfo();
  const isLive = url !== '';
  const command = info === undefined ? '' : commandOf(row, info.url, usualShell());
  useCommands([
    {
      id: 'test-open',
      title: 'Open the emulator of this test',
      group: 'Tests',
      shortcut: 'O',
      when: isLive,
      run: () => void window.open(urlHere(url), '_blank', 'noopener'),
    },
  ]);
  return (
    <ActionBar
      menu={
        (isLive || kept) && (
          <Button component="a" href={routes.tests.bundle.path.replace('{id}', id)} download="">
            Export bundle
          </Button>
        )
      }
    >
      {command !== '' && <CopyButton label="Copy command" value={command} size="sm" />}
      {isLive && (
        <Button
          component="a"
          variant="filled"
          href={urlHere(url)}
          target="_blank"
          rel="noopener"
          leftSection={<ExternalLinkIcon size={14} />}
          rightSection={<KeyCap>O</KeyCap>}
        >
          Open
        </Button>
      )}
    </ActionBar>
  );
}

type Run = TestView['runs'][number];

/** The calls of a test's client and its runs, in milliseconds since it began, with the assertion that failed as the last lane. */
function testLadder({ row, view }: { readonly row: TestRow; readonly view: TestView }): LadderData {
  const { requests, runs } = view;
  const { outcome, milliseconds, state } = row;
  return {
    calls: requests.map(({ row: request, startedAt }) => ladderCall(request, startedAt)),
    lanes: runs.flatMap((run) => laneOf(run, row, view) ?? []),
    ...(state === 'running' ? { now: milliseconds } : {}),
    ...(outcome?.state === 'failed'
      ? {
          verdict: {
            name: firstLine(outcome.message) || 'failed',
            at: milliseconds,
            note: '',
            end: duration(milliseconds),
          },
        }
      : {}),
  };
}

/** The lane of a run; on a clock of its own, from its first request to its last one. */
function laneOf(run: Run, row: TestRow, { requests, clock }: TestView): LadderLane | undefined {
  const own = requests.filter(({ row: { runID } }) => runID === run.id);
  const [first] = own;
  const since = (timestamp: string) => instantOf(timestamp) - instantOf(row.startedAt);
  const isReal = isRealTime(clock);
  if (first === undefined && !isReal) return undefined;
  const made = isReal ? since(run.createdAt) : (first?.startedAt ?? 0);
  const last = Math.max(made, ...own.map(({ startedAt }) => startedAt));
  return ladderLane(run, {
    made,
    from: isReal && run.activeAt !== null ? since(run.activeAt) : made,
    to: run.endedAt === null ? null : isReal ? since(run.endedAt) : last,
  });
}
