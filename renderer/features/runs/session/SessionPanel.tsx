import { Link } from 'wouter';
import type { TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
import { ApiResponse } from '../../../core/request/ResponseView.tsx';
import { DetailTabs } from '../../../ui/layout/DetailTabs.tsx';
import { LogViewer } from '../../../ui/lists/LogViewer.tsx';
import { type SourceOf, stripBidiControls } from '../../../ui/text/shown-text.tsx';
import { EmptyState, LoadingState } from '../../../ui/text/states.tsx';
import { Prompts } from '../panel/RunPrompts.tsx';
import { RunRequests } from '../panel/RunRequests.tsx';
import { hasEnded, blockName, blockStatus, currentBlock, type SessionData, withoutBlock } from './session-look.ts';
import { SessionBlocks } from './SessionBlocks.tsx';
import { StatusIcon } from '../../../ui/text/StatusBadge.tsx';
import { Column, Failure, Input, LastLines } from '../panel/RunSummary.tsx';
import summary from '../panel/RunSummary.module.css';
import { BlockResult } from './BlockResult.tsx';
import classes from './sessions.module.css';

interface SessionPanelProps {
  readonly data: SessionData;
  /** The lines of its blocks; undefined until they are loaded. */
  readonly lines: readonly LogEntry[] | undefined;
  readonly requests: readonly TrafficRow[] | undefined;
  readonly source: SourceOf;
  readonly path: string;
  readonly tab: string;
  readonly query: string;
}

/** Summary, blocks, log, prompts, requests and API answer of a session. */
export function SessionPanel({ data, lines, requests, source, path, tab, query }: SessionPanelProps) {
  const { session } = data.row;
  const prompts = [...data.details.values()].flatMap((detail) => detail.prompts);
  const shown = lines ?? [];
  const empty = <EmptyState title="No log lines">Lines of the runs of its blocks appear here.</EmptyState>;
  return (
    <DetailTabs
      label="Parts of the session"
      path={path}
      query={query}
      selected={tab}
      tabs={[
        {
          slug: '',
          label: 'Summary',
          content: <SessionSummary {...{ data, source }} lines={shown} logs={`${path}/logs${query}`} />,
        },
        {
          slug: 'blocks',
          label: 'Blocks',
          count: data.row.blocks.length,
          content: <SessionBlocks data={data} source={source} />,
        },
        {
          slug: 'logs',
          label: 'Logs',
          count: shown.length,
          fill: true,
          content:
            lines === undefined ? (
              <LoadingState label="Loading the log…" />
            ) : (
              <LogViewer lines={lines} live={!hasEnded(data.row)} empty={empty} source={source} />
            ),
        },
        { slug: 'prompts', label: 'Prompts', count: prompts.length, content: <Prompts prompts={prompts} /> },
        {
          slug: 'requests',
          label: 'Requests',
          count: requests?.length ?? 0,
          content: <RunRequests requests={requests} noun="session" />,
        },
        {
          slug: 'api',
          label: 'API answer',
          fill: true,
          content: <ApiResponse path={`/v0/sessions/get?id=${session.id}`} value={session} />,
        },
      ]}
    />
  );
}

interface SessionSummaryProps {
  readonly data: SessionData;
  readonly lines: readonly LogEntry[];
  /** Path of the tab with the whole log. */
  readonly logs: string;
  readonly source: SourceOf;
}

/** Input, blocks and failure of a session side by side, with the last lines of its log. */
function SessionSummary({ data, lines, logs, source }: SessionSummaryProps) {
  const { session, failure } = data.row;
  return (
    <>
      <div className={summary['columns']} data-status={session.status}>
        <SessionColumns data={data} />
        {failure !== '' && (
          <Failure {...{ failure, source }} lines={[]}>
            <FailedBlock data={data} />
          </Failure>
        )}
      </div>
      <LastLines {...{ lines, logs, source }}>
        <p className="quiet">
          {hasEnded(data.row) ? 'Its runs logged nothing.' : 'Nothing yet. New lines appear here.'}
        </p>
      </LastLines>
    </>
  );
}

/** Input and blocks of a session. */
export function SessionColumns({ data }: { data: SessionData }) {
  return (
    <>
      <Input values={data.row.session.paramValues} none="The runbook takes no values." />
      <Column title="Blocks" className="blocks">
        <BlockLines data={data} />
      </Column>
    </>
  );
}

/** The blocks in one line each, with the answer, the output or the failure. */
function BlockLines({ data: { row, details } }: { data: SessionData }) {
  if (row.blocks.length === 0) return <p className="quiet">The runbook has no blocks.</p>;
  return (
    <ol className={classes['lines']} aria-label="Blocks">
      {row.blocks.map((block, index) => (
        <li key={block.slug}>
          <span className={classes['number']}>{index + 1}</span>
          <StatusIcon status={blockStatus(block, row)} />
          <span className={classes['name']}>{stripBidiControls(blockName(block))}</span>
          <span className={classes['result']}>
            <BlockResult
              status={blockStatus(block, row)}
              detail={details.get(block.runID)}
              failure={withoutBlock(row.failure, block)}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

function FailedBlock({ data: { row } }: { data: SessionData }) {
  const at = currentBlock(row);
  const block = row.blocks[at];
  if (block === undefined) return null;
  return (
    <>
      Block {at + 1}
      {block.runID !== '' && (
        <>
          , <Link href={`/runs/${block.runID}`}>{stripBidiControls(blockName(block))}</Link>
        </>
      )}
    </>
  );
}
