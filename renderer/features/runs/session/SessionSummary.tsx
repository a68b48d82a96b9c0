import { Link } from 'wouter';
import type { LogEntry } from '../../../../shared/model/log.ts';
import { failureOf } from '../../../core/run/failure.ts';
import { CopyIcon } from '../../../ui/inputs/CopyButton.tsx';
import { Fact, Facts } from '../../../ui/text/Facts.tsx';
import { LinkedText } from '../../../ui/text/LinkedText.tsx';
import { LongText } from '../../../ui/text/LongText.tsx';
import { StatusIcon } from '../../../ui/text/StatusBadge.tsx';
import { stripBidiControls } from '../../../ui/text/strip-bidi-controls.ts';
import { Column, LastLines } from '../panel/RunSummary.tsx';
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
}

/** Input, blocks and failure of a session side by side, with the last lines of its log. */
export function SessionSummary({ data, lines, logs }: SessionSummaryProps) {
  const { session, failure } = data.row;
  return (
    <>
      <div className={summary['columns']} data-status={session.status}>
        <Column
          title="Input"
          className="input"
          actions={
            Object.keys(session.paramValues).length > 0 && (
              <CopyIcon value={() => JSON.stringify(session.paramValues, null, 2)} label="Copy values as JSON" />
            )
          }
        >
          <Input data={data} />
        </Column>
        <Column title="Blocks" className="blocks">
          <BlockLines data={data} />
        </Column>
        {failure !== '' && (
          <Column title="Failure" className="failure" actions={<CopyIcon value={failure} label="Copy the failure" />}>
            <Failure data={data} />
          </Column>
        )}
      </div>
      <LastLines lines={lines} logs={logs}>
        <p className="quiet">
          {hasEnded(data.row) ? 'Its runs logged nothing.' : 'Nothing yet. New lines appear here.'}
        </p>
      </LastLines>
    </>
  );
}

function Input({ data: { row } }: { data: SessionData }) {
  const values = Object.entries(row.session.paramValues);
  if (values.length === 0) return <p className="quiet">The runbook takes no values.</p>;
  return (
    <Facts label="Values" dense>
      {values.map(([slug, value]) => (
        <Fact key={slug} name={<code className="mono">{slug}</code>}>
          <code className="mono">
            <LongText text={typeof value === 'string' ? value : JSON.stringify(value)} />
          </code>
        </Fact>
      ))}
    </Facts>
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

function Failure({ data: { row } }: { data: SessionData }) {
  const at = currentBlock(row);
  const block = row.blocks[at];
  return (
    <>
      {block !== undefined && (
        <p className={summary['place']}>
          Block {at + 1}
          {block.runID !== '' && (
            <>
              , <Link href={`/runs/${block.runID}`}>{stripBidiControls(blockName(block))}</Link>
            </>
          )}
        </p>
      )}
      <p className={summary['reason']}>
        <LongText text={failureOf(row.failure).reason} show={(part) => <LinkedText text={part} />} />
      </p>
    </>
  );
}
