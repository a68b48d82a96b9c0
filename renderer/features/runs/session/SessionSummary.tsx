import { Link } from 'wouter';
import type { LogEntry } from '../../../../shared/model/run.ts';
import type { SourceOf } from '../../../ui/text/links.tsx';
import { StatusIcon } from '../../../ui/text/StatusBadge.tsx';
import { stripBidiControls } from '../../../ui/text/shown-text.ts';
import { Column, Failure, Input, LastLines } from '../panel/RunSummary.tsx';
import summary from '../panel/RunSummary.module.css';
import { BlockResult } from './BlockResult.tsx';
import { blockName, blockStatus, currentBlock, hasEnded } from './session-look.ts';
import type { SessionData } from './read-session.ts';
import classes from './sessions.module.css';

interface SessionSummaryProps {
  readonly data: SessionData;
  readonly lines: readonly LogEntry[];
  /** Path of the tab with the whole log. */
  readonly logs: string;
  readonly source: SourceOf;
}

/** Input, blocks and failure of a session side by side, with the last lines of its log. */
export function SessionSummary({ data, lines, logs, source }: SessionSummaryProps) {
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
            <BlockResult status={blockStatus(block, row)} detail={details.get(block.runID)} />
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
