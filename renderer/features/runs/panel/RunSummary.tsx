import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';
import { TERMINAL_RUN_STATUSES } from '../../../../shared/model/status.ts';
import { failureOf } from '../../../core/run/run-display.ts';
import { CopyIcon } from '../../../ui/inputs/CopyButton.tsx';
import { LinkedText, type SourceOf, stripBidiControls } from '../../../ui/text/shown-text.tsx';
import { LogLine } from '../../../ui/lists/LogViewer.tsx';
import { LongText } from '../../../ui/text/LongText.tsx';
import { FailureFrames } from './RunFailure.tsx';
import { RunOutput } from './RunOutput.tsx';
import classes from './RunSummary.module.css';
import { useResources } from '../../../core/data/hangar.ts';
import { Fact, Facts } from '../../../ui/text/Facts.tsx';
import { MetaLine } from '../../../ui/text/MetaLine.tsx';
import { duration } from '../../../ui/text/time.tsx';

interface RunSummaryProps {
  readonly detail: RunDetail;
  /** The log, whose last lines are shown. */
  readonly lines: readonly LogEntry[];
  /** Path of the tab with the whole log. */
  readonly logs: string;
  /** Path of the page with the source. */
  readonly source: SourceOf;
  /** Shows the whole run; absent while no step is selected. */
  readonly onShowAll?: (() => void) | undefined;
}

/** Number of last log lines in the summary. */
const LAST_LINES = 5;

/** Input, output and failure of a run side by side, with the last lines of its log. */
export function RunSummary({ detail, lines, logs, source, onShowAll }: RunSummaryProps) {
  const { row } = detail;
  const step = detail.steps.findIndex(({ state }) => state === 'failed');
  return (
    <>
      <div className={classes['columns']} data-status={row.status}>
        <RunInput detail={detail} />
        <div className={classes['column']} data-column="output">
          <RunOutput detail={detail} />
        </div>
        {row.failure !== '' && (
          <Failure failure={row.failure} lines={lines} source={source}>
            {step !== -1 && `Step ${step + 1}, ${detail.steps[step]?.do}`}
          </Failure>
        )}
      </div>
      <LastLines lines={lines} logs={logs} source={source}>
        <NoLastLines detail={detail} onShowAll={onShowAll} />
      </LastLines>
    </>
  );
}

interface LastLinesProps extends Pick<RunSummaryProps, 'lines' | 'logs'> {
  readonly source?: SourceOf;
  /** Shown when there are none. */
  readonly children: ReactNode;
}

/** The last lines of a log, with a link to all. */
export function LastLines({ lines, logs, source, children }: LastLinesProps) {
  const important = lines.filter(({ level }) => level !== 'debug');
  const last = (important.length === 0 ? lines : important).slice(-LAST_LINES);
  return (
    <div className={classes['last']}>
      <div className={classes['head']}>
        <h2 className={classes['title']}>Last lines of the log</h2>
        <Link href={logs}>All lines</Link>
      </div>
      {last.length === 0 && children}
      {last.map((line) => (
        <div key={line.insertID} className={classes['line']}>
          <LogLine line={line} source={source} />
        </div>
      ))}
    </div>
  );
}

function NoLastLines({ detail: { row, logLines }, onShowAll }: Pick<RunSummaryProps, 'detail' | 'onShowAll'>) {
  if (onShowAll !== undefined) {
    return (
      <p className="quiet">
        No lines of this step ·{' '}
        <Anchor component="button" type="button" inherit onClick={onShowAll}>
          Show all
        </Anchor>
      </p>
    );
  }
  if (!TERMINAL_RUN_STATUSES.has(row.status)) return <p className="quiet">Nothing yet. New lines appear here.</p>;
  // The lines may not be loaded yet.
  return logLines === 0 && <p className="quiet">The run logged nothing.</p>;
}

interface ColumnProps {
  readonly title: string;
  readonly className: string;
  /** At the end of the line of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a summary beside others. */
export function Column({ title, className, actions, children }: ColumnProps) {
  return (
    <section className={classes['column']} data-column={className} aria-label={title}>
      <div className={classes['head']}>
        <h2 className={classes['title']}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

interface FailureProps extends Pick<RunSummaryProps, 'lines' | 'source'> {
  readonly failure: string;
  /** The step or the block that failed. */
  readonly children: ReactNode;
}

/** The column with what failed, the reason, and the frames of the script. */
export function Failure({ failure, lines, source, children }: FailureProps) {
  return (
    <Column title="Failure" className="failure" actions={<CopyIcon value={failure} label="Copy the failure" />}>
      <p className={classes['place']}>{children}</p>
      <p className={classes['reason']}>
        <LongText text={failureOf(failure).reason} show={(part) => <LinkedText text={part} source={source} />} />
      </p>
      <FailureFrames failure={failure} lines={lines}>
        {(frames) =>
          // Recursion repeats a frame.
          frames.map((frame, index) => (
            <div key={index} className={classes['frame']}>
              <LinkedText text={frame} source={source} />
            </div>
          ))
        }
      </FailureFrames>
    </Column>
  );
}

interface InputProps {
  readonly values: JsonObject;
  /** Further facts; undefined for none. */
  readonly facts?: ReactNode;
  /** Said when there is neither. */
  readonly none: string;
  readonly children?: ReactNode;
}

/** The column with the values that a run or a session was given. */
export function Input({ values, facts, none, children }: InputProps) {
  const entries = Object.entries(values);
  const copy = <CopyIcon value={() => JSON.stringify(values, null, 2)} label="Copy values as JSON" />;
  return (
    <Column title="Input" className="input" actions={entries.length > 0 && copy}>
      {entries.length === 0 && facts === undefined && <p className="quiet">{none}</p>}
      <Facts label="Values" dense>
        {entries.map(([slug, value]) => (
          <Fact key={slug} name={<code className="mono">{slug}</code>}>
            <code className="mono">
              <LongText text={typeof value === 'string' ? value : JSON.stringify(value)} />
            </code>
          </Fact>
        ))}
        {facts}
      </Facts>
      {children}
    </Column>
  );
}

/** Parameter values, resources and limits of a run. */
function RunInput({ detail: { run } }: { detail: RunDetail }) {
  const { items: resources } = useResources();
  const bound = Object.entries(run.resources).map(([alias, id]) => (
    <Fact key={`resource ${alias}`} name={<code className="mono">{alias}</code>}>
      <Link href={`/resources/${id}`}>{resources.find((item) => item.id === id)?.slug ?? id}</Link>
    </Fact>
  ));
  return (
    <Input values={run.paramValues} facts={bound.length > 0 ? bound : undefined} none="The task takes no values.">
      <div className="quiet small" style={{ marginTop: 8 }}>
        <MetaLine
          items={[
            `Timeout ${duration(run.timeout * 1000)}`,
            stripBidiControls(`runtime ${run.runtime}`),
            ...run.constraints.labels.map(({ key, value }) => stripBidiControls(`${key}=${value}`)),
            run.isPrivate && 'private',
          ]}
        />
      </div>
    </Input>
  );
}
