import { type ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunDetail } from '../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../shared/model/log.ts';
import { TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { LinkedText, type SourceOf } from '../../ui/LinkedText.tsx';
import { LogLine } from '../../ui/LogViewer.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { RunInput } from './RunInput.tsx';
import { RunOutput } from './RunOutput.tsx';
import classes from './RunSummary.module.css';

interface RunSummaryProps {
  readonly detail: RunDetail;
  /** The log, whose last lines are shown. */
  readonly lines: readonly LogEntry[];
  /** Path of the tab with the whole log. */
  readonly logs: string;
  /** Path of the page with the source. */
  readonly source: SourceOf;
}

/** Number of last log lines in the summary. */
const LAST_LINES = 5;

/** Input, output and failure of a run side by side, with the last lines of its log. */
export function RunSummary({ detail, lines, logs, source }: RunSummaryProps) {
  const { row } = detail;
  const last = lines.filter(({ level }) => level !== 'debug').slice(-LAST_LINES);
  return (
    <>
      <div className={classes['columns']} data-status={row.status}>
        <Column title="Input" className="input">
          <RunInput detail={detail} />
        </Column>
        <Column title="Output" className="output">
          <RunOutput detail={detail} />
        </Column>
        {row.failure !== '' && (
          <Column title="Failure" className="failure">
            <Failure detail={detail} source={source} />
          </Column>
        )}
      </div>
      <div className={classes['last']}>
        <div className={classes['head']}>
          <h2 className={classes['title']}>Last lines of the log</h2>
          <Link href={logs}>All lines</Link>
        </div>
        {last.length === 0 && <p className="quiet">{emptyText(detail)}</p>}
        {last.map((line) => (
          <div key={line.insertID} className={classes['line']}>
            <LogLine line={line} source={source} />
          </div>
        ))}
      </div>
    </>
  );
}

function emptyText({ row }: RunDetail): string {
  return TERMINAL_RUN_STATUSES.has(row.status) ? 'The run logged nothing.' : 'Nothing yet. New lines appear here.';
}

function Column({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <div className={classes['column']} data-column={className}>
      <h2 className={classes['title']}>{title}</h2>
      {children}
    </div>
  );
}

/** The failure, with the failed step and the failed child. */
function Failure({ detail: { row, steps, children }, source }: { detail: RunDetail; source: SourceOf }) {
  const index = steps.findIndex(({ state }) => state === 'failed');
  const step = steps[index];
  const child = children.findLast(({ status, id }) => status === 'Failed' && (step === undefined || step.runID === id));
  return (
    <>
      {step !== undefined && (
        <p>
          Step {index + 1}, {step.do}
          {child !== undefined && (
            <>
              {' of '}
              <Link href={`/runs/${child.id}`}>{child.name === '' ? child.taskSlug : child.name}</Link>
            </>
          )}
        </p>
      )}
      <pre className={classes['reason']}>
        <LongText text={row.failure} show={(part) => <LinkedText text={part} source={source} />} />
      </pre>
      <CopyButton value={row.failure} label="Copy the failure" short="Copy" />
    </>
  );
}
